import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../telemetry/log.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import { lockTerm, type Lock, type Locks } from './lock.ts'
import type { ReconcilePool } from './pool.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'

/** A wake-up that was taken from the queue. */
export interface QueuedWakeUp {
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
  /** Objects whose reconciles run now. */
  running(): { kind: string; id: string }[]
  /** Takes a wake-up as soon as there is room for it; resolves then, not when it is done. */
  take(wakeUp: QueuedWakeUp): Promise<void>
  /** Resolves when everything that was taken is done or handed back, at the latest after the given milliseconds. */
  drain(milliseconds: number): Promise<void>
}

export interface DispatcherOptions {
  pool: ReconcilePool
  locks: Locks
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

/** One reconcile per object at a time; a wake-up for one that runs makes it run once more. */
export function createDispatcher({
  pool,
  locks,
  log,
  longAfter = 2000,
  reportLost = async () => ({ result: 'failed', error: unreported }),
  onFinished = () => undefined,
}: DispatcherOptions): Dispatcher {
  const running = new Map<string, { kind: string; id: string; again: boolean; work: Promise<void> }>()
  /** How many of them run for longer than they should: those wait for a cluster, and others need not wait with them. */
  let long = 0
  let draining = false
  const freed = new Set<() => void>()

  const hasRoom = (): boolean => running.size - long < pool.capacity && running.size < pool.limit
  const roomChanged = (): void => {
    for (const next of freed) next()
  }

  const work = async (wakeUp: QueuedWakeUp, key: string): Promise<void> => {
    let isLong = false
    const timer = setTimeout(() => {
      isLong = true
      long += 1
      roomChanged()
    }, longAfter)
    try {
      await lockAndReconcile(wakeUp, key)
      // Woken while the lock was being released: that wake-up was acknowledged already.
      while (running.get(key)?.again === true && !draining) await lockAndReconcile(acknowledged(wakeUp), key)
    } catch (error) {
      log.warn({ err: error, kind: wakeUp.kind, id: wakeUp.id }, 'cannot lock an object')
      wakeUp.retry(1000)
    } finally {
      clearTimeout(timer)
      if (isLong) long -= 1
      running.delete(key)
      roomChanged()
    }
  }

  const lockAndReconcile = async (wakeUp: QueuedWakeUp, key: string): Promise<void> => {
    const lock = await locks.acquire(wakeUp.kind, wakeUp.id)
    if (lock === undefined) {
      const wait = 250 + Math.random() * 250
      wakeUp.retry(wait)
      // With no message left to come again, this process comes again itself.
      if (running.get(key)?.again === true) await sleep(wait)
    } else await reconcileUnderLock(wakeUp, key, lock)
  }

  const reconcileUnderLock = async (wakeUp: QueuedWakeUp, key: string, lock: Lock): Promise<void> => {
    const lease = createLeaseClock()
    lease.extend(lockTerm - 2000)
    const renewal = setInterval(() => {
      wakeUp.working()
      const asked = performance.now()
      lock.renew().then(
        (held) => (held ? lease.extend(lockTerm - 2000 - (performance.now() - asked)) : lease.revoke()),
        (error: unknown) => log.warn({ err: error, kind: wakeUp.kind, id: wakeUp.id }, 'cannot renew a lock'),
      )
    }, lockTerm / 3)
    try {
      const result = await reconcileWhileWoken(wakeUp, key, lease)
      if (result.result === 'failed') {
        log.warn({ error: result.error, kind: wakeUp.kind, id: wakeUp.id }, 'a reconcile could not report')
        wakeUp.retry(1000 + Math.random() * 1000)
      } else wakeUp.ack()
    } finally {
      clearInterval(renewal)
      lease.revoke()
      await lock.release()
    }
  }

  const reconcileWhileWoken = async (wakeUp: QueuedWakeUp, key: string, lease: LeaseClock) => {
    for (;;) {
      const entry = running.get(key)
      if (entry !== undefined) entry.again = false
      const begun = performance.now()
      const { kind, id, traceparent } = wakeUp
      const ran = await pool.run({ kind, id, traceparent }, lease)
      const result = ran.result === 'lost' ? await reportLost({ kind, id, why: ran.why }, lease) : ran
      onFinished(kind, result, (performance.now() - begun) / 1000)
      if (entry?.again !== true || result.result === 'failed' || draining) return result
    }
  }

  return {
    running: () => [...running.values()].map(({ kind, id }) => ({ kind, id })),
    take: async (wakeUp) => {
      const key = `${wakeUp.kind}/${wakeUp.id}`
      while (!hasRoom() && !running.has(key) && !draining) await oneFreed()
      const entry = running.get(key)
      if (draining) wakeUp.retry(0)
      else if (entry === undefined) {
        const { kind, id } = wakeUp
        running.set(key, { kind, id, again: false, work: work(wakeUp, key) })
      } else {
        // Should this process die before it runs again, resync finds the object: its wakes are counted in the database.
        entry.again = true
        wakeUp.ack()
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

/** The same work without a message behind it. */
function acknowledged(wakeUp: QueuedWakeUp): QueuedWakeUp {
  return { ...wakeUp, working: () => undefined, ack: () => undefined, retry: () => undefined }
}
