import type { ChangeEntry, ObjectEvent } from '../../../../client-sdk/index.ts'
import { enumText } from '../../../../schema/enum-text.ts'
import { text } from './text.ts'

/** Something that has happened: an event that a reconciler has recorded, or an edit by a user. */
export interface Happening {
  id: string
  time: string
  type: 'NORMAL' | 'WARNING' | 'EDIT'
  reason: string
  note: string
  count: number
}

type FoundEvent = Pick<ObjectEvent, 'id' | 'type' | 'reason' | 'note' | 'count' | 'lastSeen'>

export function happeningOfEvent({ id, type, reason, note, count, lastSeen }: FoundEvent): Happening {
  return { id, type, reason, note, count, time: lastSeen }
}

type Edit = Pick<ChangeEntry, 'cursor' | 'time' | 'operation' | 'actor' | 'reason'>

/** @param fields Names of fields that the edit has changed */
export function happeningOfEdit(
  { cursor, time, operation, actor, reason }: Edit,
  fields: readonly string[] = [],
): Happening {
  const what = fields.length === 0 ? '' : `, changed ${fields.join(', ')}`
  return {
    id: `edit ${cursor}`,
    time,
    type: 'EDIT',
    reason: enumText(operation),
    note: `${text.events.by(actor)}${what}${reason === null ? '' : `: ${reason}`}`,
    count: 1,
  }
}

export function newestFirst<Each extends Happening>(happenings: readonly Each[]): Each[] {
  return happenings.toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
}
