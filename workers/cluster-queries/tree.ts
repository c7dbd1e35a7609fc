import { setTimeout as sleep } from 'node:timers/promises'
import { apiVersionOf } from '../../schema/group-version.ts'
import type { ResourceNode, TreePart, TreeQuery } from '../../schema/cluster-queries.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { labels } from '../kube/client/owner.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'
import type { ListedResources } from './live-list.ts'
import { LiveView } from './live-view.ts'
import { operatorNamespaces } from './owner-chains.ts'
import { treeNodes } from './tree-nodes.ts'

/** Milliseconds within which several changes are sent once. */
const debounce = 100
/** The interval in milliseconds at which the inventory is polled, because there is no notification of its changes. */
const inventoryInterval = 2000
/** The most nodes of one part. */
const partSize = 500

/** Yields the tree of the cluster resources of an object; with `follow` again, as a whole, after each change. */
export async function* readTree(
  { objectId, labelId = objectId, follow }: TreeQuery,
  { client, clusters, signal }: QueryContext,
): AsyncGenerator<TreePart> {
  const ended = new AbortController()
  const view = new LiveView({
    clusters,
    signal: AbortSignal.any([signal, ended.signal]),
    lists: (cluster, entries) => listsOf(cluster, { labelId, entries }),
  })
  let previous: string | undefined
  try {
    for (;;) {
      const entries = await inventoryOfObject(client, objectId)
      await view.update(entries, follow)
      for (const until = Date.now() + inventoryInterval; ;) {
        const nodes = treeNodes(entries, view.objects())
        const serialised = JSON.stringify(nodes)
        if (serialised !== previous) yield* parts(nodes)
        previous = serialised
        if (!follow) return
        const left = until - Date.now()
        if (left <= 0 || !(await view.waitForChange(left))) break
        await sleep(debounce, undefined, { signal })
      }
      signal.throwIfAborted()
    }
  } finally {
    ended.abort()
    await view.ended()
  }
}

function* parts(nodes: readonly ResourceNode[]): Generator<TreePart> {
  for (let from = 0; from === 0 || from < nodes.length; from += partSize)
    yield { nodes: nodes.slice(from, from + partSize), isLast: from + partSize >= nodes.length }
}

/** Types of resources that controllers create. They carry our label, because our templates contain it. */
const owned = [
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', plural: 'replicasets', namespaced: true },
  { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true },
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true },
] as const

/**
 * Returns the lists of a tree: the kinds of the inventory in their namespaces, and the {@link owned} types in each of
 * these namespaces. Pods of operators do not carry our label, so namespaces with custom resources list all pods.
 */
async function listsOf(
  { discovery }: Cluster,
  { labelId, entries }: { labelId: string; entries: readonly InventoryEntry[] },
): Promise<ListedResources[]> {
  const labelSelector = `${labels.objectId}=${labelId}`
  const found = new Map<string, ListedResources>()
  for (const { group, version, kind, namespace } of entries) {
    const key = JSON.stringify([group, kind, namespace])
    if (found.has(key)) continue
    const type = await discovery.find(apiVersionOf({ group, version }), kind)
    if (type !== undefined) found.set(key, { type, namespace, labelSelector })
  }
  const ofOperators = operatorNamespaces(entries)
  for (const namespace of new Set(entries.map((entry) => entry.namespace).filter((each) => each !== ''))) {
    for (const type of owned) {
      const isUnlabelled = type.kind === 'Pod' && ofOperators.has(namespace)
      const list = isUnlabelled ? { type, namespace } : { type, namespace, labelSelector }
      found.set(JSON.stringify([type.group, type.kind, namespace]), list)
    }
  }
  return [...found.values()]
}
