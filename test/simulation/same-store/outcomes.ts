import { isPlatformError } from '../../../schema/errors.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { Side, Operation } from './sides.ts'

/* What both sides have in common of a result, of an error and of the stored state. */

/** What came of it, in words that both sides have in common. */
export async function outcome(side: Side, run: Operation): Promise<unknown> {
  try {
    return comparable(await run(side))
  } catch (error) {
    if (!isPlatformError(error)) throw error
    return { code: error.code, message: comparable(error.message) }
  }
}

/** Returns the whole state, object by object. */
export async function everything({ store }: Side): Promise<unknown> {
  const { objects } = await store.list({ orderBy: [{ field: 'id', direction: 'asc' }], limit: 1000 })
  const inventories = await Promise.all(objects.map(({ id }) => store.inventory(id)))
  const outside = await Promise.all(objects.map(({ id }) => store.externalInventory(id)))
  const changes = await store.changes({ after: 0n, limit: 1000 })
  return comparable({
    objects,
    outside,
    inventories: inventories.map((rows) =>
      rows.map(({ order, name, uid, hash }) => ({ order, name, uid, hash })),
    ),
    // A statement may log the objects that it triggers in any order.
    changes: changes
      .map(({ operation, kind, name, version, generation, triggersReferrers }) =>
        [operation, kind, name, version, generation, triggersReferrers].join(' '),
      )
      .sort((a, b) => (a < b ? -1 : 1)),
  })
}

/** Returns the largest difference between the times of both sides, in milliseconds. */
export function apart(one: readonly (number | null)[], other: readonly (number | null)[]): number {
  const distances = one.map((time, index) => Math.abs((time ?? 0) - (other[index] ?? 0)))
  return Math.max(0, ...distances)
}

/**
 * Removes the choice of one conflicting resource: if several belong to other owners, either side may name any of them.
 */
function withoutChoice(text: string): string {
  return text
    .replaceAll(/with id \d+/g, 'with an id')
    .replace(/^.* in the cluster belongs to .*$/, 'belongs to another')
    .replace(/^Database . in aws.* belongs to .*$/, 'belongs to another')
}

/** Replaces ids, times and random values. */
function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return 'an id'
  if (value instanceof Date) return 'a time'
  if (typeof value === 'string') return withoutChoice(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (!isRecord(value)) return value
  const made = [
    'controlPlane',
    'secrets',
    'takenExternal',
    'secretOutputs',
    'by',
    'token',
    'expiresAt',
    'lastTransitionTime',
  ]
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      made.includes(key) && entry !== null ? 'made' : comparable(entry),
    ]),
  )
}
