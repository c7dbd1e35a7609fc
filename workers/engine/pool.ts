import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../telemetry/log.ts'
import type { LeaseClock } from './lease-clock.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'
import { ThreadGroup } from './thread-group.ts'
import type { ThreadGroupLimits, ThreadGroupTask } from './thread-watch.ts'

export interface ReconcilePool {
  /** How many reconciles run at once, without those that take long. */
  readonly capacity: number
  /** How many run at once at most, with those that take long: they wait for something, and cost little. */
  readonly limit: number
  /** Runs one reconcile. Never rejects: a thread that dies or hangs is an answer too. */
  run(task: ThreadGroupTask, lease: LeaseClock): Promise<ReconcileResult>
  close(): Promise<void>
}

export interface PoolOptions extends ThreadGroupLimits {
  /** Module with the task function. */
  filename: string
  /** What each thread finds as its `workerData`. @default nothing */
  settings?: unknown
  log: Log
  /** @default one less than the processors, at least 2, at most 4 */
  threads?: number
  /** Reconciles at once in one thread: they mostly wait for clusters. @default 32 */
  perThread?: number
  /** Called for each thread that was lost, and is replaced. */
  onLost?: (why: ThreadLoss) => void
}

/** How many times the capacity there may be when most reconciles take long, as those in clusters that do not answer. */
const withLong = 4

/** Suspects at once, where some of them take long. */
const suspectedThreads = 4

/** Threads that one reconcile may be in before it is given up for now: others beside it may be to blame each time. */
const attempts = 4

/**
 * Healthy reconciles share threads. When a thread is lost and it cannot be told through whom, all that ran in it run
 * again one by one, in a thread that nothing else is in, so that the next loss has one culprit. Whatever has cost a
 * thread runs by itself in another one from then on, until it has reported something else.
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
  const apart = { filename, settings, log, limits, onLost, threads: 1, perThread: 1, keepThreads: false }
  const shared = new ThreadGroup({ ...apart, threads, perThread: perThread * withLong, keepThreads: true })
  /** Those that took long over something, but came back: among others they would cost their thread each time. */
  const heavy = new Set<string>()
  const onSilent = ({ id }: ThreadGroupTask): void => void heavy.add(id)
  const suspected = new OneByOne(
    new ThreadGroup({ ...apart, threads: suspectedThreads, onSilent }),
    suspectedThreads,
  )
  const culprits = new OneByOne(new ThreadGroup(apart), 1)
  return {
    capacity: threads * perThread,
    limit: threads * perThread * withLong,
    run: async (task, lease) => {
      let group: Threads = heavy.delete(task.id) ? suspected : shared
      for (let attempt = 0; attempt < attempts; attempt++) {
        const result = await group.run(task, lease)
        if (result.result === 'isolate') group = culprits
        else if (result.result !== 'lost') return result
        else if (result.part === 'confirmed') {
          heavy.delete(task.id)
          return { result: 'lost', why: result.why }
        } else if (result.part === 'suspected') group = suspected
      }
      const message = 'its thread was lost again and again through others'
      return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
    },
    close: async () => {
      await Promise.all([shared, suspected, culprits].map((group) => group.close()))
    },
  }
}

type Threads = Pick<ThreadGroup, 'run' | 'close'>

/**
 * Each begins when the one before is over or, while there are threads, has been at it for a while: one that hangs holds
 * nobody up. The queue of Piscina stands still when its last thread is lost, so it never gets more than it has threads.
 */
class OneByOne implements Threads {
  readonly #group: ThreadGroup
  readonly #threads: number
  readonly #running = new Set<Promise<unknown>>()
  /** Resolves when the next may begin. */
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
    this.#last = started.then(({ result }) => untilLong(result, lease))
    return started.then(({ result }) => result)
  }

  close(): Promise<void> {
    return this.#group.close()
  }
}

/** Resolves when it is over, or has run for a while; that its thread has to start first does not count. */
async function untilLong(result: Promise<unknown>, lease: LeaseClock): Promise<void> {
  let isOver = false
  const over = result.then(() => void (isOver = true))
  while (!isOver && lease.ran() < patience)
    await Promise.race([over, sleep(patience - lease.ran(), undefined, { ref: false })])
}

/** Milliseconds. */
const patience = 500

/** Never one alone: while a reconcile does not let go of its thread, everything else goes on in another. */
function defaultThreads(): number {
  return Math.min(4, Math.max(2, availableParallelism() - 1))
}
