import { setTimeout as sleep } from 'node:timers/promises'
import type { ResourceNode, TreePart, TreeQuery } from '../../schema/cluster-queries.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { labels } from '../kube/client/owner.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'
import type { ListedResources } from './live-list.ts'
import { LiveView } from './live-view.ts'
import { operatorNamespaces } from './owner-chains.ts'
import { treeNodes } from './tree-nodes.ts'

/** Milliseconds within which changes are told of once. */
const gather = 100
/** Milliseconds between two looks at what the object has: its inventory tells nobody when it changes. */
const inventoryEvery = 2000
/** Nodes of one part. */
const partSize = 500

/** What an object has in clusters, whole; with `follow` again whenever it has changed. */
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
  let told: string | undefined
  try {
    for (;;) {
      const entries = await inventoryOfObject(client, objectId)
      await view.look(entries, follow)
      for (const until = Date.now() + inventoryEvery; ;) {
        const nodes = treeNodes(entries, view.objects())
        const text = JSON.stringify(nodes)
        if (text !== told) yield* parts(nodes)
        told = text
        if (!follow) return
        const left = until - Date.now()
        if (left <= 0 || !(await view.change(left))) break
        await sleep(gather, undefined, { signal })
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

/** What resources own, and who makes it. Those of ours carry our label: it stands in the templates that they are made of. */
const owned = [
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', plural: 'replicasets', namespaced: true },
  { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true },
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true },
] as const

/**
 * What is to be listed: the kinds of the inventory in their namespaces, and in each namespace what such kinds own. Pods
 * that operators make do not carry our label, so all pods of their namespaces are.
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
    const type = await discovery.find(group === '' ? version : `${group}/${version}`, kind)
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
