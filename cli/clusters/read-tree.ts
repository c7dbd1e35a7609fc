import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { findOwned } from '../objects/ownership.ts'
import type { ObjectTree } from './object-tree.ts'

/** Maximum depth of owned objects. Real ownership is only a few levels deep. */
const maxDepth = 10

/** Reads the tree of an object: its resources in the cluster and, recursively, the objects that it owns. */
export async function readTree(client: Client, object: AnyObject): Promise<ObjectTree> {
  const [nodes, owned] = await Promise.all([readNodes(client, object), readOwned(client, object)])
  return { object, nodes, owned }
}

async function readNodes(
  client: Client,
  { kind, name, projectName: project }: AnyObject,
): Promise<ObjectTree['nodes']> {
  return client.objects.tree({ kind, name, project })
}

/** Reads the trees of the objects that an object owns. */
export async function readOwned(client: Client, owner: AnyObject, depth = 1): Promise<ObjectTree[]> {
  if (depth > maxDepth) return []
  const owned: ObjectTree[] = []
  for (const object of await findOwned(client, owner.id)) {
    const [nodes, below] = await Promise.all([
      readNodes(client, object),
      readOwned(client, object, depth + 1),
    ])
    owned.push({ object, nodes, owned: below })
  }
  return owned
}
