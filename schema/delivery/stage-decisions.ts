import type { Decision } from './decisions.ts'
import { defined } from '../defined.ts'
import type { Stage } from '../kinds/stage.ts'
import type { Related, Surroundings } from './surroundings.ts'

/*
 * Decisions about the rollout in an environment. A decision names the rollout by its number: one that arrives late, after
 * the rollout has ended, has no effect on the next one, and no record is needed that it was followed.
 */

/** The decisions that a stage gets: those about its current rollout, and about the one before, which may be repeated. */
export function decisionsAbout(
  { decisions }: Surroundings,
  environment: string,
  stage: Related<typeof Stage> | undefined,
): Decision[] {
  const attempt = stage?.outputs.attempt ?? 1
  return decisions
    .filter(({ spec }) => spec.environment === environment && spec.attempt >= attempt - 1)
    .slice(-maxDecisions)
    .map(({ spec: { action, attempt: decided, jobs, reason, owner } }) => ({
      action,
      attempt: decided,
      reason,
      ...defined({ jobs, owner }),
    }))
}

/** The number of decisions of a stage, at most. */
const maxDecisions = 20

export function pauseIn(decisions: readonly Decision[], attempt: number): Decision | undefined {
  return decisions.findLast((each) => each.action === 'pause' && each.attempt === attempt)
}

export function abortIn(decisions: readonly Decision[], attempt: number): Decision | undefined {
  return decisions.find((each) => each.action === 'abort' && each.attempt === attempt)
}

/** Reports whether a rollout is to be repeated. */
export function isRetried(decisions: readonly Decision[], attempt: number): boolean {
  return decisions.some((each) => each.action === 'retry' && each.attempt === attempt)
}

/** Reports whether the remaining steps and the analysis of a canary are skipped. */
export function isPromotedNow(decisions: readonly Decision[], attempt: number): boolean {
  return decisions.some(
    (each) => each.action === 'skip' && each.jobs === undefined && each.attempt === attempt,
  )
}

export function describePause(pause: Decision): string {
  return `Paused${byOwner(pause)}: ${pause.reason}`
}

export function describeAbort(abort: Decision): string {
  return `Aborted${byOwner(abort)}: ${abort.reason}`
}

function byOwner({ owner }: Decision): string {
  return owner === undefined ? '' : ` by ${owner}`
}
