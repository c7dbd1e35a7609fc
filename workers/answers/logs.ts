import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import type { LogLine, LogsQuestion } from '../../schema/questions.ts'
import type { KubeObject } from '../kube/client.ts'
import type { Cluster } from '../kube/cluster.ts'
import { pathOf } from '../kube/discovery.ts'
import { isKubeError } from '../kube/kube-error.ts'
import { labels } from '../kube/resource.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { inventoryOfObject, type AnswerContext } from './answer-context.ts'
import { containersOf, type ContainerRun } from './containers.ts'
import { listNow, liveList, type ListedResources } from './live-list.ts'
import { logStream, type StreamedLine } from './log-stream.ts'
import { mergeLines, type MergedLines } from './merge-lines.ts'

const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }

/** What asking again does not change. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'forbidden'])
/** Containers that are read at once, at most: each holds a connection. */
const most = 200

/** What the containers of all pods of an object write, merged; with `follow` also those that come. */
export async function* readLogs(
  question: LogsQuestion,
  { client, clusters, signal }: AnswerContext,
): AsyncGenerator<readonly LogLine[]> {
  const ended = new AbortController()
  const both = AbortSignal.any([signal, ended.signal])
  const merged = mergeLines({ waits: !question.follow, signal: both })
  let failure: unknown
  try {
    const reader = createReader(question, merged, both)
    const first = await placesOf(question.objectId, { client, clusters })
    const lists = await Promise.all(first.map((place) => podsIn(place, both)))
    reader.begin(lists.flat())
    if (question.follow) {
      void followPlaces({ question, client, clusters, reader, first }, both).catch((error: unknown) => {
        failure = error
        ended.abort()
      })
    } else merged.close()
    yield* merged.batches()
    if (failure !== undefined && !signal.aborted) throw failure
    signal.throwIfAborted()
  } finally {
    ended.abort()
  }
}

/** Where pods of an object may be. */
interface PodPlace {
  cluster: Cluster
  list: ListedResources
}

/** The namespaces of what an object has. */
async function placesOf(
  objectId: string,
  { client, clusters }: { client: Client; clusters: Clusters },
): Promise<PodPlace[]> {
  const entries = await inventoryOfObject(client, objectId)
  const found = new Map<string, { runtimeId: string; namespace: string }>()
  for (const { runtimeId, namespace } of entries)
    if (namespace !== '') found.set(`${runtimeId}/${namespace}`, { runtimeId, namespace })
  return Promise.all(
    [...found.values()].map(async ({ runtimeId, namespace }) => ({
      cluster: await clusters.of(runtimeId),
      list: { type: pods, namespace, labelSelector: `${labels.objectId}=${objectId}` },
    })),
  )
}

async function podsIn({ cluster, list }: PodPlace, signal: AbortSignal): Promise<SeenPod[]> {
  const { objects } = await listNow(cluster.client, list, signal)
  return [...objects.values()].map((pod) => ({ cluster, pod }))
}

/** Milliseconds between two looks at where pods may be. */
const lookEvery = 2000

interface FollowedPlaces {
  question: LogsQuestion
  client: Client
  clusters: Clusters
  reader: ReturnType<typeof createReader>
  first: readonly PodPlace[]
}

/** Shows the reader every change of the pods, also in namespaces that come. Throws when one cannot be read. */
async function followPlaces(
  { question, client, clusters, reader, first }: FollowedPlaces,
  signal: AbortSignal,
): Promise<void> {
  const followed = new Set<string>()
  let failure: unknown
  for (
    let places = first;
    !signal.aborted;
    places = await placesOf(question.objectId, { client, clusters })
  ) {
    for (const { cluster, list } of places) {
      const key = `${cluster.runtimeId}/${list.namespace}`
      if (followed.has(key)) continue
      followed.add(key)
      liveList(cluster.client, list, {
        signal,
        changed: (objects) => reader.see([...objects.values()].map((pod) => ({ cluster, pod }))),
      }).catch((error: unknown) => (failure ??= error))
    }
    await sleep(lookEvery, undefined, { signal }).catch(() => undefined)
    if (failure !== undefined) throw failure
  }
}

interface SeenPod {
  cluster: Cluster
  pod: KubeObject
}

/** Reads each run of each container once, from the moment it is seen. */
function createReader(question: LogsQuestion, merged: MergedLines, signal: AbortSignal) {
  const { container: wanted, follow, previous, tail } = question
  /** The last known run of each container. */
  const newest = new Map<string, ContainerRun>()
  const begun = new Set<string>()
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
        await sleep(500, undefined, { signal }).catch(() => undefined)
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
      for (const run of containersOf(pod, wanted)) {
        newest.set(run.containerId, run)
        const key = `${run.containerId}/${run.restarts}`
        if (run.state === 'waiting') {
          if (!follow || isTrouble(run.reason)) notice(placeOf(run), `has not started: ${run.reason}`)
        } else if (previous && run.restarts === 0) notice(placeOf(run), 'has no run before this one')
        else if (reading >= most)
          notice(nowhere, `only ${most} containers are read; name one with --container`)
        else if (!begun.has(key)) {
          begun.add(key)
          merged.add(read(cluster, run, tailLines))
        }
      }
    }
  }

  return {
    /** Sees the pods that are there at first; only of these not everything is wanted. */
    begin: (seen: readonly SeenPod[]): void => {
      see(seen, tail)
      if (seen.length === 0) notice(nowhere, 'there are no pods')
      if (
        wanted === undefined ||
        seen.length === 0 ||
        seen.some(({ pod }) => containersOf(pod, wanted).length > 0)
      )
        return
      const names = new Set(
        seen.flatMap(({ pod }) => containersOf(pod, '*').map(({ container }) => container)),
      )
      notice(nowhere, `no pod has a container "${wanted}"; there are ${[...names].join(', ')}`)
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
