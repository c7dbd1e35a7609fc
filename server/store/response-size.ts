import { invalidInput } from '../../schema/errors.ts'
import { run, type Sql, type Statement } from './sql.ts'

/**
 * The approximate limit, in bytes, of the specs, statuses and annotations that one read returns: on the way to the client each is in
 * memory several times. A page of a thousand ordinary objects takes two or three megabytes.
 */
export const maxBytes = 4_000_000

/**
 * The number of objects up to which their size is not checked before reading: even the largest ones stay within the
 * limit.
 */
export const uncheckedObjects = 3

/** Throws INVALID_INPUT when objects, given by their ids, exceed the size limit together. */
export async function assertObjectSize(sql: Sql, ids: readonly bigint[]): Promise<void> {
  if (ids.length > uncheckedObjects) assertSize(await bytesOf(sql, sizeOfObjects, ids))
}

/** Throws INVALID_INPUT when the bodies of changes, given by their cursors, exceed the size limit together. */
export async function assertChangeSize(sql: Sql, cursors: readonly bigint[]): Promise<void> {
  if (cursors.length > uncheckedObjects) assertSize(await bytesOf(sql, sizeOfChanges, cursors))
}

async function bytesOf(sql: Sql, statement: Statement, ids: readonly bigint[]): Promise<number> {
  const [row] = await run<{ bytes: number }>(sql, statement, [ids])
  return row?.bytes ?? 0
}

function assertSize(bytes: number): void {
  if (bytes <= maxBytes) return
  const megabytes = (value: number): string => `${Math.ceil(value / 1e6)} MB`
  const message = `requests objects with ${megabytes(bytes)} in total, more than ${megabytes(maxBytes)}`
  throw invalidInput([{ path: 'query', code: 'TOO_MANY', message, remedy: 'Request fewer at once.' }])
}

/**
 * Returns the SQL that estimates the length of a column. Short values are stored in the row; the length of long ones is
 * known only after decompression.
 */
const lengthOf = (column: string): string =>
  `CASE WHEN pg_column_size(${column}) < 1000 THEN 2000 ELSE octet_length(${column}::text) END`

export const lengthOfObject = ['spec', 'status', 'annotations']
  .map((column) => lengthOf(`object.${column}`))
  .join(' + ')

const sizeOfObjects: Statement = {
  name: 'size-of-objects',
  text: `SELECT sum(${lengthOfObject})::float AS bytes FROM "Object" object WHERE id = ANY($1)`,
}

const sizeOfChanges: Statement = {
  name: 'size-of-changes',
  text: `
  SELECT sum(${['before', 'after', 'metadata'].map((column) => `coalesce(${lengthOf(column)}, 0)`).join(' + ')})::float AS bytes
  FROM "Change" WHERE seq = ANY($1)`,
}
