import {
  viewColumns,
  type ListedStamps,
  type ListedViews,
  type ObjectListQuery,
  type ObjectView,
} from '../../schema/graphql/store-queries.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { listColumns, listRows, readRows } from './list.ts'
import { referencesIn } from './lookups.ts'
import { run, type Sql, type Statement } from './sql.ts'

/* Objects as the REST API shows them: only the columns that it needs, and everything in one statement. */

/** The references are null without any. A JSON number is exact for all IDs: a sequence reaches 2^53 after centuries. */
const shown = `${viewColumns.map((column) => `object."${column}"`).join(', ')},
  (SELECT json_object_agg(field, "toId") FROM "Reference" WHERE "fromId" = object.id) AS referenced`

type ViewRow = Omit<ObjectView, 'references'> & { referenced: Record<string, number> | null }

/** Returns an object of a kind; undefined when there is none with the ID. */
export async function findView(
  context: StoreContext,
  { kind, id }: { kind: string; id: bigint },
): Promise<ObjectView | undefined> {
  const found = await (togetherIn(context)?.view(id) ?? viewsOf(context.sql, [id]).then(([view]) => view))
  return found?.kind === kind ? found : undefined
}

/** Returns the objects with these IDs, in any order. */
export async function viewsOf(sql: Sql, ids: readonly bigint[]): Promise<ObjectView[]> {
  return (await run<ViewRow>(sql, findByIds, [ids])).map(viewOf)
}

const findByIds: Statement = {
  name: 'find-view',
  text: `SELECT ${shown} FROM "Object" object WHERE object.id = ANY($1)`,
}

/** Returns one page of objects, like `listObjects`. */
export function listViews(context: StoreContext, query: ObjectListQuery): Promise<ListedViews> {
  return listRows(context, query, viewRows)
}

/** Returns objects in the order of the IDs, as many as fit into the size limit, without those that are gone. */
export function findViews(
  { reads }: StoreContext,
  ids: readonly bigint[],
): Promise<{ objects: ObjectView[]; isCut: boolean }> {
  return readRows(reads, { ids, ...viewRows })
}

const viewRows = { name: 'find-views', columns: shown, read: viewOf }

/** Returns the stamps of one page of objects, in the order of `listObjects`. */
export function listStamps(context: StoreContext, query: ObjectListQuery): Promise<ListedStamps> {
  return listColumns(context, query, `${stamp} AS stamp`)
}

/** Each write of a row is by another transaction; what it refers to can change without it. */
const stamp = `object.xmin::text || ' ' || coalesce(
    (SELECT string_agg("toId"::text, ',') FROM "Reference" WHERE "fromId" = object.id), '')`

function viewOf({ referenced, ...row }: ViewRow): ObjectView {
  return { ...row, references: referencesIn(referenced) }
}
