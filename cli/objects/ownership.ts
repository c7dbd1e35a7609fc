import { ListOwnedDocument, ListOwnersDocument } from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'

/** Entries per request. */
const pageSize = 100

/** Returns the objects on whose behalf a reconciler created an object. */
export async function findOwners(client: Client, id: string): Promise<{ kind: string; name: string }[]> {
  const { result } = await client.execute(ListOwnersDocument, { id, first: pageSize })
  return result?.owners.edges.map(({ node: { kind, name } }) => ({ kind, name })) ?? []
}

/** Returns the objects that an object owns. */
export async function findOwned(client: Client, id: string): Promise<AnyObject[]> {
  const found: AnyObject[] = []
  for (let after: string | null = null; ;) {
    const { result }: Awaited<ReturnType<typeof page>> = await page(after)
    if (result === null) return found
    found.push(...result.owned.edges.map(({ node }) => node))
    if (!result.owned.pageInfo.hasNextPage) return found
    after = result.owned.pageInfo.endCursor
  }

  function page(after: string | null) {
    return client.execute(ListOwnedDocument, { id, first: pageSize, after })
  }
}
