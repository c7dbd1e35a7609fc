import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createDispatcher, type LostTask, type QueuedTrigger } from '../../../workers/engine/dispatcher.ts'
import type { LeaseClock } from '../../../workers/engine/lease-clock.ts'
import type { ReconcilePool } from '../../../workers/engine/pool.ts'
import type { ReconcileResult } from '../../../workers/engine/run-reconcile.ts'

/** Creates a pool whose reconciles end on request. */
function pausedPool(capacity = 10, limit = capacity) {
  const running: { id: string; lease: LeaseClock; end(): void }[] = []
  const started: string[] = []
  const pool: ReconcilePool = {
    threads: 1,
    capacity,
    limit,
    run: ({ id }, lease) =>
      new Promise((resolve) => {
        started.push(id)
        running.push({ id, lease, end: () => resolve({ result: 'reported', outcome: 'done' }) })
      }),
    close: async () => undefined,
  }
  return { pool, started, next: () => running.shift() }
}

function trigger(id: string) {
  const outcomes: string[] = []
  const queued: QueuedTrigger = {
    kind: 'WorkloadInstance',
    id,
    working: () => undefined,
    ack: () => void outcomes.push('ack'),
    retry: () => void outcomes.push('retry'),
  }
  return { queued, outcomes }
}

const log = pino({ level: 'silent' })
/** Waits one turn of the event loop, which is enough because everything runs in this process. */
const settle = (): Promise<void> => setImmediate()

describe('dispatcher', () => {
  it('runs one reconcile per object at a time, and another one if it was triggered in the meantime', async () => {
    const { pool, started, next } = pausedPool()
    const dispatcher = createDispatcher({ pool, log })
    const [first, second, third] = [trigger('1'), trigger('1'), trigger('1')]
    await dispatcher.take(first.queued)
    await settle()
    await dispatcher.take(second.queued)
    await dispatcher.take(third.queued)
    await settle()
    expect(started).toEqual(['1'])
    next()?.end()
    await settle()
    expect(started).toEqual(['1', '1'])
    next()?.end()
    await settle()
    expect(started).toEqual(['1', '1'])
    expect([first, second, third].map(({ outcomes }) => outcomes)).toEqual([['ack'], ['ack'], ['ack']])
  })

  it('leaves an object to the worker that reconciles it, which learns of the new trigger', async () => {
    const pool: ReconcilePool = {
      threads: 1,
      capacity: 1,
      limit: 1,
      run: async () => ({ result: 'superseded' }),
      close: async () => undefined,
    }
    const { queued, outcomes } = trigger('1')
    await createDispatcher({ pool, log }).take(queued)
    await settle()
    expect(outcomes).toEqual(['ack'])
  })

  it('starts others beside long reconciles, up to a limit', async () => {
    const { pool, started, next } = pausedPool(1, 2)
    const dispatcher = createDispatcher({ pool, log, longRunningAfter: 1 })
    await dispatcher.take(trigger('1').queued)
    await dispatcher.take(trigger('2').queued)
    const third = dispatcher.take(trigger('3').queued)
    await settle()
    expect(started).toEqual(['1', '2'])
    next()?.end()
    await third
    await settle()
    expect(started).toEqual(['1', '2', '3'])
  })

  it('takes no more than its capacity, and continues when a reconcile ends', async () => {
    const { pool, started, next } = pausedPool(2)
    const dispatcher = createDispatcher({ pool, log })
    await dispatcher.take(trigger('1').queued)
    await dispatcher.take(trigger('2').queued)
    const third = dispatcher.take(trigger('3').queued)
    await settle()
    expect(started).toEqual(['1', '2'])
    next()?.end()
    await third
    await settle()
    expect(started).toEqual(['1', '2', '3'])
  })

  it('returns a reconcile that could not report to the queue', async () => {
    const pool: ReconcilePool = {
      threads: 1,
      capacity: 1,
      limit: 1,
      run: async () => ({ result: 'failed', error: { code: 'UNAVAILABLE', message: 'm', details: {} } }),
      close: async () => undefined,
    }
    const { queued, outcomes } = trigger('1')
    await createDispatcher({ pool, log }).take(queued)
    await settle()
    expect(outcomes).toEqual(['retry'])
  })

  it('returns the latest trigger, as the queue has replaced the earlier ones', async () => {
    const { promise: failing, resolve: fail } = Promise.withResolvers<ReconcileResult>()
    const pool: ReconcilePool = {
      threads: 1,
      capacity: 1,
      limit: 1,
      run: () => failing,
      close: async () => undefined,
    }
    const dispatcher = createDispatcher({ pool, log })
    const [first, second] = [trigger('1'), trigger('1')]
    await dispatcher.take(first.queued)
    await dispatcher.take(second.queued)
    fail({ result: 'failed', error: { code: 'UNAVAILABLE', message: 'm', details: {} } })
    await settle()
    expect([first.outcomes, second.outcomes]).toEqual([['ack'], ['retry']])
  })

  it('reports a reconcile that has crashed its thread', async () => {
    const pool: ReconcilePool = {
      threads: 1,
      capacity: 1,
      limit: 1,
      run: async () => ({ result: 'lost', why: 'spun' }),
      close: async () => undefined,
    }
    const reported: unknown[] = []
    const reportLost = async (lost: LostTask): Promise<ReconcileResult> => {
      reported.push(lost)
      return { result: 'reported', outcome: 'failed' }
    }
    const { queued, outcomes } = trigger('1')
    await createDispatcher({ pool, log, reportLost }).take(queued)
    await settle()
    expect(reported).toEqual([{ kind: 'WorkloadInstance', id: '1', why: 'spun' }])
    expect(outcomes).toEqual(['ack'])
  })

  it('creates a lease per reconcile, and revokes it at the end', async () => {
    const { pool, next } = pausedPool()
    const dispatcher = createDispatcher({ pool, log })
    await dispatcher.take(trigger('1').queued)
    const first = next()
    first?.lease.grant(3, 5000)
    await dispatcher.take(trigger('1').queued)
    expect(dispatcher.running().map(({ lease }) => lease.epoch)).toEqual([3])
    first?.end()
    await settle()
    expect(first?.lease.remaining()).toBe(0)
    first?.lease.extend(3, 5000)
    expect(first?.lease.remaining()).toBe(0)
    const second = next()
    expect(second?.lease.epoch).toBeUndefined()
    second?.end()
    await settle()
    expect(dispatcher.running()).toEqual([])
  })

  it('returns new work to the queue while it drains', async () => {
    const { pool, next } = pausedPool()
    const dispatcher = createDispatcher({ pool, log })
    await dispatcher.take(trigger('1').queued)
    const draining = dispatcher.drain(5000)
    const late = trigger('2')
    await dispatcher.take(late.queued)
    expect([late.outcomes, dispatcher.freeSlots()]).toEqual([['retry'], 0])
    next()?.end()
    await draining
  })
})
