/*
 * The rollout of a revision in one environment, as data: what runs, what was healthy last, and what has failed. Each reconcile computes
 * the next state from the last one and from what it observes.
 */

export interface Rollout {
  /** The number of the chosen revision. */
  target: number
  /** The number of the revision that should run: the target, or after its failure the last healthy one. */
  active: number
  /** When the active revision became active, in milliseconds. */
  startedAt: number
  /** When it became ready; absent while it is not. */
  readyAt?: number
  /** The number of the last healthy revision, and since when it is healthy. */
  healthy?: number
  healthyAt?: number
  /** The number of the newest revision that failed, and why. */
  failed?: number
  cause?: string
}

/** Returns the rollout of a chosen revision: the one in progress, or a new one. */
export function nextRollout(stored: Rollout | undefined, target: number, now: number): Rollout {
  if (stored?.target === target) return stored
  const { healthy, healthyAt, failed, cause } = stored ?? {}
  return {
    target,
    active: target,
    startedAt: now,
    ...(healthy === undefined || healthyAt === undefined ? {} : { healthy, healthyAt }),
    // One that is chosen again gets another chance.
    ...(failed === undefined || cause === undefined || failed === target ? {} : { failed, cause }),
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
  /** It is not ready yet. */
  | { verdict: 'waiting'; wait: number }
  | { verdict: 'failed' }

/**
 * Judges the active revision. A target that fails before it has been healthy is replaced by the last healthy revision; without one it
 * stays. A revision that has been healthy does not fail any more: then it is not the rollout that broke it.
 *
 * @param limits Milliseconds.
 */
export function judge(
  rollout: Rollout,
  { health, limits, now }: { health: Health; limits: { settle: number; deadline: number }; now: number },
): { next: Rollout; verdict: Verdict } {
  const { active, target, healthy, startedAt } = rollout
  if (health.isReady) {
    const readyAt = rollout.readyAt ?? now
    const wait = readyAt + limits.settle - now
    if (active === healthy) return { next: { ...rollout, readyAt }, verdict: { verdict: 'healthy' } }
    if (wait > 0) return { next: { ...rollout, readyAt }, verdict: { verdict: 'settling', wait } }
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
  if (wait > 0 && health.isStalled !== true) return { next: unready, verdict: { verdict: 'waiting', wait } }
  if (rollout.failed === target) return { next: unready, verdict: { verdict: 'failed' } }
  const fallback = healthy ?? active
  const late = `It was not ready within ${limits.deadline / 1000} seconds`
  const known = health.cause ?? ''
  const cause = health.isStalled === true ? known : known === '' ? `${late}.` : `${late}: ${known}`
  return {
    next: {
      ...unready,
      failed: target,
      cause,
      active: fallback,
      startedAt: fallback === active ? startedAt : now,
    },
    verdict: { verdict: 'failed' },
  }
}
