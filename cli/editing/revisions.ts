import type { AnyObject, ChangeEntry, Client } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { changesBackward } from '../objects/change-log.ts'
import { definitionOf, operatingFields } from './rollout-fields.ts'

/** A change of what an object consists of, as the change log records it. */
export interface Revision {
  /** The position in the change log, which never changes. */
  number: number
  object: AnyObject
  entry: ChangeEntry
  before: Record<string, unknown> | undefined
  after: Record<string, unknown>
}

/**
 * Returns the retained revisions of an object and of its definition, oldest first. Changes of replicas, restarts and
 * pauses are none.
 */
export async function revisionsOf(client: Client, object: AnyObject): Promise<Revision[]> {
  const target = definitionOf(object)
  const definition = target && (await client.objects.get(target))
  const revisions: Revision[] = []
  for (const each of definition === undefined ? [object] : [object, definition])
    for await (const entry of changesBackward(client, { objectId: each.id })) {
      const after = specIn(entry.after)
      const before = specIn(entry.before)
      if (after === undefined || !['CREATE', 'UPDATE'].includes(entry.operation)) continue
      if (JSON.stringify(constituents(before)) === JSON.stringify(constituents(after))) continue
      revisions.push({ number: Number(entry.cursor), object: each, entry, before, after })
    }
  return revisions.sort((a, b) => a.number - b.number)
}

function specIn(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined
}

/** Returns a spec without the fields that operate the object. */
export function constituents(spec: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (spec === undefined) return undefined
  const isOperating = (field: string): boolean => operatingFields.some((each) => each === field)
  const entries = Object.entries(spec).filter(([field]) => !isOperating(field))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the fields of a spec that operate the object. */
export function operating(spec: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(operatingFields.flatMap((field) => (field in spec ? [[field, spec[field]]] : [])))
}
