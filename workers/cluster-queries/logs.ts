import { pause } from '../../schema/retry.ts'
import type { Client } from '../api-client.ts'
import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'
import { LiveView } from './live-view.ts'
import { LogHistory } from './log-history.ts'
import { generalNotice, LogReader, type SeenPod } from './log-reader.ts'
import { MergedLines } from './merge-lines.ts'
import { podLists, podsInView } from './object-pods.ts'
import { StoredLines } from './stored-lines.ts'
import { telemetrySourcesOf } from './telemetry.ts'

/** The interval in milliseconds at which the inventory is polled, because there is no notification of its changes. */
const inventoryInterval = 2000
/** Milliseconds within which several changes of pods are handled once. */
const debounce = 50

/**
 * Streams the merged logs of all containers of all pods of an object; with `follow` also of future pods. Lines that pods no
 * longer have, and those of deleted pods, come from where the logs of the runtime are stored.
 */
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
    const startedAt = BigInt(Date.now()) * 1_000_000n
    const entries = await inventoryOfObject(client, objectId)
    const stored = new StoredLines({
      query,
      labelId,
      startedAt,
      histories: await historiesOf(entries, { client, clusters, signal: both }),
      signal: both,
      notice: (text) => merged.add(generalNotice(text)),
    })
    const reader = new LogReader({ query, merged, stored, signal: both })
    await view.update(entries, follow)
    const seen = await podsIn(view, { clusters, labelId, entries })
    reader.start(seen)
    for (const runtimeId of stored.runtimes)
      for (const lines of await stored.ofDeletedPods(runtimeId, remaining(runtimeId, entries, seen)))
        merged.add(lines)
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

/** Returns where the logs of the runtimes of an object are stored, by runtime. */
async function historiesOf(
  entries: readonly InventoryEntry[],
  { client, clusters, signal }: QueryContext,
): Promise<Map<string, LogHistory>> {
  const found = new Map<string, LogHistory>()
  for (const runtimeId of new Set(entries.map((entry) => entry.runtimeId))) {
    const { logs } = await telemetrySourcesOf(client, runtimeId)
    if (logs !== null) found.set(runtimeId, new LogHistory(await clusters.of(runtimeId), logs, signal))
  }
  return found
}

/** Returns the namespaces of an object in a runtime, and the pods that it has there. */
function remaining(runtimeId: string, entries: readonly InventoryEntry[], seen: readonly SeenPod[]) {
  const own = entries.filter((entry) => entry.runtimeId === runtimeId && entry.namespace !== '')
  const existing = seen.filter(({ cluster }) => cluster.runtimeId === runtimeId)
  return {
    namespaces: [...new Set(own.map(({ namespace }) => namespace))],
    exceptPods: new Set(existing.map(({ pod }) => pod.metadata.name)),
  }
}

interface PodsOfObject {
  clusters: Clusters
  labelId: string
  entries: readonly InventoryEntry[]
}

async function podsIn(view: LiveView, { clusters, labelId, entries }: PodsOfObject): Promise<SeenPod[]> {
  const found = [...podsInView(view, { labelId, entries })].map(async ([runtimeId, pods]) => {
    const cluster = await clusters.of(runtimeId)
    return pods.map((pod) => ({ cluster, pod }))
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
