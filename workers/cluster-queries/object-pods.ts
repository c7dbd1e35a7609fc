import type { InventoryEntry } from '../kube/apply/inventory.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { labels } from '../kube/client/owner.ts'
import type { ListedResources } from './live-list.ts'
import { LiveView } from './live-view.ts'
import { operatorNamespaces, ownPods, uidsOf } from './owner-chains.ts'
import type { QueryContext } from './query-context.ts'

/* The pods of an object: those with its label, and those that operators have created for its resources. */

export const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }

/**
 * Returns the lists of pods in the namespaces of an object: pods with its label, or all pods where operators may have
 * created unlabelled ones.
 */
export function podLists(labelId: string, entries: readonly InventoryEntry[]): ListedResources[] {
  const ofOperators = operatorNamespaces(entries)
  const namespaces = new Set(entries.map(({ namespace }) => namespace).filter((each) => each !== ''))
  return [...namespaces].map((namespace) =>
    ofOperators.has(namespace)
      ? { type: pods, namespace }
      : { type: pods, namespace, labelSelector: `${labels.objectId}=${labelId}` },
  )
}

/** Returns the pods of an object by runtime, as a view has listed them. */
export function podsInView(
  view: LiveView,
  { labelId, entries }: { labelId: string; entries: readonly InventoryEntry[] },
): Map<string, KubeObject[]> {
  const roots = uidsOf(entries)
  return new Map(
    [...view.objects()].map(([runtimeId, objects]) => [runtimeId, ownPods(objects, { labelId, roots })]),
  )
}

/** Returns the pods of an object by runtime. */
export async function podsOfObject(
  entries: readonly InventoryEntry[],
  labelId: string,
  { clusters, signal }: QueryContext,
): Promise<Map<string, KubeObject[]>> {
  const lists = async (_: Cluster, own: readonly InventoryEntry[]) => podLists(labelId, own)
  const view = new LiveView({ clusters, signal, lists })
  await view.update(entries, false)
  return podsInView(view, { labelId, entries })
}
