import { pause } from '../../schema/retry.ts'
import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { pathOf } from '../kube/client/paths.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { containersOf, type ContainerRun } from './containers.ts'
import { logStream, type StreamedLine } from './log-stream.ts'
import type { MergedLines } from './merge-lines.ts'

export const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }

/** What asking again does not change. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'forbidden'])
/** Containers that are read at once, at most: each holds a connection. */
const most = 200
/** Milliseconds before a stream that has ended is taken up again. */
const pauseAfterEnd = 500

export interface SeenPod {
  cluster: Cluster
  pod: KubeObject
}

/** One run of a container, and how many of its last lines are desired. */
interface ReadRun {
  cluster: Cluster
  run: ContainerRun
  tail: number | undefined
}

type Place = Pick<ContainerRun, 'namespace' | 'pod' | 'container'>

/** Reads each run of each container once, from the moment it is seen. */
export class LogReader {
  readonly #question: LogsQuery
  readonly #merged: MergedLines
  readonly #signal: AbortSignal
  /** The last known run of each container. */
  readonly #newest = new Map<string, ContainerRun>()
  /** Runs that are read, or were. */
  readonly #started = new Set<string>()
  readonly #noticed = new Set<string>()
  /** How many containers are read now. */
  #reading = 0

  constructor(question: LogsQuery, merged: MergedLines, signal: AbortSignal) {
    this.#question = question
    this.#merged = merged
    this.#signal = signal
  }

  /** Sees the pods that are there at first; only of these not everything is desired. */
  start(seen: readonly SeenPod[]): void {
    const { container: desired, tail } = this.#question
    this.#seeAll(seen, tail)
    if (seen.length === 0) this.#notice(nowhere, 'there are no pods')
    const isThere = seen.some(({ pod }) => containersOf(pod, desired).length > 0)
    if (desired === undefined || seen.length === 0 || isThere) return
    const names = new Set(seen.flatMap(({ pod }) => containersOf(pod, '*').map(({ container }) => container)))
    this.#notice(nowhere, `no pod has a container "${desired}"; there are ${[...names].join(', ')}`)
  }

  /** Sees pods as they are now. */
  see(seen: readonly SeenPod[]): void {
    this.#seeAll(seen, undefined)
  }

  #seeAll(seen: readonly SeenPod[], tail: number | undefined): void {
    for (const { cluster, pod } of seen)
      for (const run of containersOf(pod, this.#question.container)) this.#seeRun({ cluster, run, tail })
  }

  #seeRun(read: ReadRun): void {
    const { run } = read
    const { follow, previous } = this.#question
    this.#newest.set(run.containerId, run)
    const key = `${run.containerId}/${run.restarts}`
    if (run.state === 'waiting') {
      if (!follow || isTrouble(run.reason)) this.#notice(run, `has not started: ${run.reason}`)
    } else if (previous && run.restarts === 0) this.#notice(run, 'has no run before this one')
    else if (this.#reading >= most)
      this.#notice(nowhere, `only ${most} containers are read; name one with --container`)
    else if (!this.#started.has(key)) {
      this.#started.add(key)
      this.#merged.add(this.#read(read))
    }
  }

  /** Says something once. */
  #notice(place: Place, text: string): void {
    const key = JSON.stringify([placeOf(place), text])
    if (this.#noticed.has(key)) return
    this.#noticed.add(key)
    this.#merged.add(only(noticeOf(place, text)))
  }

  async *#read(read: ReadRun): AsyncGenerator<LogLine> {
    this.#reading += 1
    try {
      let last: StreamedLine | undefined
      do {
        try {
          for await (const line of this.#lines(read, last)) {
            if (last !== undefined && isBefore(line, last)) continue
            last = line
            yield {
              ...placeOf(read.run),
              time: new Date(line.time).toISOString(),
              text: line.text,
              notice: false,
            }
          }
        } catch (error) {
          if (this.#isEnd(error)) return
          if (this.#isRefusal(error)) return yield noticeOf(read.run, error.message)
        }
        // It ends with the container; or it broke off, and what follows is read from where it did.
        await pause(pauseAfterEnd, this.#signal)
      } while (this.#goesOn(read.run))
    } finally {
      this.#reading -= 1
    }
  }

  /** The lines of a run; where some were read before, from the last of them on. */
  #lines({ cluster, run, tail }: ReadRun, last: StreamedLine | undefined): AsyncIterable<StreamedLine> {
    const { container, namespace, pod } = run
    const { follow, previous } = this.#question
    const from =
      last === undefined
        ? { since: this.#question.since, tail }
        : { since: new Date(last.time).toISOString() }
    const path = `${pathOf(pods, namespace, pod)}/log`
    return logStream(cluster.client, { path, container, follow, previous, ...from, signal: this.#signal })
  }

  /** Whether a failure means that there is nothing more to read. Throws what is no failure of a cluster. */
  #isEnd(error: unknown): boolean {
    if (this.#signal.aborted) return true
    if (!isKubeError(error)) throw error
    // Gone with its pod: everything was read.
    return error.failure === 'notFound'
  }

  /** Whether a failure is final. */
  #isRefusal(error: unknown): error is Error {
    return isKubeError(error) && (!this.#question.follow || refusals.has(error.failure))
  }

  /** Whether the run of a container may write more. */
  #goesOn({ containerId, restarts }: ContainerRun): boolean {
    const now = this.#newest.get(containerId)
    const isSame = now?.state === 'running' && now.restarts === restarts
    return this.#question.follow && !this.#signal.aborted && isSame
  }
}

function isBefore(line: StreamedLine, last: StreamedLine): boolean {
  return line.time < last.time || (line.time === last.time && line.stamp <= last.stamp)
}

/** What is on every container's way says nothing. */
function isTrouble(reason: string): boolean {
  return reason !== '' && reason !== 'ContainerCreating' && reason !== 'PodInitializing'
}

function placeOf({ namespace, pod, container }: Place) {
  return { namespace, pod, container }
}

const nowhere = { namespace: '', pod: '', container: '' }

function noticeOf(place: Place, text: string): LogLine {
  return { ...placeOf(place), time: new Date().toISOString(), text, notice: true }
}

async function* only(line: LogLine): AsyncGenerator<LogLine> {
  yield line
}
