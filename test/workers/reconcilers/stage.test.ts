import { describe, expect, it } from 'vitest'
import { judge, nextRollout, type Health, type Rollout } from '../../../workers/delivery/rollout.ts'

/* The decisions of the reconciler of stages; that it acts on them is tested with applications. */

const limits = { settle: 10_000, deadline: 60_000 }

const ready: Health = { isReady: true }
const unready: Health = { isReady: false, cause: 'web crashes.' }

/** A rollout none of whose jobs has run. */
const unstarted = { jobs: 'all', ended: 0, restoreJobs: 'none', restoreEnded: 0 }

/** Judges a rollout at times in seconds, each with the health then. */
function judged(rollout: Rollout, observations: [seconds: number, health: Health][]) {
  let next = rollout
  const verdicts = observations.map(([seconds, health]) => {
    const result = judge(next, { health, limits, now: seconds * 1000 })
    next = result.next
    return result.verdict.verdict
  })
  return { next, verdicts }
}

const first = nextRollout(undefined, { target: 1, isForward: true, now: 0 })
const { next: healthy } = judged(first, [
  [1, ready],
  [11, ready],
])

describe('a rollout', () => {
  it('is healthy once its revision has been ready for long enough without a break', () => {
    const { next, verdicts } = judged(first, [
      [1, ready],
      [5, unready],
      [7, ready],
      [16, ready],
      [17, ready],
    ])
    expect(verdicts).toEqual(['settling', 'waiting', 'settling', 'settling', 'healthy'])
    expect(next).toMatchObject({ healthy: 1, healthyAt: 17_000 })
  })

  it('fails at its deadline, with the cause, and returns to the last healthy revision', () => {
    const second = nextRollout(healthy, { target: 2, isForward: true, now: 100_000 })
    const { next, verdicts } = judged(second, [
      [159, unready],
      [160, unready],
      [170, ready],
    ])
    expect(verdicts).toEqual(['waiting', 'failed', 'healthy'])
    expect(next).toMatchObject({ target: 2, active: 1, healthy: 1, failed: 2 })
    expect(next.cause).toBe('It was not ready within 60 seconds: web crashes.')
  })

  it('fails at once if it cannot become ready', () => {
    const second = nextRollout(healthy, { target: 2, isForward: true, now: 100_000 })
    const { next, verdicts } = judged(second, [[101, { ...unready, isStalled: true }]])
    expect(verdicts).toEqual(['failed'])
    expect(next).toMatchObject({ active: 1, failed: 2, cause: 'web crashes.' })
  })

  it('stays without a healthy revision to return to, and may recover', () => {
    const { next, verdicts } = judged(first, [
      [61, unready],
      [62, unready],
      [70, ready],
      [80, ready],
    ])
    expect(verdicts).toEqual(['failed', 'failed', 'settling', 'healthy'])
    expect(next).toMatchObject({ active: 1, healthy: 1 })
    expect(next.failed).toBeUndefined()
  })

  it('does not fail any more once it has been healthy', () => {
    const { next, verdicts } = judged(healthy, [
      [1000, { ...unready, isStalled: true }],
      [1001, ready],
    ])
    expect(verdicts).toEqual(['degraded', 'healthy'])
    expect(next.failed).toBeUndefined()
  })

  it('gives a failed revision another chance when it is chosen again', () => {
    const failed = judged(nextRollout(healthy, { target: 2, isForward: true, now: 100_000 }), [
      [200, unready],
    ]).next
    const back = nextRollout(failed, { target: 1, isForward: false, now: 300_000 })
    expect(back).toMatchObject({ active: 1, failed: 2 })
    expect(nextRollout(back, { target: 2, isForward: true, now: 400_000 })).toEqual({
      ...unstarted,
      target: 2,
      attempt: 4,
      active: 2,
      startedAt: 400_000,
      healthy: 1,
      healthyAt: 11_000,
    })
  })

  it('is the same until another revision is chosen', () => {
    expect(nextRollout(healthy, { target: 1, isForward: false, now: 500_000 })).toBe(healthy)
  })
})
