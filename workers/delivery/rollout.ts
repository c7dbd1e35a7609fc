import type { CanaryPhase } from '../../schema/delivery/canary-progress.ts'

/*
 * The rollout of a revision in one environment, as data: what runs, what was healthy last, and what has failed. Each reconcile computes
 * the next state from the last one and from what it observes.
 */

/** Which jobs of a revision run: a rollback runs only those that are made for it. */
export type JobScope = 'all' | 'onRollback' | 'none'

/** A revision that runs beside the one that the workload has. */
export interface Canary {
  /** The number of its revision. */
  revision: number
  phase: CanaryPhase
  /** The index of its step. */
  step: number
  /** The percentage of the requests that it should get. */
  weight: number
  /** When its phase or its weight changed, in milliseconds. */
  changedAt: number
  /** Since when it is ready while it starts, and since when all gateways have its weight later; absent until then. */
  since?: number
}

export interface Rollout {
  /** The number of the chosen revision. */
  target: number
  /** The number of the rollout in the environment, counted from 1. */
  attempt: number
  /** The number of the revision that should run: the target, or after its failure the last healthy one. */
  active: number
  /** The number of the revision that the workload has; absent before the first one. */
  running?: number
  /** The jobs of the target that run, and how many of them have ended, in their order. */
  jobs: JobScope
  ended: number
  /** The same for the revision that a failure restores. */
  restoreJobs: JobScope
  restoreEnded: number
  /** True while the next job may exist. It is stored before the job is made, so that no job is made twice. */
  isJobStarted?: boolean
  /** True if the failure does not depend on the health of the revision, so that it cannot recover by itself. */
  isStopped?: boolean
  /** The instance beside which its jobs run, in an environment with several locations. */
  jobsBeside?: string
  /** When the active revision became active, in milliseconds. */
  startedAt: number
  /** When it was paused; absent while it is not. */
  pausedAt?: number
  /** When it became ready; absent while it is not. */
  readyAt?: number
  /** The number of the last healthy revision, and since when it is healthy. */
  healthy?: number
  healthyAt?: number
  /** The number of the newest revision that failed, and why. */
  failed?: number
  cause?: string
  /** The revision beside the one that the workload has; absent while there is none. */
  canary?: Canary
}

/**
 * Returns the rollout of a chosen revision: the one in progress, or a new one.
 *
 * @param isRetried The rollout is repeated if it has failed.
 * @param isForward The revision is newer than the last healthy one, or there is none.
 */
export function nextRollout(
  stored: Rollout | undefined,
  {
    target,
    isRetried = false,
    isForward,
    now,
  }: { target: number; isRetried?: boolean; isForward: boolean; now: number },
): Rollout {
  if (stored?.target === target && !(isRetried && stored.failed === target)) return stored
  const { healthy, healthyAt, failed, cause, running, canary } = stored ?? {}
  return {
    target,
    attempt: (stored?.attempt ?? 0) + 1,
    active: target,
    ...(running === undefined ? {} : { running }),
    jobs: healthy === undefined || isForward ? 'all' : running === target ? 'none' : 'onRollback',
    ended: 0,
    restoreJobs: 'none',
    restoreEnded: 0,
    startedAt: now,
    ...(healthy === undefined || healthyAt === undefined ? {} : { healthy, healthyAt }),
    // One that is chosen again gets another chance.
    ...(failed === undefined || cause === undefined || failed === target ? {} : { failed, cause }),
    ...(canary === undefined ? {} : { canary }),
  }
}

/** Reports whether it is open how a rollout ends. */
export function isOpen({ active, target, healthy, failed }: Rollout): boolean {
  return active === target && healthy !== target && failed !== target
}

/** Returns a rollout that is paused, or goes on: the time of a pause counts for no deadline. */
export function withPause(rollout: Rollout, isPaused: boolean, now: number): Rollout {
  const { pausedAt, ...unpaused } = rollout
  if (isPaused) return pausedAt === undefined ? { ...rollout, pausedAt: now } : rollout
  if (pausedAt === undefined) return rollout
  const later = Math.max(0, now - pausedAt)
  const { readyAt, canary } = unpaused
  return {
    ...unpaused,
    startedAt: unpaused.startedAt + later,
    ...(readyAt === undefined ? {} : { readyAt: readyAt + later }),
    ...(canary === undefined ? {} : { canary: laterCanary(canary, later) }),
  }
}

