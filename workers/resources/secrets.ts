import type { Cluster } from '../kube/client/cluster.ts'
import { getObject } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { isRecord } from '../../schema/manifests.ts'

/** The type of Secrets, for requests that need no discovery. */
export const secretType: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
}

/** Returns the values of a Secret in the cluster as text, by key; undefined if it does not exist. */
export async function readSecret(
  { client }: Cluster,
  { namespace, name }: { namespace: string; name: string },
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
  const secret = await getObject(client, { type: secretType, namespace, name }, signal)
  if (secret === undefined) return undefined
  const data = isRecord(secret['data']) ? secret['data'] : {}
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value), 'base64').toString()]),
  )
}
