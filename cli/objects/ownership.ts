import { ListOwnersDocument } from '../../client-sdk/generated/documents.ts'
import type { AnyObject, Client } from '../../client-sdk/index.ts'

/** Returns the objects on whose behalf a reconciler created an object. */
export async function findOwners(client: Client, id: string): Promise<{ kind: string; name: string }[]> {
  const { result } = await client.execute(ListOwnersDocument, { id, first: 100 })
  return result?.owners?.nodes.map(({ kind, name }) => ({ kind, name })) ?? []
}

/** Returns the objects that an object owns. */
export async function findOwned(client: Client, id: string): Promise<AnyObject[]> {
  const found: AnyObject[] = []
  for await (const object of client.objects.owned(id)) found.push(object)
  return found
}
