import { pause } from '../../schema/retry.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { pathOf } from '../kube/client/paths.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { labels } from '../kube/client/owner.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'
import { containersOf, type ContainerRun } from './containers.ts'
import type { ListedResources } from './live-list.ts'
import { createLiveView, type LiveView } from './live-view.ts'
import { logStream, type StreamedLine } from './log-stream.ts'
import { mergeLines, type MergedLines } from './merge-lines.ts'
import { operatorNamespaces, ownPods, uidsOf } from './owner-chains.ts'

const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }

/** What asking again does not change. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'forbidden'])
/** Containers that are read at once, at most: each holds a connection. */
const most = 200

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
  const merged = mergeLines({ waits: !follow, signal: both })
  const lists = async (_: Cluster, entries: readonly InventoryEntry[]) => podLists(labelId, entries)
  const view = createLiveView({ clusters, signal: both, lists })
  let failure: unknown
  try {
    const reader = createReader(question, merged, both)
    const entries = await inventoryOfObject(client, objectId)
    await view.look(entries, follow)
    reader.begin(await podsIn(view, { clusters, labelId, entries }))
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
  {
    client,
    reader,
    ...first
  }: PodsOfObject & { objectId: string; client: Client; reader: ReturnType<typeof createReader> },
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

interface SeenPod {
  cluster: Cluster
  pod: KubeObject
}

/** Reads each run of each container once, from the moment it is seen. */
function createReader(question: LogsQuery, merged: MergedLines, signal: AbortSignal) {
  const { container: desired, follow, previous, tail } = question
  /** The last known run of each container. */
  const newest = new Map<string, ContainerRun>()
  const started = new Set<string>()
  const noticed = new Set<string>()
  let reading = 0

  const notice = (run: Pick<ContainerRun, 'namespace' | 'pod' | 'container'>, text: string): void => {
    const key = JSON.stringify([run, text])
    if (noticed.has(key)) return
    noticed.add(key)
    merged.add(only(noticeOf(run, text)))
  }

  async function* read(
    cluster: Cluster,
    run: ContainerRun,
    tailLines: number | undefined,
  ): AsyncGenerator<LogLine> {
    const { containerId, namespace, pod, container } = run
    const path = `${pathOf(pods, namespace, pod)}/log`
    let last: StreamedLine | undefined
    reading += 1
    try {
      for (;;) {
        const since = last === undefined ? question.since : new Date(last.time).toISOString()
        const limit = last === undefined ? { tail: tailLines } : {}
        const options = { path, container, follow, previous, since, ...limit, signal }
        try {
          for await (const line of logStream(cluster.client, options)) {
            if (last !== undefined && isBefore(line, last)) continue
            last = line
            yield { ...placeOf(run), time: new Date(line.time).toISOString(), text: line.text, notice: false }
          }
        } catch (error) {
          if (signal.aborted) return
          if (!isKubeError(error)) throw error
          // Gone with its pod: everything was read.
          if (error.failure === 'notFound') return
          if (!follow || refusals.has(error.failure)) return yield noticeOf(run, error.message)
        }
        // It ends with the container; or it broke off, and what follows is read from where it did.
        await pause(500, signal)
        const now = newest.get(containerId)
        const goesOn = now?.state === 'running' && now.restarts === run.restarts
        if (!follow || signal.aborted || !goesOn) return
      }
    } finally {
      reading -= 1
    }
  }

  const see = (seen: readonly SeenPod[], tailLines?: number): void => {
    for (const { cluster, pod } of seen) {
      for (const run of containersOf(pod, desired)) {
        newest.set(run.containerId, run)
        const key = `${run.containerId}/${run.restarts}`
        if (run.state === 'waiting') {
          if (!follow || isTrouble(run.reason)) notice(placeOf(run), `has not started: ${run.reason}`)
        } else if (previous && run.restarts === 0) notice(placeOf(run), 'has no run before this one')
        else if (reading >= most)
          notice(nowhere, `only ${most} containers are read; name one with --container`)
        else if (!started.has(key)) {
          started.add(key)
          merged.add(read(cluster, run, tailLines))
        }
      }
    }
  }

  return {
    /** Sees the pods that are there at first; only of these not everything is desired. */
    begin: (seen: readonly SeenPod[]): void => {
      see(seen, tail)
      if (seen.length === 0) notice(nowhere, 'there are no pods')
      if (
        desired === undefined ||
        seen.length === 0 ||
        seen.some(({ pod }) => containersOf(pod, desired).length > 0)
      )
        return
      const names = new Set(
        seen.flatMap(({ pod }) => containersOf(pod, '*').map(({ container }) => container)),
      )
      notice(nowhere, `no pod has a container "${desired}"; there are ${[...names].join(', ')}`)
    },
    /** Sees pods as they are now. */
    see,
  }
}

function isBefore(line: StreamedLine, last: StreamedLine): boolean {
  return line.time < last.time || (line.time === last.time && line.stamp <= last.stamp)
}

/** What is on every container's way says nothing. */
function isTrouble(reason: string): boolean {
  return reason !== '' && reason !== 'ContainerCreating' && reason !== 'PodInitializing'
}

function placeOf({ namespace, pod, container }: Pick<ContainerRun, 'namespace' | 'pod' | 'container'>) {
  return { namespace, pod, container }
}

const nowhere = { namespace: '', pod: '', container: '' }

function noticeOf(place: Pick<ContainerRun, 'namespace' | 'pod' | 'container'>, text: string): LogLine {
  return { ...placeOf(place), time: new Date().toISOString(), text, notice: true }
}

async function* only(line: LogLine): AsyncGenerator<LogLine> {
  yield line
}
