import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import { canaryPhases } from '../../schema/delivery/canary-progress.ts'
import type { Canary, JobScope, Rollout } from './rollout.ts'

/* The rollout of a stage in the state of its reconciler, which is flat. */

const numbers = [
  'running',
  'ended',
  'restoreEnded',
  'pausedAt',
  'readyAt',
  'healthy',
  'healthyAt',
  'failed',
] as const
const flags = ['isJobStarted', 'isStopped'] as const

/** Returns the stored rollout; undefined before the first one. */
export function storedRollout(state: ReconcilerState): Rollout | undefined {
  const { target, attempt, active, startedAt, cause } = state
  if (typeof target !== 'number' || typeof active !== 'number' || typeof startedAt !== 'number')
    return undefined
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
    ...known(flags, (value) => typeof value === 'boolean'),
    target,
    active,
    startedAt,
    attempt: isEarlier ? 1 : attempt,
    jobs: scopeIn(state['jobs']),
    restoreJobs: scopeIn(state['restoreJobs']),
    ...(typeof cause === 'string' ? { cause } : {}),
    ...canaryIn(state),
  }
}

function canaryIn(state: ReconcilerState): { canary?: Canary } {
  const { canaryRevision: revision, canaryStep: step, canaryWeight: weight } = state
  const { canaryChangedAt: changedAt, canarySince: since } = state
  const phase = canaryPhases.find((each) => each === state['canaryPhase'])
  if (
    phase === undefined ||
    typeof revision !== 'number' ||
    typeof step !== 'number' ||
    typeof weight !== 'number' ||
    typeof changedAt !== 'number'
  )
    return {}
  const canary = { revision, phase, step, weight, changedAt }
  return { canary: typeof since === 'number' ? { ...canary, since } : canary }
}

function scopeIn(value: unknown): JobScope {
  return value === 'all' || value === 'onRollback' ? value : 'none'
}

/** Returns the changes of the state that store a rollout. */
export function rolloutState(rollout: Rollout): Record<string, ReconcilerState[string] | undefined> {
  const { target, attempt, active, startedAt, jobs, restoreJobs, cause, canary } = rollout
  const optional = [...numbers, ...flags].map((field) => [field, rollout[field]] as const)
  return {
    ...Object.fromEntries(optional),
    target,
    attempt,
    active,
    startedAt,
    jobs,
    restoreJobs,
    cause: cause?.slice(0, 1000),
    canaryRevision: canary?.revision,
    canaryPhase: canary?.phase,
    canaryStep: canary?.step,
    canaryWeight: canary?.weight,
    canaryChangedAt: canary?.changedAt,
    canarySince: canary?.since,
  }
}
