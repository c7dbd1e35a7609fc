import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Log } from '../../telemetry/log.ts'
import { cpuMilliseconds } from '../../process/cpu-time.ts'
import { isOutOfMemory, onIdleFailure } from '../../process/lost-threads.ts'
import type { LeaseClock } from './lease-clock.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'
import type { ThreadTask } from './serve-thread.ts'
import {
  ThreadWatch,
  type RunningTask,
  type ThreadGroupLimits,
  type ThreadGroupTask,
} from './thread-watch.ts'

/** The role of a reconcile in the loss of its thread. */
export type LossRole = 'confirmed' | 'suspected' | 'unaffected'

export type ThreadGroupResult =
  Exclude<ReconcileResult, { result: 'lost' }> | { result: 'lost'; why: ThreadLoss; role: LossRole }

export interface ThreadGroupOptions {
  filename: string
  /** The `workerData` of each thread. */
  settings: unknown
  /** The most threads. */
  threads: number
  /** Reports whether one thread is kept when there is nothing to do. */
  keepsThread: boolean
  /** Concurrent reconciles per thread. With 1, the culprit of a loss is always known. */
  perThread: number
  limits: ThreadGroupLimits
  log: Log
  onLost: (why: ThreadLoss) => void
  /** Called when an isolated reconcile has blocked its thread for the suspect timeout. */
  onUnresponsive?: (task: ThreadGroupTask) => void
}

interface Loss {
  why: ThreadLoss
  /** The reconcile that caused the loss; undefined when unknown. */
  culprit: RunningTask | undefined
}

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>

/**
 * The reconciles of a thread from which on another one is started, if there may be more. They mostly wait for clusters. A thread takes
 * 40 MB of memory and a share of the processors even at rest.
 */
const busyFrom = 16
/** The interval in milliseconds at which threads are checked. */
const checkInterval = 250
/**
 * Milliseconds without a heartbeat after which a thread gets no new reconciles as long as another thread is responsive.
 * Threads send a heartbeat every 50 milliseconds.
 */
const busyAfter = 200

/** A group of threads with the same limits. It replaces lost threads and attributes each loss to its reconciles. */
export class ThreadGroup {
  readonly #perThread: number
  readonly #log: Log
  readonly #onLost: (why: ThreadLoss) => void
  readonly #piscina: Piscina<ThreadTask, ReconcileResult>
  readonly #watch: ThreadWatch
  /** Checks the threads while reconciles run. */
  #checkTimer: NodeJS.Timeout | undefined
  /** Reconciles that run in a thread or wait for one. */
  readonly #running = new Set<RunningTask>()
  /** Losses by thread id. */
  readonly #losses = new Map<number, Loss>()
  #isClosing = false

