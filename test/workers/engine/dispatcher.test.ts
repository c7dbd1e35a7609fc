import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createDispatcher, type LostTask, type QueuedTrigger } from '../../../workers/engine/dispatcher.ts'
import type { LeaseClock } from '../../../workers/engine/lease-clock.ts'
import type { ReconcilePool } from '../../../workers/engine/pool.ts'
import type { ReconcileResult } from '../../../workers/engine/run-reconcile.ts'

/** Reconciles that end on request. */
function heldPool(capacity = 10, limit = capacity) {
  const running: { id: string; lease: LeaseClock; end(): void }[] = []
  const started: string[] = []
  const pool: ReconcilePool = {
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
  const answers: string[] = []
  const queued: QueuedTrigger = {
    kind: 'WorkloadInstance',
    id,
    working: () => undefined,
    ack: () => void answers.push('ack'),
    retry: () => void answers.push('retry'),
  }
  return { queued, answers }
}

const log = pino({ level: 'silent' })
/** Everything here is in this process, so that what could happen has happened after one turn of its loop. */
const settle = (): Promise<void> => setImmediate()

describe('dispatcher', () => {
  it('reconciles one object once at a time, and once more when it was triggered meanwhile', async () => {
    const { pool, started, next } = heldPool()
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
    expect([first, second, third].map(({ answers }) => answers)).toEqual([['ack'], ['ack'], ['ack']])
  })

  it('leaves what another worker reconciles to that, which learns that there is more', async () => {
    const pool: ReconcilePool = {
      capacity: 1,
      limit: 1,
      run: async () => ({ result: 'superseded' }),
      close: async () => undefined,
    }
    const { queued, answers } = trigger('1')
    await createDispatcher({ pool, log }).take(queued)
    await settle()
    expect(answers).toEqual(['ack'])
  })

  it('lets others in beside reconciles that take long, up to a limit', async () => {
    const { pool, started, next } = heldPool(1, 2)
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

  it('takes no more than it can run, and goes on when something ends', async () => {
    const { pool, started, next } = heldPool(2)
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

  it('hands back a reconcile that could not report', async () => {
    const pool: ReconcilePool = {
      capacity: 1,
      limit: 1,
      run: async () => ({ result: 'failed', error: { code: 'UNAVAILABLE', message: 'm', details: {} } }),
      close: async () => undefined,
    }
    const { queued, answers } = trigger('1')
    await createDispatcher({ pool, log }).take(queued)
    await settle()
    expect(answers).toEqual(['retry'])
  })

  it('hands back the newest trigger, as the queue has forgotten the others', async () => {
    const { promise: failing, resolve: fail } = Promise.withResolvers<ReconcileResult>()
    const pool: ReconcilePool = { capacity: 1, limit: 1, run: () => failing, close: async () => undefined }
    const dispatcher = createDispatcher({ pool, log })
    const [first, second] = [trigger('1'), trigger('1')]
    await dispatcher.take(first.queued)
    await dispatcher.take(second.queued)
    fail({ result: 'failed', error: { code: 'UNAVAILABLE', message: 'm', details: {} } })
    await settle()
    expect([first.answers, second.answers]).toEqual([['ack'], ['retry']])
  })

  it('reports for a reconcile that has cost its thread', async () => {
    const pool: ReconcilePool = {
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
    const { queued, answers } = trigger('1')
    await createDispatcher({ pool, log, reportLost }).take(queued)
    await settle()
    expect(reported).toEqual([{ kind: 'WorkloadInstance', id: '1', why: 'spun' }])
    expect(answers).toEqual(['ack'])
  })

  it('gives each reconcile a lease of its own, and takes it back in the end', async () => {
    const { pool, next } = heldPool()
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

  it('hands back new work while it drains', async () => {
    const { pool, next } = heldPool()
    const dispatcher = createDispatcher({ pool, log })
    await dispatcher.take(trigger('1').queued)
    const draining = dispatcher.drain(5000)
    const late = trigger('2')
    await dispatcher.take(late.queued)
    expect([late.answers, dispatcher.freeSlots()]).toEqual([['retry'], 0])
    next()?.end()
    await draining
  })
})
