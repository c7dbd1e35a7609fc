import type { Listed, ListFilter, ObjectListQuery } from '../../schema/graphql/store-queries.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { lengthOfObject, maxBytes } from './response-size.ts'
import { assertFilter } from './check-filter.ts'
import type { StoreContext } from './context.ts'
import { composedStatement, Parameters } from './dynamic-statements.ts'
import { filterCondition } from './filter.ts'
import { completeOrder, cursorColumns, cursorOf, followsCursor, orderClause, reversed } from './list-order.ts'
import { run, type Sql, type Statement } from './sql.ts'

/**
 * Returns one page of objects. The page is cut short when its objects are large, but contains at least one; with `fromEnd`,
 * the objects at the end of the list are retained.
 */
export function listObjects(context: StoreContext, query: ObjectListQuery): Promise<Listed> {
  return listRows(context, query, { columns: 'object.*', read: (row: StoredObject) => row })
}

/** Which columns of a row `object` a page has, and what becomes of them. */
interface PageRows<Row, Result> {
  columns: string
  read: (row: Row) => Result
}

/** Returns one page of objects, in one statement. */
export async function listRows<Row extends { id: bigint }, Result>(
  { reads }: StoreContext,
  query: ObjectListQuery,
  { columns, read }: PageRows<Row, Result>,
): Promise<Omit<Listed, 'objects'> & { objects: Result[] }> {
  const { orderBy, limit, after, before, fromEnd = false, offset = 0, ...filter } = query
  assertFilter(filter)
  const order = completeOrder(orderBy)
  const parameters = new Parameters()
  const conditions = [
    filterCondition(filter, parameters),
    ...(after === undefined ? [] : [followsCursor(order, { cursor: after, path: 'after' }, parameters)]),
    ...(before === undefined
      ? []
      : [followsCursor(reversed(order), { cursor: before, path: 'before' }, parameters)]),
  ]
  const direction = orderClause(fromEnd ? reversed(order) : order)
  const keys = order.keys.slice(0, -1).map((_, index) => `, sized.key${index}`)
  // Numbering the page, which is in order, rather than its table lets the limit end the scan. Rows beyond the size are empty.
  const text = `
  WITH page AS MATERIALIZED (
    SELECT object.id${cursorColumns(order)} FROM "Object" object WHERE ${conditions.join(' AND ')}
    ORDER BY ${direction} LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(offset, 'bigint')}
  ), ranked AS (
    SELECT *, row_number() OVER () AS rank FROM page
  ), sized AS (
    SELECT ranked.*, sum(${lengthOfObject}) OVER (ORDER BY rank) AS bytes
    FROM ranked JOIN "Object" object USING (id)
  )
  SELECT ${columns}${keys.join('')} FROM sized LEFT JOIN "Object" object
    ON object.id = sized.id AND (sized.bytes <= ${parameters.add(maxBytes, 'bigint')} OR sized.rank = 1)
  ORDER BY sized.rank`
  const rows = await run<Row & { id: bigint | null }>(
    reads,
    composedStatement('list', text),
    parameters.values,
  )
  const kept = rows.filter((row): row is Row & { id: bigint } => row.id !== null)
  const cursors = kept.map((row) => cursorOf(order, row))
  const objects = kept.map((row) => read(withoutKeys(row, keys.length)))
  return {
    objects: fromEnd ? objects.toReversed() : objects,
    cursors: fromEnd ? cursors.toReversed() : cursors,
    isCut: kept.length < rows.length,
  }
}

/** Removes the columns of the cursor from a row. */
function withoutKeys<Row extends object>(row: Row, keys: number): Row {
  for (let index = 0; index < keys; index++) Reflect.deleteProperty(row, `key${index}`)
  return row
}

/** Returns objects in the order of their ids, as many as fit into the size limit. */
export async function readPage(
  sql: Sql,
  ids: readonly bigint[],
): Promise<{ objects: StoredObject[]; isCut: boolean }> {
  if (ids.length === 0) return { objects: [], isCut: false }
  const rows = await run<StoredObject & { kept: boolean }>(sql, findPage, [ids, maxBytes])
  const objects = rows.flatMap(({ kept, ...object }) => (kept ? [object] : []))
  return { objects, isCut: objects.length < rows.length }
}

/** $1 ids in order, $2 bytes. Rows beyond the limit are empty; only their number matters. */
const findPage: Statement = {
  name: 'find-page',
  text: `
  WITH sized AS (
    SELECT id, rank, sum(${lengthOfObject}) OVER (ORDER BY rank) AS bytes
    FROM unnest($1::bigint[]) WITH ORDINALITY AS requested (id, rank) JOIN "Object" object USING (id)
  )
  SELECT object.*, object.id IS NOT NULL AS kept
  FROM sized LEFT JOIN "Object" object ON object.id = sized.id AND (sized.bytes <= $2 OR sized.rank = 1)
  ORDER BY sized.rank`,
}

/** Counts the objects that a filter matches. */
export async function countObjects({ reads }: StoreContext, filter: ListFilter): Promise<number> {
  assertFilter(filter)
  const parameters = new Parameters()
  const condition = filterCondition(filter, parameters)
  const text = `SELECT count(*)::int AS count FROM "Object" object WHERE ${condition}`
  const [row] = await run<{ count: number }>(reads, composedStatement('count', text), parameters.values)
  return row?.count ?? 0
}
