import type { LeaseClock } from './lease-clock.ts'
import type { ThreadTask } from './serve-thread.ts'

export type ThreadGroupTask = Omit<ThreadTask, 'lease' | 'alone'>

export interface ThreadGroupLimits {
  /** Milliseconds after which a reconcile that has not returned costs its thread. @default 75000 */
  hardDeadline?: number
  /** Milliseconds after which a thread of which nothing is heard is replaced. @default 5000 */
  silence?: number
  /**
   * The same for a thread that others wait for, in it or before it. Nobody is blamed yet: each runs again alone.
   * @default 2000
   */
  suspicion?: number
  /** Megabytes of objects that one thread may keep. @default 1024 */
  memory?: number
}

/** A reconcile that was given to a thread. */
export interface RunningTask {
  task: ThreadGroupTask
  lease: LeaseClock
  /** On the clock of `performance.now`. */
  givenAt: number
  /** Whether it was reported that it does not let go of its thread. */
  isSilent: boolean
}

/** A thread that is to be ended. */
export interface BadThread {
  thread: number
  why: 'hung' | 'spun'
  /** Who alone is to blame, where that is known. */
  culprit: RunningTask | undefined
}

export interface ThreadWatchOptions {
  /** Reconciles at once in one thread. */
  perThread: number
  limits: ThreadGroupLimits
  /** Called once for a reconcile that is alone in its thread and does not let go of it. */
  onSilent: (running: RunningTask) => void
}

/** Looks in a row that have to see the same: a machine that was asleep triggers all threads, so one look alone says nothing. */
const enoughLooks = 3

/** Tells from the signs of life of reconciles which threads hang or spin. */
export class ThreadWatch {
  readonly #perThread: number
  readonly #hardDeadline: number
  readonly #silence: number
  readonly #suspicion: number
  readonly #onSilent: (running: RunningTask) => void
  /** By thread: looks in a row that found it too silent. */
  readonly #silentLooks = new Map<number, number>()

  constructor({ perThread, limits, onSilent }: ThreadWatchOptions) {
    this.#perThread = perThread
    this.#hardDeadline = limits.hardDeadline ?? 75_000
    this.#silence = limits.silence ?? 5000
    this.#suspicion = limits.suspicion ?? 2000
    this.#onSilent = onSilent
  }

  /** Threads that are to be ended, among those of the given reconciles. */
  look(running: readonly RunningTask[]): BadThread[] {
    const byThread = Map.groupBy(running, ({ lease }) => lease.thread)
    const isStarving = (byThread.get(0) ?? []).some(
      ({ givenAt }) => performance.now() - givenAt > this.#suspicion,
    )
    byThread.delete(0)
    return [...byThread].flatMap(([thread, own]): BadThread[] => {
      const late = own.find(({ lease }) => lease.ran() > this.#hardDeadline)
      if (late !== undefined) return [{ thread, why: 'hung', culprit: late }]
      return this.#spins(thread, own, isStarving)
        ? [{ thread, why: 'spun', culprit: this.#culpritOf(own) }]
        : []
    })
  }

  /** Milliseconds for which a thread with these reconciles has said nothing; 0 where it has nothing to do. */
  silenceOf(own: readonly RunningTask[]): number {
    return own.length === 0 ? 0 : Math.min(...own.map(({ lease }) => lease.silent()))
  }

  /** Whether a thread has said nothing for too long in several looks. */
  #spins(thread: number, own: readonly RunningTask[], isStarving: boolean): boolean {
    const silence = this.silenceOf(own)
    this.#reportSilent(own, silence)
    const isAwaited = this.#perThread > 1 && (own.length > 1 || isStarving)
    const looks =
      silence > (isAwaited ? this.#suspicion : this.#silence) ? (this.#silentLooks.get(thread) ?? 0) + 1 : 0
    this.#silentLooks.set(thread, looks)
    return looks >= enoughLooks
  }

  #reportSilent([sole]: readonly RunningTask[], silence: number): void {
    if (this.#perThread > 1 || sole === undefined || sole.isSilent || silence <= this.#suspicion) return
    sole.isSilent = true
    this.#onSilent(sole)
  }

  /** One that is alone, and silent for so long that others would not have made it so. */
  #culpritOf(own: readonly RunningTask[]): RunningTask | undefined {
    const [one, another] = own
    return another === undefined && this.silenceOf(own) > this.#silence ? one : undefined
  }
}
