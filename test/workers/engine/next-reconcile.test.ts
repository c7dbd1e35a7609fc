import { describe, expect, it } from 'vitest'
import { nextReconcile } from '../../../workers/engine/next-reconcile.ts'
import { done, failed, requeueAfter, waitingFor, type Outcome } from '../../../workers/engine/outcome.ts'
import { quarantineWhenExhausted } from '../../../workers/engine/quarantine.ts'

const minute = 60_000
const object = { id: '1', kind: 'Project', name: 'x', version: 3 }
const watching = { id: '1', version: 3 }
const away = { reason: 'ConnectionRefused', message: 'm', unreachable: true }

/** Permanent failures of every kind that name no object to be triggered by. */
const unnamed: Outcome[] = [
  requeueAfter(3_600_000, { reason: 'RollingOut', message: 'm' }),
  failed({ reason: 'Invalid', message: 'm' }),
  failed({ reason: 'Invalid', message: 'm' }, { retryable: false }),
  failed({ reason: 'Blocked', message: 'm', blocked: true }),
  failed({ reason: 'AwaitingConfirmation', message: 'm', blocked: true, confirm: [] }),
  failed(away),
  failed(away, { retryAfter: 3_600_000 }),
]

describe('nextReconcile', () => {
  it('is within a minute for an object that names none that it waits for, however often it has failed', () => {
    for (const outcome of unnamed)
      for (const failures of [1, 2, 5, 10, 1000]) {
        const { after, watching: named } = nextReconcile(outcome, failures)
        expect(after, JSON.stringify(outcome)).toBeLessThanOrEqual(minute)
        expect(after, JSON.stringify(outcome)).toBeGreaterThanOrEqual(500)
        expect(named).toBeUndefined()
      }
  })

  it('is triggered by a change of the dependency, with a retry in about ten minutes as a safety net', () => {
    const outcomes = [
      waitingFor(object, 'm'),
      failed(away, { watching }),
      failed(away, { watching, retryAfter: 1 }),
    ]
    for (const outcome of outcomes) {
      const { after = 0, watching: named } = nextReconcile(outcome, 1)
      expect(named).toEqual(watching)
      expect(after).toBeGreaterThanOrEqual(9 * minute)
      expect(after).toBeLessThanOrEqual(11 * minute)
    }
  })

  it('is in about ten minutes after a failure that is a result, which only a trigger changes', () => {
    const final = failed(
      { reason: 'RolledBack', message: 'm', blocked: true },
      { retryable: false, final: true },
    )
    const { after = 0, watching: named } = nextReconcile(final, 1)
    expect(named).toBeUndefined()
    expect(after).toBeGreaterThanOrEqual(9 * minute)
    expect(after).toBeLessThanOrEqual(11 * minute)
  })

  it('is in about ten minutes, or earlier at its time, for a wait whose end triggers the object', () => {
    const why = { isTriggered: true, reason: 'Paused', message: 'm' }
    expect(nextReconcile(requeueAfter(2 * minute, why), 0).after).toBe(2 * minute)
    const { after = 0 } = nextReconcile(requeueAfter(60 * minute, why), 0)
    expect(after).toBeGreaterThanOrEqual(9 * minute)
    expect(after).toBeLessThanOrEqual(11 * minute)
  })

  it('is no later than the time at which the object is stalled, so that its status reports it', () => {
    const failing = failed({ reason: 'CrashLoopBackOff', message: 'm' })
    expect(nextReconcile(failing, 1000, 2345).after).toBe(2345)
    expect(nextReconcile(failing, 1, 50_000).after).toBeLessThan(5000)
    expect(nextReconcile(failed({ reason: 'AddressTaken', message: 'm' }, { watching }), 1, 9000)).toEqual({
      after: 9000,
      watching,
    })
  })

  it('grows from a quarter of a minute while a cluster does not respond, and differs between objects', () => {
    const pauses = [1, 2, 3, 10].map((failures) => nextReconcile(failed(away), failures).after ?? 0)
    expect(pauses[0]).toBeLessThanOrEqual(15_000)
    expect(pauses[2]).toBeGreaterThanOrEqual(30_000)
    expect(pauses[3]).toBeGreaterThanOrEqual(30_000)
  })

  it('grows from a moment to a quarter of a minute if the cluster may be back at any time', () => {
    const outcome = failed(away, { pauses: { first: 2000, cap: 15_000 } })
    const pauses = [1, 2, 3, 10].map((failures) => nextReconcile(outcome, failures).after ?? 0)
    expect(pauses[0]).toBeLessThanOrEqual(2000)
    expect(pauses[2]).toBeGreaterThanOrEqual(4000)
    expect(pauses[2]).toBeLessThanOrEqual(8000)
    expect(pauses[3]).toBeGreaterThanOrEqual(7500)
    expect(pauses[3]).toBeLessThanOrEqual(15_000)
  })

  it('is when the cluster requests it, within a minute', () => {
    expect(nextReconcile(failed(away, { retryAfter: 40_000 }), 5).after).toBe(40_000)
  })

  it('is minutes later for internal failures, and an hour later once they are quarantined', () => {
    const slow = failed({ reason: 'DeadlineExceeded', message: 'm' })
    expect(nextReconcile(slow, 30).after).toBeLessThanOrEqual(5 * minute)
    expect(nextReconcile(slow, 30).after).toBeGreaterThan(minute)
    const quarantined = quarantineWhenExhausted(
      failed({ reason: 'InternalError', message: 'm' }, { watching }),
      10,
      {
        kind: 'Project',
        name: 'x',
        projectName: null,
      },
    )
    expect(nextReconcile(quarantined, 10).after).toBeGreaterThan(40 * minute)
    expect(nextReconcile(quarantined, 10).watching).toEqual(watching)
  })

  it('is the drift check once the object is ready', () => {
    expect(nextReconcile(done('fine', { recheckAfter: 10 * minute, watching }), 0)).toEqual({
      after: 10 * minute,
      watching,
    })
    expect(nextReconcile(done('fine'), 0)).toEqual({})
  })
})
