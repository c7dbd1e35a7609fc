import { pause } from '../../schema/retry.ts'
import type { Client } from '../api-client.ts'
import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { labels } from '../kube/client/owner.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'
import type { ListedResources } from './live-list.ts'
import { LiveView } from './live-view.ts'
import { LogReader, pods, type SeenPod } from './log-reader.ts'
import { MergedLines } from './merge-lines.ts'
import { operatorNamespaces, ownPods, uidsOf } from './owner-chains.ts'

/** The interval in milliseconds at which the inventory is polled, because there is no notification of its changes. */
const inventoryInterval = 2000
/** Milliseconds within which several changes of pods are handled once. */
const debounce = 50

/** Streams the merged logs of all containers of all pods of an object; with `follow` also of future pods. */
export async function* readLogs(
  query: LogsQuery,
  { client, clusters, signal }: QueryContext,
): AsyncGenerator<readonly LogLine[]> {
  const { objectId, labelId = objectId, follow } = query
  const ended = new AbortController()
  const both = AbortSignal.any([signal, ended.signal])
  const merged = new MergedLines({ waitForIdle: !follow, signal: both })
  const lists = async (_: Cluster, entries: readonly InventoryEntry[]) => podLists(labelId, entries)
  const view = new LiveView({ clusters, signal: both, lists })
  let failure: unknown
  try {
    const reader = new LogReader(query, merged, both)
    const entries = await inventoryOfObject(client, objectId)
    await view.update(entries, follow)
    reader.start(await podsIn(view, { clusters, labelId, entries }))
    if (follow) {
      void followPods(view, { client, clusters, objectId, labelId, entries, reader }, both).catch(
        (error: unknown) => {
          failure = error
          ended.abort()
        },
      )
    } else merged.close()
    yield* merged.batches()
    if (failure !== undefined && !signal.aborted) throw failure
    signal.throwIfAborted()
  } finally {
    ended.abort()
    await view.ended()
  }
}

/**
 * Returns the lists of pods in the namespaces of an object: pods with its label, or all pods where operators may have
 * created unlabelled ones.
 */
function podLists(labelId: string, entries: readonly InventoryEntry[]): ListedResources[] {
  const ofOperators = operatorNamespaces(entries)
  const namespaces = new Set(entries.map(({ namespace }) => namespace).filter((each) => each !== ''))
  return [...namespaces].map((namespace) =>
    ofOperators.has(namespace)
      ? { type: pods, namespace }
      : { type: pods, namespace, labelSelector: `${labels.objectId}=${labelId}` },
  )
}

interface PodsOfObject {
  clusters: Clusters
  labelId: string
  entries: readonly InventoryEntry[]
}

async function podsIn(view: LiveView, { clusters, labelId, entries }: PodsOfObject): Promise<SeenPod[]> {
  const roots = uidsOf(entries)
  const found = [...view.objects()].map(async ([runtimeId, objects]) => {
    const cluster = await clusters.of(runtimeId)
    return ownPods(objects, { labelId, roots }).map((pod) => ({ cluster, pod }))
  })
  return (await Promise.all(found)).flat()
}

/** Passes every change of the pods to the reader, also in new namespaces. Throws when a list cannot be followed. */
async function followPods(
  view: LiveView,
  { client, reader, ...first }: PodsOfObject & { objectId: string; client: Client; reader: LogReader },
  signal: AbortSignal,
): Promise<void> {
  for (let { entries } = first; !signal.aborted; entries = await inventoryOfObject(client, first.objectId)) {
    await view.update(entries, true)
    for (const until = Date.now() + inventoryInterval; !signal.aborted;) {
      reader.update(await podsIn(view, { ...first, entries }))
      const left = until - Date.now()
      if (left <= 0 || !(await view.waitForChange(left))) break
      await pause(debounce, signal)
    }
  }
}
