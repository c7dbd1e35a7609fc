import { ListReferrersDocument, type ListReferrersQuery } from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'

type Page = NonNullable<ListReferrersQuery['result']>['referrers']

/** An object that refers to another, and the spec field with the reference. */
export type Referrer = Page['edges'][number]

/** Entries per request. */
const pageSize = 500

/** Returns all objects that refer to an object. */
export async function findReferrers(client: Client, id: string): Promise<Referrer[]> {
  const found: Referrer[] = []
  for (let after: string | null = null; ;) {
    const { result }: ListReferrersQuery = await client.execute(ListReferrersDocument, {
      id,
      first: pageSize,
      after,
    })
    if (result === null) return found
    found.push(...result.referrers.edges)
    if (!result.referrers.pageInfo.hasNextPage) return found
    after = result.referrers.pageInfo.endCursor
  }
}
