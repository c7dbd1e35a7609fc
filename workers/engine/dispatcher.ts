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

/**
 * One reconcile per object at a time; a trigger for one that runs makes it run once more. That no other worker reconciles
 * the same is the matter of the lease that each takes at its begin.
 */
export function createDispatcher({
  pool,
  log,
  longAfter = 2000,
  reportLost = async () => ({ result: 'failed', error: unreported }),
  onFinished = () => undefined,
}: DispatcherOptions): Dispatcher {
  const running = new Map<string, Running>()
  /** How many of them run for longer than they should: those wait for a cluster, and others need not wait with them. */
  let long = 0
  let draining = false
  const freed = new Set<() => void>()

  const room = (): number => Math.max(0, Math.min(pool.capacity + long, pool.limit) - running.size)
  const roomChanged = (): void => {
    for (const next of freed) next()
  }

  const work = async (entry: Running): Promise<void> => {
    let isLong = false
    const timer = setTimeout(() => {
      isLong = true
      long += 1
      roomChanged()
    }, longAfter)
    const working = setInterval(() => entry.trigger.working(), workingEvery)
    try {
      const result = await reconcileWhileTriggered(entry)
      answer(entry.trigger, result)
    } catch (error) {
      log.warn({ err: error, kind: entry.kind, id: entry.id }, 'cannot reconcile an object')
      entry.trigger.retry(1000)
    } finally {
      clearTimeout(timer)
      clearInterval(working)
      if (isLong) long -= 1
      if (running.get(keyOf(entry)) === entry) running.delete(keyOf(entry))
      roomChanged()
    }
  }

  const answer = (trigger: QueuedTrigger, result: ReconcileResult): void => {
    if (result.result !== 'failed') return trigger.ack()
    log.warn({ error: result.error, kind: trigger.kind, id: trigger.id }, 'a reconcile could not report')
    trigger.retry(1000 + Math.random() * 1000)
  }

  const reconcileWhileTriggered = async (entry: Running): Promise<ReconcileResult> => {
    for (;;) {
      entry.again = false
      const result = await reconcile(entry.trigger, entry.lease)
      // What is heard of this one later is not of the next.
      entry.lease.revoke()
      if (entry.again && result.result !== 'failed' && !draining) entry.lease = createLeaseClock()
      else {
        // At once: a trigger that comes from now on is not of this one any more.
        running.delete(keyOf(entry))
        return result
      }
    }
  }

  const reconcile = async (
    { kind, id, traceparent }: QueuedTrigger,
    lease: LeaseClock,
  ): Promise<ReconcileResult> => {
    const started = performance.now()
    const ran = await pool.run({ kind, id, traceparent }, lease)
    const result = ran.result === 'lost' ? await reportLost({ kind, id, why: ran.why }, lease) : ran
    onFinished(kind, result, (performance.now() - started) / 1000)
    return result
  }

  return {
    running: () => [...running.values()].map(({ kind, id, lease }) => ({ kind, id, lease })),
    room: () => (draining ? 0 : room()),
    take: async (trigger) => {
      const key = keyOf(trigger)
      while (room() === 0 && !running.has(key) && !draining) await oneFreed()
      const entry = running.get(key)
      if (draining) trigger.retry(0)
      else if (entry === undefined) {
        const { kind, id } = trigger
        const lease = createLeaseClock()
        const started: Running = { kind, id, trigger, again: false, lease, work: Promise.resolve() }
        running.set(key, started)
        started.work = work(started)
      } else {
        // Should this process die before it runs again, resync finds the object: its triggers are counted in the database.
        entry.again = true
        entry.trigger.ack()
        entry.trigger = trigger
      }
    },
    drain: async (milliseconds) => {
      draining = true
      roomChanged()
      const all = Promise.allSettled([...running.values()].map((entry) => entry.work))
      let timer: NodeJS.Timeout | undefined
      await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))])
      clearTimeout(timer)
    },
  }

  function oneFreed(): Promise<void> {
    return new Promise((resolve) => {
      const next = (): void => {
        freed.delete(next)
        resolve()
      }
      freed.add(next)
    })
  }
}

const unreported = { code: 'INTERNAL', message: 'it has cost its thread', details: {} } as const

function keyOf({ kind, id }: Pick<QueuedTrigger, 'kind' | 'id'>): string {
  return `${kind}/${id}`
}
