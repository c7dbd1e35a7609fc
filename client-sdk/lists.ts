import type { ObjectFilter, ObjectOrder } from './generated/documents.ts'

export interface ListOptions {
  filter?: ObjectFilter
  order?: ObjectOrder
  /** Objects per request. @default 500 */
  pageSize?: number
}

/** Variables of an operation that lists objects. */
export interface ListVariables {
  filter: ObjectFilter | null
  order: ObjectOrder | null
  first: number
  after: string | null
}

export interface ListPage<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: { node: Node }[]
}

/** Lists all objects. Fetches pages as they are consumed. */
export async function* listAll<Node>(
  page: (variables: ListVariables) => Promise<{ result: ListPage<Node> }>,
  { filter, order, pageSize = 500 }: ListOptions,
): AsyncGenerator<Node> {
  for (let after: string | null = null; ;) {
    const variables: ListVariables = { filter: filter ?? null, order: order ?? null, first: pageSize, after }
    const { result } = await page(variables)
    for (const { node } of result.edges) yield node
    if (!result.pageInfo.hasNextPage) return
    after = result.pageInfo.endCursor
  }
}
