import type { Entry, EntryKey, EntryType } from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'
import { allEvents } from './events.ts'
import { run, type Statement } from './sql.ts'

/* Entries that the store has of objects, by type: each type is the name of its table. */

const types = ['ObjectEvent', 'AppliedResource', 'ExternalResource', 'AbandonedResource'] as const

/** Returns entries in the order of the keys. */
export async function findEntries(
  { sql }: StoreContext,
  keys: readonly EntryKey[],
): Promise<(Entry | undefined)[]> {
  const found = new Map<string, Entry>()
  for (const type of types) {
    const ids = keys.filter((key) => key.type === type).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = await run<Entry>(sql, findStatements[type], [ids])
    for (const row of rows) found.set(`${type}:${row.id}`, row)
  }
  return keys.map(({ type, id }) => found.get(`${type}:${id}`))
}

/** Counts the entries of an object. */
export async function countEntries(
  { sql }: StoreContext,
  type: EntryType,
  objectId: bigint,
): Promise<number> {
  const [row] = await run<{ count: number }>(sql, countStatements[type], [objectId])
  return row?.count ?? 0
}

const findStatements = statements((type) => ({
  name: `find-${type}`,
  text: `SELECT * FROM ${type === 'ObjectEvent' ? `(${allEvents}) event` : `"${type}"`} WHERE id = ANY($1)`,
}))

const countStatements = statements((type) => ({
  name: `count-${type}`,
  text: `SELECT count(*)::int AS count FROM "${type}" WHERE "objectId" = $1`,
}))

function statements(of: (type: EntryType) => Statement): Record<EntryType, Statement> {
  // Every type is in the list, which the compiler cannot see.
  return Object.fromEntries(types.map((type) => [type, of(type)])) as Record<EntryType, Statement>
}
