import { describe, expect, it } from 'vitest'
import { done, failed, requeueAfter, waitingFor, type Outcome } from '../../../workers/engine/outcome.ts'
import { failingOf, stallOf, withFailing } from '../../../workers/engine/stall.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

const crash = failed({ reason: 'CrashLoopBackOff', message: 'm', grace: 20_000 })
const away = failed({ reason: 'ConnectionRefused', message: 'm', unreachable: true })
const progressing = requeueAfter(1, { reason: 'NotReady', message: 'm' })
const awaited = { id: '1', kind: 'X', name: 'x', version: 1 }

/** Returns whether each outcome of one object is stalled, given its time in seconds and its generation. */
function stalls(outcomes: readonly [seconds: number, outcome: Outcome, generation?: number][]): boolean[] {
  let state = {}
  return outcomes.map(([seconds, outcome, generation = 1]) => {
    const stall = stallOf(outcome, { generation, failing: failingOf(state), now: after(seconds) })
    state = withFailing(state, stall.failing)
    return stall.stalled
  })
}

describe('stallOf', () => {
  it.each<[string, Outcome, number | undefined]>([
    ['a failure that no cluster resolves', failed({ reason: 'InvalidImageName', message: 'm', grace: 0 }), 0],
    ['an object that waits for a user', failed({ reason: 'NoKubeconfig', message: 'm', blocked: true }), 0],
    ['a quarantined object', failed({ reason: 'InternalError', message: 'm', quarantined: true }), 0],
    ['an object that waits for a stalled one', waitingFor({ ...awaited, stalled: true }, 'is ready'), 0],
    ['a failure that a cluster retries', crash, 20],
    ['another failure', failed({ reason: 'Forbidden', message: 'm' }), 30],
    ['a successful reconcile', done('fine'), undefined],
    ['a progressing object', progressing, undefined],
    ['a waiting object', waitingFor(awaited, 'is ready'), undefined],
    ['an object in an unreachable cluster', away, undefined],
  ])('stalls %s after its grace period', (_, outcome, grace) => {
    const since = [0, 19.999, 20, 29.999, 30, 3600].map((seconds): [number, Outcome] => [seconds, outcome])
    const expected = since.map(([seconds]) => grace !== undefined && seconds >= grace)
    expect(stalls(since)).toEqual(expected)
  })

  it('reports when the object will be stalled', () => {
    const failing = { generation: 1, since: start }
    expect(stallOf(crash, { generation: 1, failing, now: after(12) }).after).toBe(8000)
    expect(stallOf(crash, { generation: 1, failing, now: after(20) }).after).toBeUndefined()
    expect(stallOf(progressing, { generation: 1, failing, now: after(12) }).after).toBeUndefined()
  })

  it('counts from the first failure despite interim progress or an unavailable cluster', () => {
    expect(
      stalls([
        [0, crash],
        [10, progressing],
        [15, away],
        [19, crash],
        [20, crash],
      ]),
    ).toEqual([false, false, false, false, true])
  })

  it('restarts after the object was ready, and for a new generation', () => {
    expect(
      stalls([
        [0, crash],
        [10, done('fine')],
        [25, crash],
        [45, crash],
      ]),
    ).toEqual([false, false, false, true])
    expect(
      stalls([
        [0, crash],
        [25, crash, 2],
        [45, crash, 2],
      ]),
    ).toEqual([false, false, true])
  })

  it('counts from now if the clock of another worker is ahead', () => {
    const failing = { generation: 1, since: after(3600) }
    expect(stallOf(crash, { generation: 1, failing, now: start })).toMatchObject({
      after: 20_000,
      failing: { since: start },
    })
  })

  it('starts again if the stored state cannot be parsed', () => {
    expect(failingOf({ failingGeneration: 1, failingSince: 'yesterday' })).toBeUndefined()
    expect(withFailing({ threadLost: true, failingGeneration: 1 }, undefined)).toEqual({ threadLost: true })
  })
})
