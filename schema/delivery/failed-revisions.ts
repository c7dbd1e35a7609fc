import type { Stage } from '../kinds/stage.ts'
import { promotedRevision } from './composition.ts'
import type { RolloutRecord } from './rollouts.ts'
import type { KnownRevision, Related, Surroundings } from './surroundings.ts'

/*
 * Revisions that have failed in an environment. Nothing chooses them there once more, such as the end of a hold: the next failure would be
 * no surprise. Who means it names the revision, by a retry, a hold, or a promotion after the failure.
 */

type KnownStage = Pick<Related<typeof Stage>, 'spec' | 'outputs'>

/** Returns the last rollout of a revision in an environment if it has failed. */
export function failureIn(
  { outputs }: Pick<KnownStage, 'outputs'>,
  revision: number,
): RolloutRecord | undefined {
  const last = outputs.rollouts?.find((each) => each.revision === revision)
  return last?.state === 'Failed' || last?.state === 'RolledBack' ? last : undefined
}

/**
 * Returns why a revision is not chosen for an environment that has another one; undefined if it may be: it has not failed there, or
 * somebody has named it since.
 */
export function refusalOf(
  { decisions, promotions, revisions }: Surroundings,
  stage: KnownStage | undefined,
  { spec: { number } }: KnownRevision,
): string | undefined {
  const failure = stage && failureIn(stage, number)
  if (stage === undefined || failure === undefined) return undefined
  const { application, environment } = stage.spec
  const { attempt = 1 } = stage.outputs
  const isRetried = decisions.some(
    ({ spec }) =>
      spec.action === 'retry' &&
      spec.environment === environment &&
      spec.revision === number &&
      spec.attempt >= attempt,
  )
  const failedAt = Date.parse(failure.failedAt ?? failure.startedAt)
  const isPromoted = promotions.some(
    ({ spec, createdAt }) =>
      spec.environment === environment &&
      promotedRevision(revisions, spec)?.spec.number === number &&
      Date.parse(createdAt) > failedAt,
  )
  return isRetried || isPromoted ? undefined : describeFailure({ application, environment }, failure)
}

/** Returns why a revision that has failed is not rolled out, and what to do about it. */
export function describeFailure(
  { application, environment }: { application: string; environment: string },
  { revision, cause = 'no cause is known.' }: RolloutRecord,
): string {
  const sentence = /[.!?]$/.test(cause) ? cause : `${cause}.`
  return (
    `Revision ${revision} has failed in ${environment}, and is not rolled out again by itself: ${sentence} To try it again: ` +
    `qleetctl rollout retry ${application} --environment ${environment} --revision ${revision}`
  )
}
