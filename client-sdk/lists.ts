import { checkPageSize } from './misuse.ts'
import type { ManagedObjectFilterInput, ObjectOrderInput } from './generated/documents.ts'

export interface ListOptions<Filter = ManagedObjectFilterInput> {
  filter?: Filter
  /** The keys of the order. Default: by ID. */
  order?: ObjectOrderInput | readonly ObjectOrderInput[]
  /** Objects per request. @default 500 */
  pageSize?: number
}

/** Variables of an operation that lists objects. */
export interface ListVariables<Filter> {
  filter: Filter | null
  orderBy: ObjectOrderInput[] | null
  first: number
  after: string | null
  /** True to read the position of the page as well. @default false */
  withPosition?: boolean
}

export interface ListPage<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
}

/** A page of a list, to show with a button for the next one. */
export interface Page<Node> {
  objects: Node[]
  hasNextPage: boolean
  /** The cursor of the last object, for `after` of the next page. Null for an empty page. */
  endCursor: string | null
}

export interface PageOptions<Filter = ManagedObjectFilterInput> extends Omit<
  ListOptions<Filter>,
  'pageSize'
> {
  /** Maximum number of objects. @default 100 */
  first?: number
  /** Cursor of the last object of the page before. Default: the start. */
  after?: string | null
}

/** Returns the keys of an order. */
export function keysOf(order: ObjectOrderInput | readonly ObjectOrderInput[]): ObjectOrderInput[] {
  return [order].flat()
}

/** Returns one page of a list. */
export async function pageOf<Node, Filter>(
  read: (variables: ListVariables<Filter>) => Promise<{ result: ListPage<Node> | null }>,
  { filter, order, first = 100, after = null }: PageOptions<Filter>,
): Promise<Page<Node>> {
  checkPageSize(first, 'first')
  const orderBy = order === undefined ? null : keysOf(order)
  const { result } = await read({ filter: filter ?? null, orderBy, first, after })
  return {
    objects: result?.nodes ?? [],
    hasNextPage: result?.pageInfo.hasNextPage ?? false,
    endCursor: result?.pageInfo.endCursor ?? null,
  }
}

/** Lists all objects. Fetches pages as they are consumed. */
export async function* listAll<Node, Filter>(
  page: (variables: ListVariables<Filter>) => Promise<{ result: ListPage<Node> | null }>,
  { filter, order, pageSize = 500 }: ListOptions<Filter>,
): AsyncGenerator<Node> {
  checkPageSize(pageSize, 'pageSize')
  const options = { ...(filter && { filter }), ...(order && { order }), first: pageSize }
  for (let after: string | null = null; ;) {
    const { objects, hasNextPage, endCursor }: Page<Node> = await pageOf(page, { ...options, after })
    yield* objects
    if (!hasNextPage) return
    after = endCursor
  }
}
