import { GetResourceTreeDocument, ListOwnedDocument } from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import type { Shown } from './object-tree.ts'

/** Objects within objects that are shown at most: owners own what owns others, in a few layers. */
const deepest = 10

/** Reads an object, what it has in its cluster, and the objects that it owns, each with the same. */
export async function readTree(client: Client, object: AnyObject): Promise<Shown> {
  const [nodes, owned] = await Promise.all([readNodes(client, object), readOwned(client, object)])
  return { object, nodes, owned }
}

async function readNodes(
  client: Client,
  { kind, name, projectName: project }: AnyObject,
): Promise<Shown['nodes']> {
  const { result } = await client.execute(GetResourceTreeDocument, { kind, name, project })
  return result
}

/** The objects that an object owns, each with its own tree. */
export async function readOwned(client: Client, owner: AnyObject, depth = 1): Promise<Shown[]> {
  if (depth > deepest) return []
  const owned: Shown[] = []
  for (let after: string | null = null; ;) {
    const { result }: Awaited<ReturnType<typeof page>> = await page(after)
    if (result === null) return owned
    for (const { node: object } of result.owned.edges) {
      const [nodes, below] = await Promise.all([
        readNodes(client, object),
        readOwned(client, object, depth + 1),
      ])
      owned.push({ object, nodes, owned: below })
    }
    if (!result.owned.pageInfo.hasNextPage) return owned
    after = result.owned.pageInfo.endCursor
  }

  function page(after: string | null) {
    return client.execute(ListOwnedDocument, { id: owner.id, first: 100, after })
  }
}
