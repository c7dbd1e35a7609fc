import { storedTime, type ReconcilerState } from '../../schema/reconciler-state.ts'
import { defined } from '../../schema/defined.ts'
import type { LocationRollout, WaveProgress, WaveRules, WaveStep } from '../../schema/placement/waves.ts'

/* The rollout of an instance with several locations in the state of its reconciler, which is flat, and in its outputs. */

const defaults = { settle: 10, deadline: 600 } as const

export function rulesOf({
  waves = [],
  maxFailures = 0,
  paused = false,
  settle = defaults.settle,
  deadline = defaults.deadline,
}: LocationRollout): WaveRules {
  return { waves, maxFailures, isPaused: paused, settle: settle * 1000, deadline: deadline * 1000 }
}

/** Returns how far the rollout has got; undefined before the first one. None of its times is later than now, in milliseconds since 1970. */
export function storedProgress(state: ReconcilerState, now: number): WaveProgress | undefined {
  const { wave, wavesComplete } = state
  const startedAt = storedTime(state['waveStartedAt'], now)
  if (typeof wave !== 'number' || startedAt === undefined) return undefined
  return {
    wave,
    startedAt,
    ...defined({
      readyAt: storedTime(state['waveReadyAt'], now),
      pausedAt: storedTime(state['wavePausedAt'], now),
    }),
    ...(wavesComplete === true ? { isComplete: true } : {}),
  }
}

/** Returns the changes of the state that store how far the rollout has got. */
export function progressState({ wave, startedAt, readyAt, pausedAt, isComplete }: WaveProgress) {
  return {
    wave,
    waveStartedAt: startedAt,
    waveReadyAt: readyAt,
    wavePausedAt: pausedAt,
    wavesComplete: isComplete,
  }
}

/** Returns the step as the outputs of the instance show it. */
export function describeStep({ state, progress: { wave }, waves, failed }: WaveStep, generation: number) {
  const listed = failed.map(({ location, cause }) => `${location}: ${cause}`).join(' ')
  const place = waves === 1 ? 'It failed' : `Wave ${wave} of ${waves} failed`
  return {
    state,
    generation,
    wave,
    waves,
    ...(listed === '' ? {} : { cause: `${place} in ${listed}`.slice(0, 1000) }),
  }
}
