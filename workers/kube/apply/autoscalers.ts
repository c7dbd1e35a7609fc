import type { ResourceIdentity } from '../../../schema/manifests.ts'
import { isAutoscalerKind, isScaledBy } from '../client/autoscaled.ts'
import type { KubeObject } from '../client/client.ts'
import { listObjects, type Cluster } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { isAway, isKubeError } from '../client/kube-error.ts'

/** The autoscalers that are in a cluster now, as one reconcile sees them. */
export interface Autoscalers {
  /** Whether one in its namespace scales the resource; `unknown` where they cannot be listed. */
  scales(identity: ResourceIdentity): Promise<boolean | 'unknown'>
  /** Whether any was found to scale a resource. */
  found(): boolean
  /** Forgets what was read, for example after some were deleted. */
  refresh(): void
}

/** Reads the autoscalers of a namespace when they are first needed, and remembers them until {@link Autoscalers.refresh}. */
export function liveAutoscalers({ client, discovery }: Cluster, signal: AbortSignal): Autoscalers {
  let lists = new Map<string, Promise<KubeObject[] | 'unknown'>>()
  let found = false

  /** One that is being deleted scales no more. */
  const load = async (type: ResourceType, namespace: string): Promise<KubeObject[] | 'unknown'> => {
    try {
      const all = await listObjects(client, { type, namespace, signal })
      return all.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    } catch (error) {
      if (isKubeError(error, 'notFound')) return []
      if (isKubeError(error) && !isAway(error)) return 'unknown'
      throw error
    }
  }
  const list = (type: ResourceType, namespace: string): Promise<KubeObject[] | 'unknown'> => {
    const key = `${type.group}/${type.plural} ${namespace}`
    const known = lists.get(key) ?? load(type, namespace)
    lists.set(key, known)
    return known
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
      const answer = isScaled || (listed.includes('unknown') ? 'unknown' : false)
      found ||= answer !== false
      return answer
    },
    found: () => found,
    refresh: () => {
      lists = new Map()
      found = false
    },
  }
}
