import type { Log } from '../../telemetry/log.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import type { ReconcilePool } from './pool.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'

/** A trigger that was taken from the queue. */
export interface QueuedTrigger {
  kind: string
  id: string
  traceparent?: string | undefined
  /** The queue keeps it for us for another while. */
  working(): void
  /** It is done. */
  ack(): void
  /** Somebody tries again after so many milliseconds. */
  retry(milliseconds: number): void
}

export interface Dispatcher {
  /** Objects whose reconciles run now, and how long those may go on. */
  running(): { kind: string; id: string; lease: LeaseClock }[]
  /** How many triggers could be taken now without waiting. */
  room(): number
  /** Takes a trigger as soon as there is room for it; resolves then, not when it is done. */
  take(trigger: QueuedTrigger): Promise<void>
  /** Resolves when everything that was taken is done or handed back, at the latest after the given milliseconds. */
  drain(milliseconds: number): Promise<void>
}

export interface DispatcherOptions {
  pool: ReconcilePool
  log: Log
  /** Milliseconds after which a reconcile gives its place to another, and goes on beside. @default 2000 */
  longAfter?: number
  /** Reports in the place of a reconcile that has cost its thread. @default it is tried again */
  reportLost?: (task: LostTask, lease: LeaseClock) => Promise<ReconcileResult>
  onFinished?: (kind: string, result: ReconcileResult, seconds: number) => void
}

/** A reconcile whose thread was lost through it. */
export interface LostTask {
  kind: string
  id: string
  why: ThreadLoss
}

interface Running {
  kind: string
  id: string
  /** The newest trigger that it answers: the queue has forgotten those before. */
  trigger: QueuedTrigger
  again: boolean
  lease: LeaseClock
  work: Promise<void>
}

/** Milliseconds between two words to the queue about a trigger whose reconcile runs. */
const workingEvery = 5000

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return new ObjectDispatcher(options)
}

/**
 * One reconcile per object at a time; a trigger for one that runs makes it run once more. That no other worker reconciles
 * the same is the matter of the lease that each takes at its begin.
 */
class ObjectDispatcher implements Dispatcher {
  readonly #options: Required<DispatcherOptions>
  /** By kind and id. */
  readonly #running = new Map<string, Running>()
  /** How many of them run for longer than they should: those wait for a cluster, and others need not wait with them. */
  #long = 0
  #isDraining = false
  /** Called when there may be room for those who wait for it. */
  readonly #freed = new Set<() => void>()

  constructor(options: DispatcherOptions) {
    this.#options = {
      longAfter: 2000,
      reportLost: async () => ({ result: 'failed', error: unreported }),
      onFinished: () => undefined,
      ...options,
    }
  }

  running(): { kind: string; id: string; lease: LeaseClock }[] {
    return [...this.#running.values()].map(({ kind, id, lease }) => ({ kind, id, lease }))
  }

  room(): number {
    const { pool } = this.#options
    const most = Math.min(pool.capacity + this.#long, pool.limit)
    return this.#isDraining ? 0 : Math.max(0, most - this.#running.size)
  }

  async take(trigger: QueuedTrigger): Promise<void> {
    const key = keyOf(trigger)
    while (this.room() === 0 && !this.#running.has(key) && !this.#isDraining) await this.#oneFreed()
    const entry = this.#running.get(key)
    if (this.#isDraining) trigger.retry(0)
    else if (entry === undefined) this.#start(key, trigger)
    else {
      // Should this process die before it runs again, resync finds the object: its triggers are counted in the database.
      entry.again = true
      entry.trigger.ack()
      entry.trigger = trigger
    }
  }

  async drain(milliseconds: number): Promise<void> {
    this.#isDraining = true
    this.#roomChanged()
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
      again: false,
      lease: createLeaseClock(),
      work: Promise.resolve(),
    }
    this.#running.set(key, entry)
    entry.work = this.#work(entry)
  }

  async #work(entry: Running): Promise<void> {
    const { log, longAfter } = this.#options
    let isLong = false
    const timer = setTimeout(() => {
      isLong = true
      this.#long += 1
      this.#roomChanged()
    }, longAfter)
    const working = setInterval(() => entry.trigger.working(), workingEvery)
    try {
      const result = await this.#reconcileWhileTriggered(entry)
      // Only now: a newer one may have come meanwhile.
      this.#answer(entry.trigger, result)
    } catch (error) {
      log.warn({ err: error, kind: entry.kind, id: entry.id }, 'cannot reconcile an object')
      entry.trigger.retry(1000)
    } finally {
      clearTimeout(timer)
      clearInterval(working)
      if (isLong) this.#long -= 1
      if (this.#running.get(keyOf(entry)) === entry) this.#running.delete(keyOf(entry))
      this.#roomChanged()
    }
  }

  #answer(trigger: QueuedTrigger, result: ReconcileResult): void {
    if (result.result !== 'failed') return trigger.ack()
    const { kind, id } = trigger
    this.#options.log.warn({ error: result.error, kind, id }, 'a reconcile could not report')
    trigger.retry(1000 + Math.random() * 1000)
  }

  async #reconcileWhileTriggered(entry: Running): Promise<ReconcileResult> {
    for (;;) {
      entry.again = false
      const result = await this.#reconcile(entry.trigger, entry.lease)
      // What is heard of this one later is not of the next.
      entry.lease.revoke()
      if (entry.again && result.result !== 'failed' && !this.#isDraining) entry.lease = createLeaseClock()
      else {
        // At once: a trigger that comes from now on is not of this one any more.
        this.#running.delete(keyOf(entry))
        return result
      }
    }
  }

  async #reconcile({ kind, id, traceparent }: QueuedTrigger, lease: LeaseClock): Promise<ReconcileResult> {
    const { pool, reportLost, onFinished } = this.#options
    const startedAt = performance.now()
    const ran = await pool.run({ kind, id, traceparent }, lease)
    const result = ran.result === 'lost' ? await reportLost({ kind, id, why: ran.why }, lease) : ran
    onFinished(kind, result, (performance.now() - startedAt) / 1000)
    return result
  }

  #roomChanged(): void {
    for (const next of this.#freed) next()
  }

  #oneFreed(): Promise<void> {
    return new Promise((resolve) => {
      const next = (): void => {
        this.#freed.delete(next)
        resolve()
      }
      this.#freed.add(next)
    })
  }
}

const unreported = { code: 'INTERNAL', message: 'it has cost its thread', details: {} } as const

function keyOf({ kind, id }: Pick<QueuedTrigger, 'kind' | 'id'>): string {
  return `${kind}/${id}`
}
