import { invalidInput } from '../../schema/errors.ts'
import { run, type Sql, type Statement } from './sql.ts'

/**
 * Bytes of specs and statuses that one read takes from the database, roughly: on the way to the client each is in memory
 * several times. A page of a thousand objects of ordinary length has two or three megabytes.
 */
export const mostBytes = 4_000_000

/** Objects that are not looked at before they are read: as many of the longest sort are within what a request may take. */
export const few = 3

/** Refuses to read objects, by their ids, that are too long together. */
export async function assertObjectSize(sql: Sql, ids: readonly bigint[]): Promise<void> {
  if (ids.length > few) refuse(await bytesOf(sql, sizeOfObjects, ids))
}

/** The same for the bodies of changes, by their places in the log. */
export async function assertChangeSize(sql: Sql, places: readonly bigint[]): Promise<void> {
  if (places.length > few) refuse(await bytesOf(sql, sizeOfChanges, places))
}

async function bytesOf(sql: Sql, statement: Statement, ids: readonly bigint[]): Promise<number> {
  const [row] = await run<{ bytes: number }>(sql, statement, [ids])
  return row?.bytes ?? 0
}

function refuse(bytes: number): void {
  if (bytes <= mostBytes) return
  const megabytes = (value: number): string => `${Math.ceil(value / 1e6)} MB`
  const message = `asks for objects that have ${megabytes(bytes)} together, more than ${megabytes(mostBytes)}`
  throw invalidInput([{ path: 'query', message, remedy: 'Ask for fewer at once.' }])
}

/** Short values are in the row and are told by it; of long ones the length is known only when they are unpacked. */
const lengthOf = (column: string): string =>
  `CASE WHEN pg_column_size(${column}) < 1000 THEN 2000 ELSE octet_length(${column}::text) END`

export const lengthOfObject = `${lengthOf('object.spec')} + ${lengthOf('object.status')}`

const sizeOfObjects: Statement = {
  name: 'size-of-objects',
  text: `SELECT sum(${lengthOfObject})::float AS bytes FROM "Object" object WHERE id = ANY($1)`,
}

const sizeOfChanges: Statement = {
  name: 'size-of-changes',
  text: `
  SELECT sum(coalesce(${lengthOf('before')}, 0) + coalesce(${lengthOf('after')}, 0))::float AS bytes
  FROM "Change" WHERE seq = ANY($1)`,
}
