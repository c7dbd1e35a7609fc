import { describe, expect, it } from 'vitest'
import { maxRollouts, RolloutRecord } from '../../../schema/delivery/rollouts.ts'
import { recordRollouts } from '../../../workers/delivery/record-rollouts.ts'
import { nextRollout, type Rollout } from '../../../workers/delivery/rollout.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()
const about = { delivery: 'shop-1', commit: '4f1d2ab', committedAt: '2026-01-31T12:00:00+01:00' }

interface Step {
  rollout: Partial<Rollout> & { target: number }
  second: number
  isRestored?: boolean
}

/** Records steps one after the other, each of them twice. */
function recorded(steps: readonly Step[], from: readonly RolloutRecord[] = []): RolloutRecord[] {
  let known = [...from]
  for (const { rollout, second, isRestored = false } of steps) {
    const step = {
      rollout: {
        ...nextRollout(undefined, { target: rollout.target, isForward: true, now: second * 1000 }),
        ...rollout,
      },
      isRestored,
      about,
      now: second * 1000,
    }
    known = recordRollouts(known, step)
    expect(recordRollouts(known, { ...step, now: step.now + 500 })).toEqual(known)
    expect(RolloutRecord.array().parse(known)).toEqual(known)
  }
  return known
}

describe('the rollouts that a stage remembers', () => {
  it('begin with the first revision, and tell when it was healthy', () => {
    expect(recorded([{ rollout: { target: 1 }, second: 1 }])).toEqual([
      { revision: 1, attempt: 1, ...about, state: 'RollingOut', startedAt: at(1) },
    ])
    expect(
      recorded([
        { rollout: { target: 1, startedAt: 1000 }, second: 1 },
        { rollout: { target: 1, startedAt: 1000, healthy: 1, healthyAt: 4000 }, second: 4 },
        { rollout: { target: 2, startedAt: 9000, healthy: 1, healthyAt: 4000 }, second: 9 },
      ]),
    ).toEqual([
      { revision: 2, attempt: 1, ...about, state: 'RollingOut', startedAt: at(9) },
      {
        revision: 1,
        attempt: 1,
        ...about,
        state: 'Healthy',
        startedAt: at(1),
        healthyAt: at(4),
        endedAt: at(9),
      },
    ])
  })

  it('tell that a revision was superseded before it was healthy', () => {
    const [, first] = recorded([
      { rollout: { target: 1 }, second: 1 },
      { rollout: { target: 2 }, second: 3 },
    ])
    expect(first).toMatchObject({ state: 'Superseded', endedAt: at(3) })
  })

  it('tell when a revision failed, why, and when the earlier one was restored', () => {
    const failing = { target: 2, active: 1, healthy: 1, healthyAt: 1000, failed: 2, cause: 'It crashed.' }
    const steps = [
      { rollout: { target: 2, healthy: 1, healthyAt: 1000 }, second: 3 },
      { rollout: failing, second: 5 },
    ]
    expect(recorded(steps)[0]).toMatchObject({ state: 'Failed', failedAt: at(5), cause: 'It crashed.' })
    expect(recorded([...steps, { rollout: failing, second: 8, isRestored: true }])[0]).toMatchObject({
      state: 'RolledBack',
      failedAt: at(5),
      restoredAt: at(8),
    })
  })

  it('tell that a revision without an earlier one has recovered', () => {
    const failing = { target: 1, failed: 1, cause: 'It crashed.' }
    expect(
      recorded([
        { rollout: failing, second: 3 },
        { rollout: { target: 1, healthy: 1, healthyAt: 9000 }, second: 9 },
      ])[0],
    ).toMatchObject({ state: 'Healthy', failedAt: at(3), healthyAt: at(9) })
  })

  it('count a revision that is chosen again anew', () => {
    const steps = [1, 2, 1].map((target, index) => ({ rollout: { target }, second: index + 1 }))
    expect(recorded(steps).map(({ revision }) => revision)).toEqual([1, 2, 1])
  })

  it('forget the oldest', () => {
    const steps = Array.from({ length: maxRollouts + 5 }, (_, index) => ({
      rollout: { target: index + 1 },
      second: index,
    }))
    const kept = recorded(steps)
    expect(kept).toHaveLength(maxRollouts)
    expect(kept.at(-1)).toMatchObject({ revision: 6 })
  })
})
