import { describe, expect, it } from 'vitest'
import { failed, waitingFor } from '../../../workers/engine/outcome.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import {
  lostThread,
  quarantineWhenExhausted,
  lossReporter,
  withoutThreadLost,
} from '../../../workers/engine/quarantine.ts'

const web = { kind: 'WorkloadInstance', name: 'web', projectName: 'default' }
const internal = failed({ reason: 'InternalError', message: 'An internal error: x.' })

describe('quarantineWhenExhausted', () => {
  it.each([
    ['InternalError', 10],
    ['Internal', 10],
    ['ThreadLost', 3],
  ])('parks what has failed of %s %i times in a row, and not before', (reason, budget) => {
    const outcome = failed({ reason, message: 'm' })
    expect(quarantineWhenExhausted(outcome, budget - 1, web)).toEqual(outcome)
    expect(quarantineWhenExhausted(outcome, budget, web)).toMatchObject({
      cause: { reason, quarantined: true },
    })
  })

  it('stalls what it parks at once, and tries it again all the same', () => {
    const outcome = quarantineWhenExhausted(
      failed({ reason: 'InternalError', message: 'm', grace: 60_000 }),
      10,
      web,
    )
    expect(outcome).toMatchObject({ cause: { quarantined: true, grace: 0 }, retryable: true })
  })

  it('says what happened, and what tries now', () => {
    expect(quarantineWhenExhausted(internal, 10, web)).toMatchObject({
      cause: {
        message: expect.stringMatching(/failed 10 times.* An internal error: x\. .*workload-instance\/web$/),
      },
    })
    expect(quarantineWhenExhausted(internal, 10, { ...web, projectName: 'shop' })).toMatchObject({
      cause: { message: expect.stringMatching(/--project shop$/) },
    })
  })

  it('tries again in about an hour, not all at the same time', () => {
    const waits = Array.from({ length: 50 }, () => {
      const outcome = quarantineWhenExhausted(internal, 12, web)
      return outcome.outcome === 'failed' ? (outcome.retryAfter ?? 0) / 60_000 : 0
    })
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(45)
    expect(Math.max(...waits)).toBeLessThanOrEqual(75)
    expect(new Set(waits).size).toBeGreaterThan(40)
  })

  it('parks nothing that a cluster or a person has to act for', () => {
    const away = failed({ reason: 'ConnectionRefused', message: 'm', unreachable: true })
    const waiting = waitingFor({ id: '1', kind: 'X', name: 'x', version: 1 }, 'm')
    expect(quarantineWhenExhausted(away, 1000, web)).toEqual(away)
    expect(quarantineWhenExhausted(waiting, 1000, web)).toEqual(waiting)
    // A cluster that is slow answers in time again without anybody telling.
    const slow = failed({ reason: 'DeadlineExceeded', message: 'm' })
    expect(quarantineWhenExhausted(slow, 1000, web)).toEqual(slow)
  })
})

describe('lossReporter', () => {
  it('leaves for the next reconcile that it is to run alone, whatever becomes of the status', async () => {
    let state = {}
    const updateState = (changes: object): void => void (state = { ...state, ...changes })
    // Nothing else of a reconcile is used.
    const context = { updateState } as unknown as ReconcileContext
    expect(await lossReporter('spun').ensure(context, undefined)).toMatchObject({
      cause: { reason: 'ThreadLost' },
    })
    expect(lostThread(state)).toBe(true)
    expect(lostThread(withoutThreadLost(state))).toBe(false)
  })
})
