import { pause } from '../../schema/retry.ts'
import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { pathOf } from '../kube/client/paths.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { containersOf, type ContainerRun } from './containers.ts'
import { logStream, type StreamedLine } from './log-stream.ts'
import type { MergedLines } from './merge-lines.ts'

export const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }

/** Failures that a retry cannot fix. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'forbidden'])
/** The most containers that are read at the same time. Each of them occupies a connection. */
const maxContainers = 200
/** Milliseconds before a stream that has ended is resumed. */
const resumePause = 500

export interface SeenPod {
  cluster: Cluster
  pod: KubeObject
}

/** A run of a container to read, optionally limited to its last lines. */
interface ReadRun {
  cluster: Cluster
  run: ContainerRun
  tail: number | undefined
}

type LogSource = Pick<ContainerRun, 'namespace' | 'pod' | 'container'>

/** Reads the log of each run of each container, once per run and from the moment the run is observed. */
export class LogReader {
  readonly #query: LogsQuery
  readonly #merged: MergedLines
  readonly #signal: AbortSignal
  /** The last observed run of each container. */
  readonly #newest = new Map<string, ContainerRun>()
  /** Runs whose reading has started. */
  readonly #started = new Set<string>()
  readonly #notices = new Set<string>()
  /** The number of containers being read. */
  #reading = 0

  constructor(query: LogsQuery, merged: MergedLines, signal: AbortSignal) {
    this.#query = query
    this.#merged = merged
    this.#signal = signal
  }

  /**
   * Starts with the existing pods. The limit of the query on the number of lines applies only to these. Throws NOT_FOUND if
   * none of them has the desired container.
   */
  start(seen: readonly SeenPod[]): void {
    const { container: desired, tail } = this.#query
    this.#updateAll(seen, tail)
    if (seen.length === 0) this.#notice(noSource, 'there are no pods')
    const isFound = seen.some(({ pod }) => containersOf(pod, desired).length > 0)
    if (desired === undefined || seen.length === 0 || isFound) return
    const names = new Set(seen.flatMap(({ pod }) => containersOf(pod, '*').map(({ container }) => container)))
    const message = `no pod has a container "${desired}". Its containers are ${[...names].join(', ')}.`
    throw new PlatformError('NOT_FOUND', message)
  }

  /** Updates the observed pods and starts to read new runs of their containers. */
  update(seen: readonly SeenPod[]): void {
    this.#updateAll(seen, undefined)
  }

  #updateAll(seen: readonly SeenPod[], tail: number | undefined): void {
    for (const { cluster, pod } of seen)
      for (const run of containersOf(pod, this.#query.container)) this.#updateRun({ cluster, run, tail })
  }

  #updateRun(read: ReadRun): void {
    const { run } = read
    const { follow, previous } = this.#query
    this.#newest.set(run.containerId, run)
    const key = `${run.containerId}/${run.restarts}`
    if (run.state === 'waiting') {
      if (!follow || isFailureReason(run.reason)) this.#notice(run, `has not started: ${run.reason}`)
    } else if (previous && run.restarts === 0) this.#notice(run, 'has no run before this one')
    else if (this.#reading >= maxContainers)
      this.#notice(noSource, `only ${maxContainers} containers are read; name one with --container`)
    else if (!this.#started.has(key)) {
      this.#started.add(key)
      this.#merged.add(this.#read(read))
    }
  }

  /** Emits a notice, once per source and text. */
  #notice(source: LogSource, text: string): void {
    const key = JSON.stringify([sourceOf(source), text])
    if (this.#notices.has(key)) return
    this.#notices.add(key)
    this.#merged.add(only(noticeOf(source, text)))
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
              ...sourceOf(read.run),
              time: new Date(line.time).toISOString(),
              text: line.text,
              notice: false,
            }
          }
        } catch (error) {
          if (this.#isEnd(error)) return
          if (this.#isRefusal(error)) return yield noticeOf(read.run, error.message)
        }
        // The stream ended with the container, or it broke and is resumed after the last line.
        await pause(resumePause, this.#signal)
      } while (this.#mayWriteMore(read.run))
    } finally {
      this.#reading -= 1
    }
  }

  /** Streams the lines of a run, starting from the last line that was read, if any. */
  #lines({ cluster, run, tail }: ReadRun, last: StreamedLine | undefined): AsyncIterable<StreamedLine> {
    const { container, namespace, pod } = run
    const { follow, previous } = this.#query
    const from =
      last === undefined ? { since: this.#query.since, tail } : { since: new Date(last.time).toISOString() }
    const path = `${pathOf(pods, namespace, pod)}/log`
    return logStream(cluster.client, { path, container, follow, previous, ...from, signal: this.#signal })
  }

  /** Reports whether a failure means that there is nothing more to read. Throws errors that are not from a cluster. */
  #isEnd(error: unknown): boolean {
    if (this.#signal.aborted) return true
    if (!isKubeError(error)) throw error
    // The container is gone with its pod, so everything has been read.
    return error.failure === 'notFound'
  }

  /** Reports whether a failure is final. */
  #isRefusal(error: unknown): error is Error {
    return isKubeError(error) && (!this.#query.follow || refusals.has(error.failure))
  }

  /** Reports whether the run of a container may write more lines. */
  #mayWriteMore({ containerId, restarts }: ContainerRun): boolean {
    const current = this.#newest.get(containerId)
    const isSame = current?.state === 'running' && current.restarts === restarts
    return this.#query.follow && !this.#signal.aborted && isSame
  }
}

function isBefore(line: StreamedLine, last: StreamedLine): boolean {
  return line.time < last.time || (line.time === last.time && line.stamp <= last.stamp)
}

/** Reports whether a reason for waiting indicates a failure; reasons of every normal start do not. */
function isFailureReason(reason: string): boolean {
  return reason !== '' && reason !== 'ContainerCreating' && reason !== 'PodInitializing'
}

function sourceOf({ namespace, pod, container }: LogSource) {
  return { namespace, pod, container }
}

const noSource = { namespace: '', pod: '', container: '' }

function noticeOf(source: LogSource, text: string): LogLine {
  return { ...sourceOf(source), time: new Date().toISOString(), text, notice: true }
}

async function* only(line: LogLine): AsyncGenerator<LogLine> {
  yield line
}
