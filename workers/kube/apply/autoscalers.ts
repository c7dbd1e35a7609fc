import { isAutoscalerKind } from '../../../schema/autoscaler-kinds.ts'
import type { ResourceIdentity } from '../../../schema/manifests.ts'
import { isScaledBy } from '../client/autoscaled.ts'
import type { KubeObject } from '../client/client.ts'
import { listObjects, type Cluster } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { isUnavailable, isKubeError } from '../client/kube-error.ts'

/** The autoscalers in a cluster, read once per reconcile. */
export interface Autoscalers {
  /** Reports whether an autoscaler in its namespace scales the resource; `unknown` if autoscalers cannot be listed. */
  scales(identity: ResourceIdentity): Promise<boolean | 'unknown'>
  /** Reports whether {@link Autoscalers.scales} has found an autoscaler for any resource. */
  found(): boolean
  /** Drops the cached lists, for example after autoscalers were deleted. */
  refresh(): void
}

/** Lists the autoscalers of a namespace on first use and caches them until {@link Autoscalers.refresh}. */
export function liveAutoscalers({ client, discovery }: Cluster, signal: AbortSignal): Autoscalers {
  let lists = new Map<string, Promise<KubeObject[] | 'unknown'>>()
  let found = false

  /** Leaves out autoscalers that are being deleted: they no longer scale anything. */
  const load = async (type: ResourceType, namespace: string): Promise<KubeObject[] | 'unknown'> => {
    try {
      const all = await listObjects(client, { type, namespace, signal })
      return all.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    } catch (error) {
      if (isKubeError(error, 'notFound')) return []
      if (isKubeError(error) && !isUnavailable(error)) return 'unknown'
      throw error
    }
  }
  const list = (type: ResourceType, namespace: string): Promise<KubeObject[] | 'unknown'> => {
    const key = `${type.group}/${type.plural} ${namespace}`
    const cached = lists.get(key) ?? load(type, namespace)
    lists.set(key, cached)
    return cached
  }
  let types: Promise<ResourceType[]> | undefined
  const autoscalerTypes = async (): Promise<ResourceType[]> =>
    (await discovery.appliable()).filter(({ kind, namespaced }) => namespaced && isAutoscalerKind(kind))

  return {
    scales: async (identity) => {
      types ??= autoscalerTypes()
      const listed = await Promise.all((await types).map((type) => list(type, identity.namespace)))
      const known = listed.filter((each) => each !== 'unknown').flat()
      const isScaled = known.some((autoscaler) => isScaledBy(identity, autoscaler))
      const result = isScaled || (listed.includes('unknown') ? 'unknown' : false)
      found ||= result !== false
      return result
    },
    found: () => found,
    refresh: () => {
      lists = new Map()
      found = false
    },
  }
}