  constructor(options: ThreadGroupOptions) {
    const { perThread, limits, log, onLost, onUnresponsive = () => undefined } = options
    this.#perThread = perThread
    this.#log = log
    this.#onLost = onLost
    this.#watch = new ThreadWatch({
      perThread,
      limits,
      cpuTimeOf: (thread) => this.#cpuTimeOf(thread),
      onUnresponsive: ({ task }) => onUnresponsive(task),
    })
    this.#piscina = this.#createThreads(options)
  }

  /** Runs a reconcile in one of the threads. Never rejects: a lost thread is a result, and is replaced. */
  async run(task: ThreadGroupTask, lease: LeaseClock): Promise<ThreadGroupResult> {
    const running: RunningTask = { task, lease, queuedAt: performance.now(), isUnresponsive: false }
    lease.unassign()
    this.#running.add(running)
    this.#checkTimer ??= setInterval(() => this.#check(), checkInterval)
    try {
      const isolated = this.#perThread === 1
      return (await this.#piscina.run({ ...task, isolated, lease: lease.memory })) as ThreadGroupResult
    } catch (error) {
      return this.#lossOf(running, error) ?? failure(error)
    } finally {
      this.#running.delete(running)
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#checkTimer)
    await this.#piscina.destroy()
  }

  #createThreads(options: ThreadGroupOptions): Piscina<ThreadTask, ReconcileResult> {
    const { filename, settings, threads, keepsThread, perThread, limits } = options
    const piscina = new Piscina<ThreadTask, ReconcileResult>({
      filename,
      workerData: settings,
      loadBalancer: (_, workers) => this.#leastBusy(workers),
      minThreads: keepsThread ? 1 : 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      concurrentTasksPerWorker: perThread,
      // Reconciles that are known to cost threads yield the processors to healthy ones.
      ...(keepsThread ? {} : { niceIncrement: 10 }),
      // With a large young generation, one allocation burst can exceed the limit by so much that the whole process dies.
      resourceLimits: { maxOldGenerationSizeMb: limits.memory ?? 1024, maxYoungGenerationSizeMb: 24 },
      // Any other mode blocks the timers and sockets of idle threads.
      atomics: 'disabled',
      recordTiming: false,
    })
    // What a reconcile has left behind, such as a timer, may fail after its end. Piscina replaces the thread.
    onIdleFailure(piscina, (err) => this.#log.error({ err }, 'a thread was lost after its reconciles'))
    return piscina
  }

  /**
   * Returns the responsive thread with the fewest reconciles. If none is responsive, as after the machine has slept, it
   * returns the one with the latest heartbeat, because a rejected task waits until some reconcile is over. Rejects a task while
   * another thread would help and may be started, which Piscina does then.
   */
  #leastBusy(workers: Parameters<LoadBalancer>[1]): ReturnType<LoadBalancer> {
    const choice = workers
      .filter(({ currentUsage }) => currentUsage < this.#perThread)
      .map((worker) => ({ worker, usage: worker.currentUsage, delay: this.#delayOf(worker.id) }))
      .sort((a, b) => a.delay - b.delay || a.usage - b.usage)
    const [best] = choice
    if (best === undefined) return null
    const isBusy = best.delay > 0 || best.usage >= busyFrom
    const { threads, maxThreads } = this.#piscina
    return isBusy && threads.length < maxThreads ? null : best.worker
  }

  /** Returns the milliseconds since the last heartbeat of a thread; 0 for a responsive one, of which one young heartbeat is enough. */
  #delayOf(thread: number): number {
    let delay = Infinity
    for (const { lease } of this.#running) {
      if (lease.thread !== thread) continue
      const age = lease.sinceHeartbeat()
      if (age < busyAfter) return 0
      delay = Math.min(delay, age)
    }
    return delay === Infinity ? 0 : delay
  }

  #inThread(thread: number): RunningTask[] {
    return [...this.#running].filter(({ lease }) => lease.thread === thread)
  }

  #check(): void {
    if (this.#running.size > 0) return this.#endBadThreads()
    clearInterval(this.#checkTimer)
    this.#checkTimer = undefined
  }

  /** Terminates threads that hang or spin. */
  #endBadThreads(): void {
    const running = [...this.#running].filter(({ lease }) => !this.#losses.has(lease.thread))
    for (const { thread, why, culprit } of this.#watch.check(running)) {
      this.#lose(thread, { why, culprit })
      void this.#threadOf(thread)?.terminate()
    }
  }

  #threadOf(thread: number): Worker | undefined {
    return this.#piscina.threads.find(({ threadId }) => threadId === thread)
  }

  async #cpuTimeOf(thread: number): Promise<number> {
    const usage = await this.#threadOf(thread)?.cpuUsage()
    return usage === undefined ? 0 : cpuMilliseconds(usage)
  }

  #lose(thread: number, loss: Loss): Loss {
    const { why, culprit } = loss
    this.#losses.set(thread, loss)
    if (culprit === undefined)
      this.#log.warn({ thread, why }, 'a thread was lost, rerunning its reconciles in isolation')
    else {
      const { kind, id } = culprit.task
      this.#log.error({ kind, id, thread, why }, 'a reconcile lost its thread, replacing the thread')
    }
    this.#onLost(why)
    return loss
  }

  /** Returns the loss of the thread of a reconcile; undefined when the thread is alive. */
  #lossOf(running: RunningTask, error: unknown): ThreadGroupResult | undefined {
    const { thread } = running.lease
    if (this.#isClosing || this.#threadOf(thread) !== undefined) return undefined
    if (thread === 0) return { result: 'lost', why: 'died', role: 'unaffected' }
    const { why, culprit } = this.#losses.get(thread) ?? this.#lose(thread, this.#lossBy(error, thread))
    if (culprit === undefined) return { result: 'lost', why, role: 'suspected' }
    return { result: 'lost', why, role: culprit === running ? 'confirmed' : 'unaffected' }
  }

  /** Returns the loss of a thread that exited on its own. */
  #lossBy(error: unknown, thread: number): Loss {
    const [one, another] = this.#inThread(thread)
    return {
      why: isOutOfMemory(error) ? 'outOfMemory' : 'died',
      culprit: another === undefined ? one : undefined,
    }
  }
}

function failure(error: unknown): ThreadGroupResult {
  const message = error instanceof Error ? error.message : String(error)
  return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
}
