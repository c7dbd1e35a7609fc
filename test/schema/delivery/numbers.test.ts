import { describe, expect, it } from 'vitest'
import { deliveryNumbers } from '../../../schema/delivery/numbers.ts'
import type { RolloutRecord } from '../../../schema/delivery/rollouts.ts'

const minute = (count: number): string => new Date(Date.UTC(2026, 0, 5, 12, count)).toISOString()

/** A revision that was committed ten minutes before its rollout, which took a minute. */
function healthy(revision: number, at: number): RolloutRecord {
  return {
    revision,
    state: 'Healthy',
    committedAt: minute(at - 10),
    requestedAt: minute(at - 2),
    startedAt: minute(at),
    healthyAt: minute(at + 1),
  }
}

function failed(revision: number, at: number, restored?: number): RolloutRecord {
  return {
    revision,
    state: restored === undefined ? 'Failed' : 'RolledBack',
    startedAt: minute(at),
    failedAt: minute(at + 1),
    ...(restored === undefined ? {} : { restoredAt: minute(restored) }),
  }
}

/** The numbers of rollouts, given oldest first. */
const numbersOf = (rollouts: readonly RolloutRecord[], from = 0) =>
  deliveryNumbers(rollouts.toReversed(), from)

describe('the numbers of delivery', () => {
  it('are zero without rollouts', () => {
    expect(numbersOf([])).toEqual({ deployments: 0, activeDays: 0, rollbacks: 0, failures: 0, open: 0 })
  })

  it('count revisions that became healthy, and the time from their commit', () => {
    expect(
      numbersOf([healthy(1, 0), healthy(2, 60), { ...healthy(3, 2000), committedAt: minute(1900) }]),
    ).toEqual({
      deployments: 3,
      activeDays: 2,
      rollbacks: 0,
      failures: 0,
      leadTime: { p50: 660, p90: 6060 },
      open: 0,
    })
  })

  it('take the time of the delivery if that of the commit is unknown, and drop what a clock made impossible', () => {
    const { committedAt: _, ...unknown } = healthy(1, 0)
    const future = { ...healthy(2, 60), committedAt: minute(100) }
    expect(numbersOf([unknown, future])).toMatchObject({ deployments: 2, leadTime: { p50: 180, p90: 180 } })
  })

  it('count a failed rollout as a failure, from which the restored revision recovers', () => {
    const rollouts = [1, 2, 3, 4].map((revision) => healthy(revision, revision * 10))
    expect(numbersOf([...rollouts, failed(5, 50, 53), healthy(6, 60)])).toMatchObject({
      deployments: 5,
      failures: 1,
      failureRate: 1 / 6,
      reworkRate: 1 / 5,
      recoveryTime: { p50: 120, p90: 120 },
      open: 0,
    })
  })

  it('count a revision as failed once it is rolled back, and the rollback as no deployment', () => {
    const back = { ...healthy(1, 30), committedAt: minute(-5000) }
    expect(numbersOf([healthy(1, 0), healthy(2, 10), back])).toMatchObject({
      deployments: 2,
      rollbacks: 1,
      failures: 1,
      // From minute 11, when it was healthy, to minute 31.
      recoveryTime: { p50: 1200 },
      leadTime: { p90: 660 },
    })
  })

  it('count a revision that is rolled out again once', () => {
    expect(numbersOf([healthy(1, 0), healthy(1, 10)])).toMatchObject({
      deployments: 1,
      rollbacks: 0,
      failures: 0,
    })
  })

  it('show failures from which nothing has recovered', () => {
    expect(numbersOf([failed(1, 0)])).toMatchObject({ deployments: 0, failures: 1, open: 1 })
    expect(numbersOf([failed(1, 0), healthy(2, 10)])).toMatchObject({ open: 0, recoveryTime: { p50: 600 } })
    const recovered = { ...failed(1, 0), state: 'Healthy' as const, healthyAt: minute(5) }
    expect(numbersOf([recovered])).toMatchObject({ open: 0, failures: 1, recoveryTime: { p50: 240 } })
  })

  it('are those of the period, but know what ran before it', () => {
    const from = Date.parse(minute(5))
    expect(numbersOf([healthy(2, 0), healthy(1, 10)], from)).toMatchObject({ deployments: 0, rollbacks: 1 })
    expect(numbersOf([healthy(1, 0), healthy(2, 10)], from)).toMatchObject({ deployments: 1 })
  })

  it('have rates from five changes on', () => {
    const few = [1, 2, 3].map((revision) => healthy(revision, revision * 10))
    expect(numbersOf([...few, failed(4, 40, 42)])).not.toHaveProperty('failureRate')
    expect(numbersOf([...few, healthy(4, 40), failed(5, 50, 52)])).toMatchObject({ failureRate: 0.2 })
  })
})
