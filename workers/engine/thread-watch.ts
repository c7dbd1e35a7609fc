import type { LeaseClock } from './lease-clock.ts'
import type { ThreadTask } from './serve-thread.ts'

export type ThreadGroupTask = Omit<ThreadTask, 'lease' | 'isolated'>

export interface ThreadGroupLimits {
  /** Milliseconds after which the thread of a reconcile that has not returned is terminated. @default 75000 */
  hardDeadline?: number
  /**
   * Milliseconds of CPU time without a heartbeat after which a thread is terminated. CPU time, since a thread may also be late
   * because other load keeps it from the processors. @default 5000
   */
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
  /** Resolves to the CPU time of a thread in milliseconds. May reject, or not settle while the thread does not answer. */
  cpuTimeOf: (thread: number) => Promise<number>
  /** Called once for an isolated reconcile that blocks its thread. */
  onUnresponsive: (running: RunningTask) => void
}

/** Consecutive failed checks before a thread is terminated. All threads fail one after the machine was suspended. */
const requiredChecks = 3

/**
 * How many times a timeout may pass on the clock before it counts without the CPU time: a thread that is blocked in a system call uses
 * none, and one in a long garbage collection does not report it.
 */
const blockedFactor = 6

/** A thread whose heartbeat is late. */
interface LateThread {
  failedChecks: number
  /** Its last known CPU time in milliseconds. */
  cpuTime: number
  /** Reports whether it has been asked for its CPU time, and has not answered yet. */
  isAsked: boolean
}

/** A watchdog that finds threads that hang or spin, by the heartbeats of their reconciles. */
export class ThreadWatch {
  readonly #perThread: number
  readonly #hardDeadline: number
  readonly #heartbeatTimeout: number
  readonly #suspectTimeout: number
  readonly #cpuTimeOf: (thread: number) => Promise<number>
  readonly #onUnresponsive: (running: RunningTask) => void
  /** By thread id. */
  readonly #late = new Map<number, LateThread>()

  constructor({ perThread, limits, cpuTimeOf, onUnresponsive }: ThreadWatchOptions) {
    this.#perThread = perThread
    this.#hardDeadline = limits.hardDeadline ?? 75_000
    this.#heartbeatTimeout = limits.heartbeatTimeout ?? 5000
    this.#suspectTimeout = limits.suspectTimeout ?? 2000
    this.#cpuTimeOf = cpuTimeOf
    this.#onUnresponsive = onUnresponsive
  }

  /** Returns the threads to terminate, among those of the given reconciles. */
  check(running: readonly RunningTask[]): BadThread[] {
    const byThread = Map.groupBy(running, ({ lease }) => lease.thread)
    const hasStarvedTask = (byThread.get(0) ?? []).some(
      ({ queuedAt }) => performance.now() - queuedAt > this.#suspectTimeout,
    )
    byThread.delete(0)
    for (const thread of this.#late.keys()) if (!byThread.has(thread)) this.#late.delete(thread)
    return [...byThread].flatMap(([thread, own]): BadThread[] => {
      const late = own.find(({ lease }) => lease.elapsed() > this.#hardDeadline)
      if (late !== undefined) return [{ thread, why: 'hung', culprit: late }]
      const blocked = this.#blockedFor(thread, own)
      this.#reportUnresponsive(own, blocked)
      return this.#spins(thread, blocked > this.#timeoutOf(own, hasStarvedTask))
        ? [{ thread, why: 'spun', culprit: this.#culpritOf(own, blocked) }]
        : []
    })
  }

  /** Returns for how many milliseconds a thread has been blocked, without the time for which it got no processor. */
  #blockedFor(thread: number, own: readonly RunningTask[]): number {
    const age = Math.min(...own.map(({ lease }) => lease.sinceHeartbeat()))
    if (age <= Math.min(this.#suspectTimeout, this.#heartbeatTimeout) / 2) {
      this.#late.delete(thread)
      return 0
    }
    const late = this.#late.get(thread) ?? { failedChecks: 0, cpuTime: 0, isAsked: false }
    this.#late.set(thread, late)
    void this.#askCpuTime(thread, late)
    const used = late.cpuTime - Math.max(...own.map(({ lease }) => lease.cpuAtHeartbeat))
    return Math.max(used, age / blockedFactor)
  }

  async #askCpuTime(thread: number, late: LateThread): Promise<void> {
    if (late.isAsked) return
    late.isAsked = true
    try {
      late.cpuTime = await this.#cpuTimeOf(thread)
    } catch {
      // The thread has ended, and with it its reconciles.
    } finally {
      late.isAsked = false
    }
  }

  /** Returns for how many milliseconds a thread may be blocked. */
  #timeoutOf(own: readonly RunningTask[], isStarving: boolean): number {
    const isAwaited = this.#perThread > 1 && (own.length > 1 || isStarving)
    return isAwaited ? this.#suspectTimeout : this.#heartbeatTimeout
  }

  /** Reports whether enough consecutive checks of a thread have failed. */
  #spins(thread: number, failed: boolean): boolean {
    const late = this.#late.get(thread)
    if (late === undefined) return false
    late.failedChecks = failed ? late.failedChecks + 1 : 0
    return late.failedChecks >= requiredChecks
  }

  #reportUnresponsive([sole]: readonly RunningTask[], blocked: number): void {
    if (this.#perThread > 1 || sole === undefined || sole.isUnresponsive || blocked <= this.#suspectTimeout)
      return
    sole.isUnresponsive = true
    this.#onUnresponsive(sole)
  }

  /** Returns the only reconcile of a thread, if it has blocked it beyond what other load could explain. */
  #culpritOf([one, another]: readonly RunningTask[], blocked: number): RunningTask | undefined {
    return another === undefined && blocked > this.#heartbeatTimeout ? one : undefined
  }
}
