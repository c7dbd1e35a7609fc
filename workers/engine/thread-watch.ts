import type { LeaseClock } from './lease-clock.ts'
import type { ThreadTask } from './serve-thread.ts'

export type ThreadGroupTask = Omit<ThreadTask, 'lease' | 'isolated'>

export interface ThreadGroupLimits {
  /** Milliseconds after which the thread of a reconcile that has not returned is terminated. @default 75000 */
  hardDeadline?: number
  /** Milliseconds without a heartbeat after which a thread is terminated. @default 5000 */
  heartbeatTimeout?: number
  /**
   * The same for a thread that other reconciles wait for, in it or queued. The culprit is not known yet, so each of them
   * runs again in isolation. @default 2000
   */
  suspectTimeout?: number
  /** The heap limit of one thread in megabytes. @default 1024 */
  memory?: number
}

/** A reconcile that runs in a thread or is queued for one. */
export interface RunningTask {
  task: ThreadGroupTask
  lease: LeaseClock
  /** The time at which it was queued, from `performance.now`. */
  queuedAt: number
  /** Reports whether `onUnresponsive` was called for the reconcile. */
  isUnresponsive: boolean
}

/** A thread that has to be terminated. */
export interface BadThread {
  thread: number
  why: 'hung' | 'spun'
  /** The reconcile that is the cause; undefined when unknown. */
  culprit: RunningTask | undefined
}

export interface ThreadWatchOptions {
  /** Concurrent reconciles per thread. */
  perThread: number
  limits: ThreadGroupLimits
  /** Called once for an isolated reconcile that blocks its thread. */
  onUnresponsive: (running: RunningTask) => void
}

/** Consecutive failed checks before a thread is terminated. All threads fail one after the machine was suspended. */
const requiredChecks = 3

/** A watchdog that finds threads that hang or spin, by the heartbeats of their reconciles. */
export class ThreadWatch {
  readonly #perThread: number
  readonly #hardDeadline: number
  readonly #heartbeatTimeout: number
  readonly #suspectTimeout: number
  readonly #onUnresponsive: (running: RunningTask) => void
  /** Consecutive failed checks by thread id. */
  readonly #failedChecks = new Map<number, number>()

  constructor({ perThread, limits, onUnresponsive }: ThreadWatchOptions) {
    this.#perThread = perThread
    this.#hardDeadline = limits.hardDeadline ?? 75_000
    this.#heartbeatTimeout = limits.heartbeatTimeout ?? 5000
    this.#suspectTimeout = limits.suspectTimeout ?? 2000
    this.#onUnresponsive = onUnresponsive
  }

  /** Returns the threads to terminate, among those of the given reconciles. */
  check(running: readonly RunningTask[]): BadThread[] {
    const byThread = Map.groupBy(running, ({ lease }) => lease.thread)
    const hasStarvedTask = (byThread.get(0) ?? []).some(
      ({ queuedAt }) => performance.now() - queuedAt > this.#suspectTimeout,
    )
    byThread.delete(0)
    return [...byThread].flatMap(([thread, own]): BadThread[] => {
      const late = own.find(({ lease }) => lease.elapsed() > this.#hardDeadline)
      if (late !== undefined) return [{ thread, why: 'hung', culprit: late }]
      return this.#spins(thread, own, hasStarvedTask)
        ? [{ thread, why: 'spun', culprit: this.#culpritOf(own) }]
        : []
    })
  }

  /** Returns the milliseconds since the last heartbeat of a thread with these reconciles; 0 for an idle thread. */
  heartbeatAge(own: readonly RunningTask[]): number {
    return own.length === 0 ? 0 : Math.min(...own.map(({ lease }) => lease.sinceHeartbeat()))
  }

  /** Reports whether the heartbeat of a thread has been overdue in enough consecutive checks. */
  #spins(thread: number, own: readonly RunningTask[], isStarving: boolean): boolean {
    const age = this.heartbeatAge(own)
    this.#reportUnresponsive(own, age)
    const isAwaited = this.#perThread > 1 && (own.length > 1 || isStarving)
    const timeout = isAwaited ? this.#suspectTimeout : this.#heartbeatTimeout
    const failed = age > timeout ? (this.#failedChecks.get(thread) ?? 0) + 1 : 0
    this.#failedChecks.set(thread, failed)
    return failed >= requiredChecks
  }

  #reportUnresponsive([sole]: readonly RunningTask[], age: number): void {
    if (this.#perThread > 1 || sole === undefined || sole.isUnresponsive || age <= this.#suspectTimeout)
      return
    sole.isUnresponsive = true
    this.#onUnresponsive(sole)
  }

  /** Returns the only reconcile of a thread, if the heartbeat is overdue beyond what other load could explain. */
  #culpritOf(own: readonly RunningTask[]): RunningTask | undefined {
    const [one, another] = own
    return another === undefined && this.heartbeatAge(own) > this.#heartbeatTimeout ? one : undefined
  }
}
