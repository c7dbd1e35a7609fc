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
}

export interface ListPage<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: Node[]
}

/** Lists all objects. Fetches pages as they are consumed. */
export async function* listAll<Node, Filter>(
  page: (variables: ListVariables<Filter>) => Promise<{ result: ListPage<Node> | null }>,
  { filter, order, pageSize = 500 }: ListOptions<Filter>,
): AsyncGenerator<Node> {
  const orderBy = order === undefined ? null : [order].flat()
  for (let after: string | null = null; ;) {
    const { result } = await page({ filter: filter ?? null, orderBy, first: pageSize, after })
    if (result === null) return
    yield* result.nodes
    if (!result.pageInfo.hasNextPage) return
    after = result.pageInfo.endCursor
  }
}
