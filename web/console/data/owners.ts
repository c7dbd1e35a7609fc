import { ListOwnersDocument } from '../../../client-sdk/generated/documents.ts'
import type { Named } from './paths.ts'
import { client } from './session.ts'

interface ReadOwner {
  kind: string
  name: string
  project: { name: string } | null
}

/** Returns the owners of an object, the one that decides its spec first. */
export async function readOwners(id: string): Promise<Named[]> {
  const { result } = await client.execute(ListOwnersDocument, { id, first: 20 })
  return (result?.owners?.nodes ?? []).map(namedOf)
}

/** Returns the owner of the owners of an object that has none itself. Ownership is a few levels deep. */
export async function topmostOwner(id: string, signal: AbortSignal): Promise<Named | undefined> {
  const { result } = await client.with({ signal }).execute(ListOwnersDocument, { id, first: 1 })
  const owner = result?.owners?.nodes[0]
  return owner === undefined ? undefined : ((await topmostOwner(owner.id, signal)) ?? namedOf(owner))
}

export function namedOf({ kind, name, project }: ReadOwner): Named {
  return { kind, name, projectName: project?.name ?? null }
}
