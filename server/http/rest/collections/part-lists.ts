import type { RequestContext } from '../../../../schema/graphql/context.ts'
import type { Listed, ListFilter } from '../../../../schema/graphql/store-queries.ts'
import type { ListCursor } from '../../../../schema/object-order.ts'
import type { StoredObject } from '../../../../prisma/client.ts'
import { meets, type Entry, type ListRequest } from './collection.ts'

/** The entries that objects have. */
export interface Parts {
  /** Selects the objects. */
  objects: ListFilter
  /** Counts the entries of an object, without the cost of reading them. */
  count(object: StoredObject): number
  read(context: RequestContext, object: StoredObject): Promise<readonly Entry[]>
}

/** The number of objects per read. */
const pageSize = 100

/** Returns a page of the entries of objects. Reads only those of the page, unless filters concern the entries. */
export async function listParts(
  context: RequestContext,
  { objects, count, read }: Parts,
  { filters, offset, limit }: ListRequest,
): Promise<{ entries: Entry[]; total: number }> {
  const entries: Entry[] = []
  let total = 0
  for await (const object of objectsOf(context, objects)) {
    const matching =
      filters.size === 0 ? undefined : (await read(context, object)).filter((entry) => meets(entry, filters))
    const number = matching?.length ?? count(object)
    const isOnPage = total + number > offset && entries.length < limit
    if (isOnPage) {
      const found = matching ?? (await read(context, object))
      entries.push(...found.slice(Math.max(0, offset - total)).slice(0, limit - entries.length))
    }
    total += number
  }
  return { entries, total }
}

/** Yields all objects that a filter selects, in the order of their IDs. */
async function* objectsOf({ store }: RequestContext, filter: ListFilter): AsyncGenerator<StoredObject> {
  const orderBy = [{ field: 'id', direction: 'asc' }] as const
  for (let after: ListCursor | undefined = undefined; ;) {
    const range = after === undefined ? {} : { after }
    const { objects, cursors, isCut }: Listed = await store.list({
      ...filter,
      orderBy,
      limit: pageSize,
      ...range,
    })
    yield* objects
    after = cursors.at(-1)
    if (after === undefined || (objects.length < pageSize && !isCut)) return
  }
}
