import { listPermitted, type Cluster } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { labels, originOf, type Owner } from '../client/owner.ts'
import { concurrency } from './sync-context.ts'

export interface FormerIdSearch {
  cluster: Cluster
  owner: Owner
  /** The kinds to search. */
  types: readonly ResourceType[]
  signal: AbortSignal
}

/**
 * Returns the object ids on resources that carry the owner's control plane, kind, project and name but not its id: the
 * ids of objects that had this name before. Skips kinds that the credentials may not list.
 */
export async function formerIdsOf({ cluster, owner, types, signal }: FormerIdSearch): Promise<string[]> {
  const labelSelector = Object.entries(originOf(owner))
    .map(([key, value]) => `${key}=${value}`)
    .join()
  const distinct = new Map(types.map((type) => [`${type.group}/${type.version}/${type.plural}`, type]))
  const found = await mapWithLimit([...distinct.values()], concurrency, (type) =>
    listPermitted(cluster.client, { type, namespace: '', labelSelector, signal }),
  )
  const ids = found.flat().flatMap(({ metadata }) => metadata.labels?.[labels.objectId] ?? [])
  return [...new Set(ids)].filter((id) => id !== owner.id && /^\d{1,18}$/.test(id))
}
