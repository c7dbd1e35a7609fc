import { listReadable, type Cluster } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { mapWithLimit } from '../client/map-with-limit.ts'
import { labels, originOf, type Owner } from '../client/owner.ts'
import { concurrency } from './sync-context.ts'

export interface FormerIdSearch {
  cluster: Cluster
  owner: Owner
  /** Kinds that are looked at. */
  types: readonly ResourceType[]
  signal: AbortSignal
}

/**
 * Other ids that resources in a cluster carry together with control plane, kind, project and name of the owner: of
 * objects that had its name before. What may not be listed is left out.
 */
export async function formerIdsOf({ cluster, owner, types, signal }: FormerIdSearch): Promise<string[]> {
  const labelSelector = Object.entries(originOf(owner))
    .map(([key, value]) => `${key}=${value}`)
    .join()
  const distinct = new Map(types.map((type) => [`${type.group}/${type.version}/${type.plural}`, type]))
  const found = await mapWithLimit([...distinct.values()], concurrency, (type) =>
    listReadable(cluster.client, { type, namespace: '', labelSelector, signal }),
  )
  const ids = found.flat().flatMap(({ metadata }) => metadata.labels?.[labels.objectId] ?? [])
  return [...new Set(ids)].filter((id) => id !== owner.id && /^\d{1,18}$/.test(id))
}
