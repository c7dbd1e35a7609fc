import {
  viewColumns,
  type ListedViews,
  type ObjectListQuery,
  type ObjectView,
} from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'
import { composedStatement } from './dynamic-statements.ts'
import { composeList, cursorsOf } from './list.ts'
import { lengthOfObject, maxBytes } from './response-size.ts'
import { run, type Statement } from './sql.ts'

/* Objects as the REST API shows them: only the columns that it needs, and everything in one statement. */

const columns = viewColumns.map((column) => `object."${column}"`).join(', ')

/** Null without references. A JSON number is exact for all IDs: a sequence reaches 2^53 after centuries. */
const references = `
  (SELECT json_object_agg(field, "toId") FROM "Reference" WHERE "fromId" = object.id) AS "referenced"`

type ViewRow = Omit<ObjectView, 'references'> & { referenced: Record<string, number> | null }

/** Returns an object of a kind; undefined when there is none with the ID. */
export async function findView(
  { sql }: StoreContext,
  { kind, id }: { kind: string; id: bigint },
): Promise<ObjectView | undefined> {
  const [row] = await run<ViewRow>(sql, findById, [id, kind])
  return row === undefined ? undefined : viewOf(row)
}

const findById: Statement = {
  name: 'find-view',
  text: `SELECT ${columns}, ${references} FROM "Object" object WHERE object.id = $1 AND object.kind = $2`,
}

/** Returns one page of objects, like `listObjects`. */
export async function listViews({ reads }: StoreContext, query: ObjectListQuery): Promise<ListedViews> {
  const { fromEnd = false } = query
  const { text: page, order, parameters } = composeList(query)
  const keys = order.keys
    .slice(0, -1)
    .map((_, index) => `, sized.key${index}`)
    .join('')
  // The page is numbered in its order. Rows beyond the size limit have only the columns of the page.
  const text = `
  WITH page AS MATERIALIZED (${page}),
  ranked AS (SELECT *, row_number() OVER () AS rank FROM page),
  sized AS (
    SELECT ranked.*, sum(${lengthOfObject}) OVER (ORDER BY rank) AS bytes
    FROM ranked JOIN "Object" object USING (id)
  )
  SELECT ${columns}, ${references}${keys}
  FROM sized LEFT JOIN "Object" object
    ON object.id = sized.id AND (sized.bytes <= ${parameters.add(maxBytes, 'bigint')} OR sized.rank = 1)
  ORDER BY sized.rank`
  const rows = await run<ViewRow & { kind: string | null }>(
    reads,
    composedStatement('views', text),
    parameters.values,
  )
  const kept = rows.filter(({ kind }) => kind !== null)
  const ordered = fromEnd ? kept.toReversed() : kept
  return {
    objects: ordered.map(viewOf),
    cursors: cursorsOf(order, ordered),
    isCut: kept.length < rows.length,
  }
}

function viewOf({ referenced, ...row }: ViewRow): ObjectView {
  const entries = Object.entries(referenced ?? {}).map(([field, id]): [string, bigint] => [field, BigInt(id)])
  return { ...row, references: Object.fromEntries(entries) }
}
