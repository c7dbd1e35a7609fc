import { expect, it } from 'vitest'
import type { ReconcilerState } from '../../../schema/reconciler-state.ts'
import { progressState, storedProgress } from '../../../workers/resources/location-rollout.ts'

it('returns how far a rollout has got, with no time later than now', () => {
  const stored = progressState({ wave: 2, startedAt: 1000, readyAt: 70_000, pausedAt: 80_000 })
  expect(storedProgress(JSON.parse(JSON.stringify(stored)) as ReconcilerState, 60_000)).toEqual({
    wave: 2,
    startedAt: 1000,
    readyAt: 60_000,
    pausedAt: 60_000,
  })
  expect(storedProgress({}, 60_000)).toBeUndefined()
})
