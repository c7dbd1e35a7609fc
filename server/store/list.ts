import type { Listed, ListFilter, ObjectListQuery } from '../../schema/graphql/store-queries.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { lengthOfObject, maxBytes } from './response-size.ts'
import { assertFilter } from './check-filter.ts'
import type { StoreContext } from './context.ts'
import { Parameters, runComposed } from './dynamic-statements.ts'
import { filterCondition } from './filter.ts'
import {
  completeOrder,
  cursorColumns,
  cursorOf,
  followsCursor,
  orderClause,
  reversed,
  type ListOrder,
} from './list-order.ts'
import { run, type Sql } from './sql.ts'

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
): Promise<Page<Result>> {
  const parameters = new Parameters()
  const { order, text: page } = selectPage(query, parameters)
  const keys = order.keys.slice(0, -1).map((_, index) => `, sized.key${index}`)
  // Numbering the page, which is in order, rather than its table lets the limit end the scan.
  const text = `
  WITH page AS MATERIALIZED (${page}), ranked AS (
    SELECT *, row_number() OVER () AS rank FROM page
  ), ${sized}
  SELECT ${columns}${keys.join('')} ${objectsWithin(parameters.add(maxBytes, 'bigint'))}`
  const rows = await runComposed<Row | Emptied<Row>>(reads, 'list', { text, parameters })
  const kept = rows.filter(isKept)
  const cursors = kept.map((row) => cursorOf(order, row))
  const objects = kept.map((row) => read(withoutKeys(row, keys.length)))
  return inOrder(query, { objects, cursors, isCut: kept.length < rows.length })
}

/** Returns one page of small columns of objects, without their specs and statuses. */
export async function listColumns<Row extends { id: bigint }>(
  { reads }: StoreContext,
  query: ObjectListQuery,
  columns: string,
): Promise<Page<Row>> {
  const parameters = new Parameters()
  const { order, text } = selectPage(query, parameters, columns)
  const rows = await runComposed<Row>(reads, 'list-columns', { text, parameters })
  return inOrder(query, {
    objects: rows,
    cursors: rows.map((row) => cursorOf(order, row)),
    isCut: false,
  })
}

type Page<Result> = Omit<Listed, 'objects'> & { objects: Result[] }

/** Composes the query for the IDs of a page, for the columns of its cursors, and for further columns of a row `object`. */
function selectPage(
  { orderBy, limit, after, before, fromEnd = false, offset = 0, ...filter }: ObjectListQuery,
  parameters: Parameters,
  columns?: string,
): { order: ListOrder; text: string } {
  assertFilter(filter)
  const order = completeOrder(orderBy)
  const conditions = [
    filterCondition(filter, parameters),
    ...(after === undefined ? [] : [followsCursor(order, { cursor: after, path: 'after' }, parameters)]),
    ...(before === undefined
      ? []
      : [followsCursor(reversed(order), { cursor: before, path: 'before' }, parameters)]),
  ]
  const text = `
    SELECT object.id${columns === undefined ? '' : `, ${columns}`}${cursorColumns(order)}
    FROM "Object" object WHERE ${conditions.join(' AND ')}
    ORDER BY ${orderClause(fromEnd ? reversed(order) : order)}
    LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(offset, 'bigint')}`
  return { order, text }
}

/** Returns a page in the order of the list, which one from the end was read against. */
function inOrder<Result>({ fromEnd = false }: ObjectListQuery, page: Page<Result>): Page<Result> {
  const { objects, cursors } = page
  return fromEnd ? { ...page, objects: objects.toReversed(), cursors: cursors.toReversed() } : page
}

/** SQL: the rows of `ranked`, each with the bytes of its object and of those before it. */
const sized = `
  sized AS (
    SELECT ranked.*, sum(${lengthOfObject}) OVER (ORDER BY rank) AS bytes
    FROM ranked JOIN "Object" object USING (id)
  )`

/** SQL: the rows of `sized` in order with their objects. The columns of an object beyond the bytes are null, but for the first. */
const objectsWithin = (bytes: string): string => `
  FROM sized LEFT JOIN "Object" object ON object.id = sized.id AND (sized.bytes <= ${bytes} OR sized.rank = 1)
  ORDER BY sized.rank`

/** Removes the columns of the cursor from a row. They are its last, and going backwards keeps its layout a fast one. */
function withoutKeys<Row extends object>(row: Row, keys: number): Row {
  for (let index = keys - 1; index >= 0; index--) Reflect.deleteProperty(row, `key${index}`)
  return row
}

/** Returns objects in the order of their ids, as many as fit into the size limit. */
export function readPage(
  sql: Sql,
  ids: readonly bigint[],
): Promise<{ objects: StoredObject[]; isCut: boolean }> {
  return readRows(sql, { ids, name: 'find-page', columns: 'object.*', read: (row: StoredObject) => row })
}

/** Returns columns of objects in the order of their ids, of as many as fit into the size limit. */
export async function readRows<Row extends { id: bigint }, Result>(
  sql: Sql,
  { ids, name, columns, read }: PageRows<Row, Result> & { ids: readonly bigint[]; name: string },
): Promise<{ objects: Result[]; isCut: boolean }> {
  if (ids.length === 0) return { objects: [], isCut: false }
  const rows = await run<Row | Emptied<Row>>(sql, { name, text: findPage(columns) }, [ids, maxBytes])
  const kept = rows.filter(isKept)
  return { objects: kept.map(read), isCut: kept.length < rows.length }
}

/** A row beyond the size of a page, of which only the number matters. */
type Emptied<Row> = Record<keyof Row, null>

function isKept<Row extends { id: bigint }>(row: Row | Emptied<Row>): row is Row {
  return row.id !== null
}

/** $1 ids in order, $2 bytes. */
const findPage = (columns: string): string => `
  WITH ranked AS (
    SELECT id, rank FROM unnest($1::bigint[]) WITH ORDINALITY AS requested (id, rank)
  ), ${sized}
  SELECT ${columns} ${objectsWithin('$2')}`

/** Counts the objects that a filter matches. */
export async function countObjects({ reads }: StoreContext, filter: ListFilter): Promise<number> {
  assertFilter(filter)
  const parameters = new Parameters()
  const condition = filterCondition(filter, parameters)
  const text = `SELECT count(*)::int AS count FROM "Object" object WHERE ${condition}`
  const [row] = await runComposed<{ count: number }>(reads, 'count', { text, parameters })
  return row?.count ?? 0
}
