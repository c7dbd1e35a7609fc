import type { Listed, ListFilter, ObjectListQuery } from '../../schema/graphql/store-queries.ts'
import type { ListCursor } from '../../schema/object-order.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { lengthOfObject, maxBytes } from './response-size.ts'
import { assertFilter } from './check-filter.ts'
import type { StoreContext } from './context.ts'
import { composedStatement, Parameters } from './dynamic-statements.ts'
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
import { run, type Sql, type Statement } from './sql.ts'

/**
 * Returns one page of objects. The page is cut short when its objects are large, but contains at least one; with `fromEnd`,
 * the objects at the end of the list are retained.
 */
export async function listObjects({ reads, sql }: StoreContext, query: ObjectListQuery): Promise<Listed> {
  const { text, order, parameters } = composeList(query)
  const rows = await run<{ id: bigint }>(reads, composedStatement('list', text), parameters.values)
  return pageOf(sql, { order, rows, fromEnd: query.fromEnd ?? false })
}

/** Composes the statement that returns the IDs of a page, with the columns of their cursors, in the order of its rows. */
export function composeList(query: ObjectListQuery): {
  text: string
  order: ListOrder
  parameters: Parameters
} {
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
  const direction = fromEnd ? reversed(order) : order
  const text = `
  SELECT object.id${cursorColumns(order)} FROM "Object" object WHERE ${conditions.join(' AND ')}
  ORDER BY ${orderClause(direction)} LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(offset, 'bigint')}`
  return { text, order, parameters }
}

/** Returns the cursors of rows of a list. */
export function cursorsOf(order: ListOrder, rows: readonly { id: bigint }[]): ListCursor[] {
  return rows.map((row) => cursorOf(order, row))
}

async function pageOf(
  sql: Sql,
  { order, rows, fromEnd }: { order: ListOrder; rows: readonly { id: bigint }[]; fromEnd: boolean },
): Promise<Listed> {
  const page = await readPage(
    sql,
    rows.map(({ id }) => id),
  )
  const cursors = new Map(rows.map((row) => [row.id, cursorOf(order, row)]))
  const objects = fromEnd ? page.objects.toReversed() : page.objects
  return { ...page, objects, cursors: objects.map(({ id }) => cursors.get(id) ?? { id, values: [] }) }
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
