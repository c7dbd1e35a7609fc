import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../telemetry/log.ts'
import type { LeaseClock } from './lease-clock.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'
import { ThreadGroup } from './thread-group.ts'
import type { ThreadGroupLimits, ThreadGroupTask } from './thread-watch.ts'

export interface ReconcilePool {
  /** The most shared threads. There is one at rest. */
  readonly threads: number
  /** The number of concurrent reconciles, without long-running ones. */
  readonly capacity: number
  /** The number of concurrent reconciles including long-running ones, which mostly wait and cost little. */
  readonly limit: number
  /** Runs one reconcile. Never rejects: the loss of a thread is a result. */
  run(task: ThreadGroupTask, lease: LeaseClock): Promise<ReconcileResult>
  close(): Promise<void>
}

export interface PoolOptions extends ThreadGroupLimits {
  /** The URL of the module that exports the task function. */
  filename: string
  /** The `workerData` of each thread. @default none */
  settings?: unknown
  log: Log
  /** The most shared threads. @default one less than the number of processors, at least 2 and at most 4 */
  threads?: number
  /** Concurrent reconciles per thread; they mostly wait for clusters. @default 32 */
  perThread?: number
  /** Called for each lost thread, which is then replaced. */
  onLost?: (why: ThreadLoss) => void
}

/** The ratio of limit to capacity. Most reconciles are long-running when clusters are unreachable. */
const longRunningFactor = 4

/** The number of threads for suspected reconciles, so that a slow one does not delay the others. */
const suspectedThreads = 4

/** The most threads that one reconcile is tried in. Each of them may be lost because of other reconciles. */
const maxAttempts = 4

/**
 * Creates a pool in which healthy reconciles share threads. When a thread is lost and the culprit is unknown, all
 * reconciles of that thread are suspected: each runs again in a thread of its own, so that the next loss has one
 * culprit. A reconcile whose last run lost a thread keeps running in isolation until it reports something else.
 */
export function createPool({
  filename,
  settings,
  log,
  threads = defaultThreads(),
  perThread = 32,
  onLost = () => undefined,
  ...limits
}: PoolOptions): ReconcilePool {
  const isolated = { filename, settings, log, limits, onLost, threads: 1, perThread: 1, keepsThread: false }
  const shared = new ThreadGroup({
    ...isolated,
    threads,
    perThread: perThread * longRunningFactor,
    keepsThread: true,
  })
  /** Objects whose last reconcile blocked its thread for long. In a shared thread they would cause its loss each time. */
  const unresponsive = new Set<string>()
  const onUnresponsive = ({ id }: ThreadGroupTask): void => void unresponsive.add(id)
  const suspected = new SerialGroup(
    new ThreadGroup({ ...isolated, threads: suspectedThreads, onUnresponsive }),
    suspectedThreads,
  )
  const confirmed = new SerialGroup(new ThreadGroup(isolated), 1)
  return {
    threads,
    capacity: threads * perThread,
    limit: threads * perThread * longRunningFactor,
    run: async (task, lease) => {
      let group: Threads = unresponsive.delete(task.id) ? suspected : shared
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const result = await group.run(task, lease)
        if (result.result === 'isolate') group = confirmed
        else if (result.result !== 'lost') return result
        else if (result.role === 'confirmed') {
          unresponsive.delete(task.id)
          return { result: 'lost', why: result.why }
        } else if (result.role === 'suspected') group = suspected
      }
      const message = `its thread was lost ${maxAttempts} times because of other reconciles`
      return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
    },
    close: async () => {
      await Promise.all([shared, suspected, confirmed].map((group) => group.close()))
    },
  }
}

type Threads = Pick<ThreadGroup, 'run' | 'close'>

/**
 * A thread group that starts each reconcile when the previous one is over or, if a thread is free, has run for
 * {@link overlapAfter}, so that a hanging reconcile does not block the others. It never queues in Piscina, whose queue
 * stops when the last thread is lost.
 */
class SerialGroup implements Threads {
  readonly #group: ThreadGroup
  readonly #threads: number
  readonly #running = new Set<Promise<unknown>>()
  /** Resolves when the next reconcile may start. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(group: ThreadGroup, threads: number) {
    this.#group = group
    this.#threads = threads
  }

  run(task: ThreadGroupTask, lease: LeaseClock): ReturnType<ThreadGroup['run']> {
    const started = this.#last.then(async () => {
      while (this.#running.size >= this.#threads) await Promise.race(this.#running)
      const result = this.#group.run(task, lease).finally(() => this.#running.delete(result))
      this.#running.add(result)
      return { result }
    })
    this.#last = started.then(({ result }) => untilOverlap(result, lease))
    return started.then(({ result }) => result)
  }

  close(): Promise<void> {
    return this.#group.close()
  }
}

/** Resolves when the reconcile is over or has run for {@link overlapAfter}, without the start-up time of its thread. */
async function untilOverlap(result: Promise<unknown>, lease: LeaseClock): Promise<void> {
  let isOver = false
  const over = result.then(() => void (isOver = true))
  while (!isOver && lease.elapsed() < overlapAfter)
    await Promise.race([over, sleep(overlapAfter - lease.elapsed(), undefined, { ref: false })])
}

/** Milliseconds after which a reconcile no longer delays the next one. */
const overlapAfter = 500

/** Returns at least 2: while a reconcile blocks one thread, the others continue in another. */
function defaultThreads(): number {
  return Math.min(4, Math.max(2, availableParallelism() - 1))
}