function laterCanary(canary: Canary, later: number): Canary {
  const { changedAt, since } = canary
  return {
    ...canary,
    changedAt: changedAt + later,
    ...(since === undefined ? {} : { since: since + later }),
  }
}

/**
 * Returns a rollout whose target has failed: the last healthy revision becomes active; without one, the target stays.
 *
 * @param isStopped Whatever the health of the revision, it does not recover by itself.
 */
export function failedRollout(
  rollout: Rollout,
  { cause, isStopped = false, now }: { cause: string; isStopped?: boolean; now: number },
): Rollout {
  const { readyAt: _, isJobStarted, pausedAt: __, ...rest } = rollout
  const fallback = rollout.healthy ?? rollout.active
  // A job that runs ends with the failure, and is not started again in the same rollout.
  const stopped = isStopped || isJobStarted === true ? { isStopped: true } : {}
  const failed = { ...rest, failed: rollout.target, cause, ...stopped }
  return fallback === rollout.active
    ? failed
    : {
        ...failed,
        active: fallback,
        startedAt: now,
        restoreJobs: rollout.running === fallback ? 'none' : 'onRollback',
        restoreEnded: 0,
      }
}

/** The observed health of the active revision. */
export interface Health {
  isReady: boolean
  /** Why it is not ready, as far as it is known. */
  cause?: string
  /** True if it cannot become ready without a change. @default false */
  isStalled?: boolean
}

export type Verdict =
  | { verdict: 'healthy' }
  /** It was healthy, and is not ready. */
  | { verdict: 'degraded' }
  /** It is ready, but not for long enough. */
  | { verdict: 'settling'; wait: number }
  /** It has been ready for long enough, and has jobs left. */
  | { verdict: 'settled' }
  /** It is not ready yet. */
  | { verdict: 'waiting'; wait: number }
  | { verdict: 'failed' }

interface Observed {
  health: Health
  /** Milliseconds. */
  limits: { settle: number; deadline: number }
  /** True if jobs follow before the revision counts as healthy. @default false */
  hasJobs?: boolean
  now: number
}

/**
 * Judges the active revision. A target that fails before it has been healthy is replaced by the last healthy revision; without one it
 * stays. A revision that has been healthy does not fail any more: then it is not the rollout that broke it.
 */
export function judge(
  rollout: Rollout,
  { health, limits, hasJobs = false, now }: Observed,
): { next: Rollout; verdict: Verdict } {
  const { active, healthy, startedAt } = rollout
  if (health.isReady) {
    const readyAt = rollout.readyAt ?? now
    const wait = readyAt + limits.settle - now
    const ready = { ...rollout, readyAt }
    if (active === healthy) return { next: ready, verdict: { verdict: hasJobs ? 'settled' : 'healthy' } }
    if (rollout.isStopped === true) return { next: ready, verdict: { verdict: 'failed' } }
    if (wait > 0) return { next: ready, verdict: { verdict: 'settling', wait } }
    if (hasJobs) return { next: ready, verdict: { verdict: 'settled' } }
    // A revision without a fallback may have recovered.
    const { failed: _failed, cause: _cause, ...recovered } = rollout
    return {
      next: {
        ...(rollout.failed === active ? recovered : rollout),
        readyAt,
        healthy: active,
        healthyAt: now,
      },
      verdict: { verdict: 'healthy' },
    }
  }
  const { readyAt: _, ...unready } = rollout
  if (active === healthy) return { next: unready, verdict: { verdict: 'degraded' } }
  const wait = startedAt + limits.deadline - now
  const isFailed = rollout.failed === rollout.target
  if (wait > 0 && health.isStalled !== true && rollout.isStopped !== true)
    return { next: unready, verdict: { verdict: 'waiting', wait } }
  if (isFailed) return { next: unready, verdict: { verdict: 'failed' } }
  const cause = lateCause(health, limits)
  return { next: failedRollout(unready, { cause, now }), verdict: { verdict: 'failed' } }
}

function lateCause({ cause = '', isStalled = false }: Health, { deadline }: Observed['limits']): string {
  const late = `It was not ready within ${deadline / 1000} seconds`
  if (isStalled) return cause
  return cause === '' ? `${late}.` : `${late}: ${cause}`
}
