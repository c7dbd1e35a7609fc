import type { ChangeItem } from '../../client-sdk/index.ts'
import type { ObjectEvent } from './object-events.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'

interface EventTableOptions {
  columns: number | undefined
  showHeaders?: boolean
  widths?: number[]
}

/** Renders the events of an object, for `events` and `describe`. */
export function eventTable(found: readonly ObjectEvent[], options: EventTableOptions): string {
  const rows = found.map(({ lastSeen, type, reason, count, note }) => [
    ageOf(lastSeen),
    type,
    reason,
    String(count),
    note,
  ])
  return renderTable(['LAST SEEN', 'TYPE', 'REASON', 'COUNT', 'NOTE'], rows, {
    ...options,
    optional: ['COUNT', 'TYPE'],
  })
}

type Change = Pick<ChangeItem, 'time' | 'operation' | 'kind' | 'name' | 'generation' | 'actor' | 'reason'>

/** Renders entries of the change log. */
export function changeTable(found: readonly Change[], options: EventTableOptions): string {
  const rows = found.map(({ time, operation, kind, name, generation, actor, reason }) => [
    new Date(time).toISOString(),
    operation,
    `${kind}/${name}`,
    String(generation),
    actor,
    reason ?? '',
  ])
  return renderTable(['TIME', 'OPERATION', 'OBJECT', 'GENERATION', 'ACTOR', 'REASON'], rows, {
    ...options,
    optional: ['GENERATION', 'ACTOR'],
  })
}
