import { storedTime, type ReconcilerState } from '../../schema/reconciler-state.ts'
import { canaryPhases } from '../../schema/delivery/canary-progress.ts'
import { defined } from '../../schema/defined.ts'
import type { Canary, JobScope, Rollout } from './rollout.ts'

/* The rollout of a stage in the state of its reconciler, which is flat. */

const numbers = ['running', 'ended', 'restoreEnded', 'healthy', 'failed'] as const
const times = ['pausedAt', 'readyAt', 'healthyAt'] as const
const flags = ['isJobStarted', 'isStopped'] as const

/** Returns the stored rollout; undefined before the first one. None of its times is later than now, in milliseconds since 1970. */
export function storedRollout(state: ReconcilerState, now: number): Rollout | undefined {
  const { target, attempt, active, cause, jobsBeside } = state
  const startedAt = storedTime(state['startedAt'], now)
  if (typeof target !== 'number' || typeof active !== 'number' || startedAt === undefined) return undefined
  // An earlier release, which had no jobs, has stored no attempts.
  const isEarlier = typeof attempt !== 'number'
  const known = <Field extends string, Value>(
    fields: readonly Field[],
    isValue: (value: unknown) => value is Value,
  ) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = state[field]
        return isValue(value) ? [[field, value]] : []
      }),
    ) as Partial<Record<Field, Value>>
  return {
    ended: 0,
    restoreEnded: 0,
    ...(isEarlier ? { running: active } : {}),
    ...known(numbers, (value) => typeof value === 'number'),
    ...defined(Object.fromEntries(times.map((field) => [field, storedTime(state[field], now)]))),
    ...known(flags, (value) => typeof value === 'boolean'),
    target,
    active,
    startedAt,
    attempt: isEarlier ? 1 : attempt,
    jobs: scopeIn(state['jobs']),
    restoreJobs: scopeIn(state['restoreJobs']),
    ...(typeof cause === 'string' ? { cause } : {}),
    ...(typeof jobsBeside === 'string' ? { jobsBeside } : {}),
    ...canaryIn(state, now),
  }
}

function canaryIn(state: ReconcilerState, now: number): { canary?: Canary } {
  const { canaryRevision: revision, canaryStep: step, canaryWeight: weight } = state
  const changedAt = storedTime(state['canaryChangedAt'], now)
  const since = storedTime(state['canarySince'], now)
  const phase = canaryPhases.find((each) => each === state['canaryPhase'])
  if (
    phase === undefined ||
    typeof revision !== 'number' ||
    typeof step !== 'number' ||
    typeof weight !== 'number' ||
    changedAt === undefined
  )
    return {}
  return { canary: { revision, phase, step, weight, changedAt, ...defined({ since }) } }
}

function scopeIn(value: unknown): JobScope {
  return value === 'all' || value === 'onRollback' ? value : 'none'
}

/** Returns the changes of the state that store a rollout. */
export function rolloutState(rollout: Rollout): Record<string, ReconcilerState[string] | undefined> {
  const { target, attempt, active, startedAt, jobs, restoreJobs, cause, canary, jobsBeside } = rollout
  const optional = [...numbers, ...times, ...flags].map((field) => [field, rollout[field]] as const)
  return {
    ...Object.fromEntries(optional),
    target,
    attempt,
    active,
    startedAt,
    jobs,
    restoreJobs,
    jobsBeside,
    cause: cause?.slice(0, 1000),
    canaryRevision: canary?.revision,
    canaryPhase: canary?.phase,
    canaryStep: canary?.step,
    canaryWeight: canary?.weight,
    canaryChangedAt: canary?.changedAt,
    canarySince: canary?.since,
  }
}
