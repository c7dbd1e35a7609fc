import type { Log } from '../../telemetry/log.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import type { ReconcilePool } from './pool.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'

/** A trigger that was taken from the queue, with the callbacks of its message. */
export interface QueuedTrigger {
  kind: string
  id: string
  traceparent?: string | undefined
  /** Extends the acknowledgement deadline of the message. */
  working(): void
  /** Acknowledges the message. */
  ack(): void
  /** Requests redelivery, to any worker, after a delay in milliseconds. */
  retry(milliseconds: number): void
}

export interface Dispatcher {
  /** Returns the objects that are being reconciled, with the lease clock of each reconcile. */
  running(): { kind: string; id: string; lease: LeaseClock }[]
  /** Returns the number of reconciles that can run at the same time; it grows by those that are long-running. */
  slots(): number
  /** Returns the number of triggers that can be taken without waiting. */
  freeSlots(): number
  /** Waits for a free slot and starts the reconcile. Resolves when it has started, not when it is done. */
  take(trigger: QueuedTrigger): Promise<void>
  /** Takes no new triggers, and resolves when all running reconciles are done, or after the timeout in milliseconds. */
  drain(milliseconds: number): Promise<void>
}

export interface DispatcherOptions {
  pool: ReconcilePool
  log: Log
  /**
   * Milliseconds after which a reconcile is long-running: it continues, but no longer occupies a slot of the capacity.
   * @default 2000
   */
  longRunningAfter?: number
  /** Reports the loss of a thread on behalf of the reconcile that caused it. @default the reconcile is retried */
  reportLost?: (task: LostTask, lease: LeaseClock) => Promise<ReconcileResult>
  onFinished?: (kind: string, result: ReconcileResult, seconds: number) => void
}

/** A reconcile that caused the loss of its thread. */
export interface LostTask {
  kind: string
  id: string
  why: ThreadLoss
}

interface Running {
  kind: string
  id: string
  /** The newest trigger of the object; earlier ones have been acknowledged. */
  trigger: QueuedTrigger
  rerun: boolean
  lease: LeaseClock
  work: Promise<void>
}

/** The interval in milliseconds at which a running reconcile extends the deadline of its trigger. */
const workingInterval = 5000

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return new ObjectDispatcher(options)
}

/**
 * Runs at most one reconcile per object at a time. A trigger for an object that is being reconciled schedules one more
 * run. Mutual exclusion between workers is provided by the lease that each reconcile acquires when it starts.
 */
class ObjectDispatcher implements Dispatcher {
  readonly #options: Required<DispatcherOptions>
  /** Running reconciles, by {@link keyOf}. */
  readonly #running = new Map<string, Running>()
  /** The number of long-running reconciles. They mostly wait for a cluster, so they occupy no slot. */
  #longRunning = 0
  #isDraining = false
  /** Callbacks of triggers that wait for a free slot. */
  readonly #waiters = new Set<() => void>()

  constructor(options: DispatcherOptions) {
    this.#options = {
      longRunningAfter: 2000,
      reportLost: async () => ({ result: 'failed', error: lossNotReported }),
      onFinished: () => undefined,
      ...options,
    }
  }

  running(): { kind: string; id: string; lease: LeaseClock }[] {
    return [...this.#running.values()].map(({ kind, id, lease }) => ({ kind, id, lease }))
  }

  slots(): number {
    const { pool } = this.#options
    return Math.min(pool.capacity + this.#longRunning, pool.limit)
  }

  freeSlots(): number {
    return this.#isDraining ? 0 : Math.max(0, this.slots() - this.#running.size)
  }

  async take(trigger: QueuedTrigger): Promise<void> {
    const key = keyOf(trigger)
    while (this.freeSlots() === 0 && !this.#running.has(key) && !this.#isDraining) await this.#slotFreed()
    const entry = this.#running.get(key)
    if (this.#isDraining) trigger.retry(0)
    else if (entry === undefined) this.#start(key, trigger)
    else {
      // If this process dies before the rerun, resync finds the object: the database counts its triggers.
      entry.rerun = true
      entry.trigger.ack()
      entry.trigger = trigger
    }
  }

  async drain(milliseconds: number): Promise<void> {
    this.#isDraining = true
    this.#notifyWaiters()
    const all = Promise.allSettled([...this.#running.values()].map((entry) => entry.work))
    let timer: NodeJS.Timeout | undefined
    await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))])
    clearTimeout(timer)
  }

  #start(key: string, trigger: QueuedTrigger): void {
    const { kind, id } = trigger
    const entry: Running = {
      kind,
      id,
      trigger,
      rerun: false,
      lease: createLeaseClock(),
      work: Promise.resolve(),
    }
    this.#running.set(key, entry)
    entry.work = this.#work(entry)
  }

  async #work(entry: Running): Promise<void> {
    const { log, longRunningAfter } = this.#options
    let isLongRunning = false
    const timer = setTimeout(() => {
      isLongRunning = true
      this.#longRunning += 1
      this.#notifyWaiters()
    }, longRunningAfter)
    const working = setInterval(() => entry.trigger.working(), workingInterval)
    try {
      const result = await this.#reconcileWhileTriggered(entry)
      // Read only now: a newer trigger may have replaced the first one.
      this.#settle(entry.trigger, result)
    } catch (error) {
      log.warn({ err: error, kind: entry.kind, id: entry.id }, 'cannot reconcile an object')
      entry.trigger.retry(1000)
    } finally {
      clearTimeout(timer)
      clearInterval(working)
      if (isLongRunning) this.#longRunning -= 1
      if (this.#running.get(keyOf(entry)) === entry) this.#running.delete(keyOf(entry))
      this.#notifyWaiters()
    }
  }

  #settle(trigger: QueuedTrigger, result: ReconcileResult): void {
    if (result.result !== 'failed') return trigger.ack()
    const { kind, id } = trigger
    this.#options.log.warn({ error: result.error, kind, id }, 'a reconcile could not report its result')
    trigger.retry(1000 + Math.random() * 1000)
  }

  async #reconcileWhileTriggered(entry: Running): Promise<ReconcileResult> {
    for (;;) {
      entry.rerun = false
      const result = await this.#reconcile(entry.trigger, entry.lease)
      // A late response about this run must not extend the lease of the next one.
      entry.lease.revoke()
      if (entry.rerun && result.result !== 'failed' && !this.#isDraining) entry.lease = createLeaseClock()
      else {
        // Synchronously with the check above, so that a trigger that arrives from now on starts a new reconcile.
        this.#running.delete(keyOf(entry))
        return result
      }
    }
  }

  async #reconcile({ kind, id, traceparent }: QueuedTrigger, lease: LeaseClock): Promise<ReconcileResult> {
    const { pool, reportLost, onFinished } = this.#options
    const startedAt = performance.now()
    const run = await pool.run({ kind, id, traceparent }, lease)
    const result = run.result === 'lost' ? await reportLost({ kind, id, why: run.why }, lease) : run
    onFinished(kind, result, (performance.now() - startedAt) / 1000)
    return result
  }

  #notifyWaiters(): void {
    for (const notify of this.#waiters) notify()
  }

  #slotFreed(): Promise<void> {
    return new Promise((resolve) => {
      const notify = (): void => {
        this.#waiters.delete(notify)
        resolve()
      }
      this.#waiters.add(notify)
    })
  }
}

const lossNotReported = { code: 'INTERNAL', message: 'the reconcile lost its thread', details: {} } as const

function keyOf({ kind, id }: Pick<QueuedTrigger, 'kind' | 'id'>): string {
  return `${kind}/${id}`
}
