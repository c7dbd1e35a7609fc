import { describe, expect, it } from 'vitest'
import { failed, waitingFor } from '../../../workers/engine/outcome.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import {
  lostThread,
  quarantineWhenExhausted,
  lossReporter,
  withoutThreadLost,
} from '../../../workers/engine/quarantine.ts'

const web = { kind: 'WorkloadInstance', name: 'web', projectName: 'default' } as const
const internal = failed({ reason: 'InternalError', message: 'An internal error: x.' })

describe('quarantineWhenExhausted', () => {
  it.each([
    ['InternalError', 10],
    ['Internal', 10],
    ['ThreadLost', 3],
  ])('quarantines failures of %s after %i in a row, and not before', (reason, budget) => {
    const outcome = failed({ reason, message: 'm' })
    expect(quarantineWhenExhausted(outcome, budget - 1, web)).toEqual(outcome)
    expect(quarantineWhenExhausted(outcome, budget, web)).toMatchObject({
      cause: { reason, quarantined: true },
    })
  })

  it('stalls a quarantined object at once, and still retries it', () => {
    const outcome = quarantineWhenExhausted(
      failed({ reason: 'InternalError', message: 'm', grace: 60_000 }),
      10,
      web,
    )
    expect(outcome).toMatchObject({ cause: { quarantined: true, grace: 0 }, retryable: true })
  })

  it('reports what happened and what triggers a retry', () => {
    expect(quarantineWhenExhausted(internal, 10, web)).toMatchObject({
      cause: {
        message: expect.stringMatching(/failed 10 times.* An internal error: x\. .*workload-instance\/web$/),
      },
    })
    expect(quarantineWhenExhausted(internal, 10, { ...web, projectName: 'shop' })).toMatchObject({
      cause: { message: expect.stringMatching(/--project shop$/) },
    })
  })

  it('retries in about an hour, at different times', () => {
    const waits = Array.from({ length: 50 }, () => {
      const outcome = quarantineWhenExhausted(internal, 12, web)
      return outcome.outcome === 'failed' ? (outcome.retryAfter ?? 0) / 60_000 : 0
    })
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(45)
    expect(Math.max(...waits)).toBeLessThanOrEqual(75)
    expect(new Set(waits).size).toBeGreaterThan(40)
  })

  it('does not quarantine failures that a cluster or a user has to resolve', () => {
    const away = failed({ reason: 'ConnectionRefused', message: 'm', unreachable: true })
    const waiting = waitingFor({ id: '1', kind: 'X', name: 'x', version: 1 }, 'm')
    expect(quarantineWhenExhausted(away, 1000, web)).toEqual(away)
    expect(quarantineWhenExhausted(waiting, 1000, web)).toEqual(waiting)
    // A slow cluster recovers without a trigger.
    const slow = failed({ reason: 'DeadlineExceeded', message: 'm' })
    expect(quarantineWhenExhausted(slow, 1000, web)).toEqual(slow)
  })
})

describe('lossReporter', () => {
  it('makes the next reconcile run isolated, whatever the status becomes', async () => {
    let state = {}
    const updateState = (changes: object): void => void (state = { ...state, ...changes })
    // The function uses no other field of the context.
    const context = { updateState } as unknown as ReconcileContext
    expect(await lossReporter('spun').ensure(context, undefined)).toMatchObject({
      cause: { reason: 'ThreadLost' },
    })
    expect(lostThread(state)).toBe(true)
    expect(lostThread(withoutThreadLost(state))).toBe(false)
  })
})
