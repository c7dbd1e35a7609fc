import { pause } from '../../schema/retry.ts'
import type { Client } from '../../client-sdk/index.ts'
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

/** Milliseconds between two looks at where pods may be: the inventory tells nobody when it changes. */
const lookEvery = 2000
/** Milliseconds within which changes of pods are looked at once. */
const gather = 50

/** What the containers of all pods of an object write, merged; with `follow` also those that come. */
export async function* readLogs(
  question: LogsQuery,
  { client, clusters, signal }: QueryContext,
): AsyncGenerator<readonly LogLine[]> {
  const { objectId, labelId = objectId, follow } = question
  const ended = new AbortController()
  const both = AbortSignal.any([signal, ended.signal])
  const merged = new MergedLines({ waits: !follow, signal: both })
  const lists = async (_: Cluster, entries: readonly InventoryEntry[]) => podLists(labelId, entries)
  const view = new LiveView({ clusters, signal: both, lists })
  let failure: unknown
  try {
    const reader = new LogReader(question, merged, both)
    const entries = await inventoryOfObject(client, objectId)
    await view.look(entries, follow)
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

/** Pods in the namespaces of what an object has: those of its label, and all where operators may have made some. */
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

/** Shows the reader every change of the pods, also in namespaces that come. Throws when one cannot be read. */
async function followPods(
  view: LiveView,
  { client, reader, ...first }: PodsOfObject & { objectId: string; client: Client; reader: LogReader },
  signal: AbortSignal,
): Promise<void> {
  for (let { entries } = first; !signal.aborted; entries = await inventoryOfObject(client, first.objectId)) {
    await view.look(entries, true)
    for (const until = Date.now() + lookEvery; !signal.aborted;) {
      reader.see(await podsIn(view, { ...first, entries }))
      const left = until - Date.now()
      if (left <= 0 || !(await view.change(left))) break
      await pause(gather, signal)
    }
  }
}
