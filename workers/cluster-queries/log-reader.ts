import { pause } from '../../schema/retry.ts'
import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { pathOf } from '../kube/client/paths.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { containersOf, type ContainerRun } from './containers.ts'
import type { LogSource } from './log-history.ts'
import { logStream, type StreamedLine } from './log-stream.ts'
import type { MergedLines } from './merge-lines.ts'
import { pods } from './object-pods.ts'
import { nanosOf, type StoredLines } from './stored-lines.ts'

/** Failures that a retry cannot fix. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'forbidden'])
/** The most containers that are read at the same time. Each of them occupies a connection. */
const maxContainers = 200
/** Milliseconds for which stored lines wait for the first line of a pod. */
const firstLineTimeout = 2000
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
  /** Reports whether the container existed before the query, so that it may have older lines. */
  isExisting: boolean
}

export interface LogReaderOptions {
  query: LogsQuery
  /** Takes the lines. */
  merged: MergedLines
  stored: StoredLines
  signal: AbortSignal
}

/**
 * Reads the log of each run of each container, once per run and from the moment the run is observed. Of containers that exist
 * already, stored lines that their pods no longer have come first.
 */
export class LogReader {
  readonly #query: LogsQuery
  readonly #merged: MergedLines
  readonly #stored: StoredLines
  readonly #signal: AbortSignal
  /** The last observed run of each container. */
  readonly #newest = new Map<string, ContainerRun>()
  /** Runs whose reading has started. */
  readonly #started = new Set<string>()
  readonly #notices = new Set<string>()
  /** The number of containers being read. */
  #reading = 0

  constructor({ query, merged, stored, signal }: LogReaderOptions) {
    this.#query = query
    this.#merged = merged
    this.#stored = stored
    this.#signal = signal
  }

  /**
   * Starts with the existing pods. The limit of the query on the number of lines applies only to these. Throws NOT_FOUND if
   * none of them has the desired container.
   */
  start(seen: readonly SeenPod[]): void {
    const { container: desired, tail } = this.#query
    this.#updateAll(seen, { tail, isExisting: true })
    if (seen.length === 0) this.#notice(noSource, 'there are no pods')
    const isFound = seen.some(({ pod }) => containersOf(pod, desired).length > 0)
    if (desired === undefined || seen.length === 0 || isFound) return
    const names = new Set(seen.flatMap(({ pod }) => containersOf(pod, '*').map(({ container }) => container)))
    const message = `no pod has a container "${desired}". Its containers are ${[...names].join(', ')}.`
    throw new PlatformError('NOT_FOUND', message)
  }

  /** Updates the observed pods and starts to read new runs of their containers. */
  update(seen: readonly SeenPod[]): void {
    this.#updateAll(seen, { tail: undefined, isExisting: false })
  }

  #updateAll(seen: readonly SeenPod[], how: Pick<ReadRun, 'tail' | 'isExisting'>): void {
    for (const { cluster, pod } of seen)
      for (const run of containersOf(pod, this.#query.container)) this.#updateRun({ cluster, run, ...how })
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
    const { run, cluster, tail, isExisting } = read
    const hasOlder = isExisting && this.#stored.has(cluster.runtimeId)
    try {
      if (!hasOlder) for await (const item of this.#readRun(read)) yield itemOf(run, item)
      else yield* tail === undefined ? this.#readAll(read) : this.#readLast(read, tail)
    } finally {
      this.#reading -= 1
    }
  }

  /** Reads a run from after the given line on, and goes on when the stream breaks. A refusal ends it with a notice. */
  async *#readRun(read: ReadRun, after?: StreamedLine): AsyncGenerator<StreamedLine | LogLine> {
    let last = after
    do {
      try {
        for await (const line of this.#lines(read, last)) {
          if (last !== undefined && isBefore(line, last)) continue
          last = line
          yield line
        }
      } catch (error) {
        if (this.#isEnd(error)) return
        if (this.#isRefusal(error)) return yield noticeOf(read.run, error.message)
      }
      // The stream ended with the container, or it broke and is resumed after the last line.
      await pause(resumePause, this.#signal)
    } while (this.#mayWriteMore(read.run))
  }

  /** Reads all lines of a container: those that its pod no longer has, and then those of the pod. */
  async *#readAll(read: ReadRun): AsyncGenerator<LogLine> {
    const { run, cluster } = read
    const items = this.#readRun(read)
    const first = items.next()
    const ended = new AbortController()
    // A container that is silent writes no first line, before which older ones could end.
    const known = await Promise.race([first, pause(firstLineTimeout, ended.signal).then(() => undefined)])
    ended.abort()
    const to = known?.value !== undefined && isStreamed(known.value) ? nanosOf(known.value.stamp) : undefined
    let newest = 0n
    for await (const { nanos, line } of this.#stored.ofContainer(cluster.runtimeId, run, { to })) {
      newest = nanos
      yield line
    }
    for (let next = await first; next.done !== true; next = await items.next())
      if (!isStreamed(next.value) || nanosOf(next.value.stamp) > newest) yield itemOf(run, next.value)
  }

  /** Reads the last lines of a container, of which the pod may have only some. */
  async *#readLast(read: ReadRun, count: number): AsyncGenerator<LogLine> {
    const { run, cluster } = read
    const own: StreamedLine[] = []
    try {
      for await (const line of this.#lines(read, undefined, false)) own.push(line)
    } catch (error) {
      // Reading it again below reports what is wrong.
      if (!this.#isEnd(error)) own.length = 0
    }
    const to = own[0] === undefined ? undefined : nanosOf(own[0].stamp)
    const older = this.#stored.ofContainer(cluster.runtimeId, run, { to, count: count - own.length })
    for await (const { line } of older) yield line
    for (const line of own) yield itemOf(run, line)
    if (!this.#query.follow && own.length > 0) return
    for await (const item of this.#readRun(read, own.at(-1))) yield itemOf(run, item)
  }

  /** Streams the lines of a run, starting from the last line that was read, if any. */
  #lines(
    { cluster, run, tail }: ReadRun,
    last: StreamedLine | undefined,
    follow = this.#query.follow,
  ): AsyncIterable<StreamedLine> {
    const { container, namespace, pod } = run
    const { previous } = this.#query
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

function isStreamed(item: StreamedLine | LogLine): item is StreamedLine {
  return 'stamp' in item
}

function itemOf(run: ContainerRun, item: StreamedLine | LogLine): LogLine {
  if (!isStreamed(item)) return item
  return { ...sourceOf(run), time: new Date(item.time).toISOString(), text: item.text, notice: false }
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

/** Returns a notice about the object as a whole. */
export function generalNotice(text: string): AsyncGenerator<LogLine> {
  return only(noticeOf(noSource, text))
}

function noticeOf(source: LogSource, text: string): LogLine {
  return { ...sourceOf(source), time: new Date().toISOString(), text, notice: true }
}

async function* only(line: LogLine): AsyncGenerator<LogLine> {
  yield line
}
