import type { AnyObject } from '../../../../client-sdk/index.ts'
import { failureIn } from '../../../../schema/delivery/failed-revisions.ts'
import type { StageSummary } from '../../../../schema/kinds/application.ts'
import type { RolloutRecord } from '../../../../schema/delivery/rollouts.ts'

/* Which revision of an application is likely to be promoted, and which are not well. */

/** One environment of an application, as far as it decides that. */
export interface CandidatePlace {
  environment: string
  summary: Pick<StageSummary, 'state' | 'revision' | 'healthy'> | undefined
  stage:
    | {
        object: { status: Partial<Pick<AnyObject['status'], 'stalled' | 'cause'>> }
        outputs: { rollouts?: RolloutRecord[] | undefined }
      }
    | undefined
}

export interface Candidates {
  application: { outputs: { revision?: number | undefined } }
  places: readonly CandidatePlace[]
}

/** Where a revision is not well, and why. */
export interface Failure {
  environment: string
  /** True if its last rollout there failed; false if it is not ready there, and no longer makes progress. */
  isFailed: boolean
  /** Undefined if no cause is known. */
  cause: string | undefined
}

/** Returns the first environment in which a revision is not well: its last rollout failed there, or it is not ready and makes no progress. */
export function failureOf({ places }: Pick<Candidates, 'places'>, revision: number): Failure | undefined {
  for (const { environment, stage, summary } of places) {
    const failed = stage && failureIn({ outputs: stage.outputs }, revision)
    if (failed !== undefined) return { environment, isFailed: true, cause: failed.cause }
    const { stalled = false, cause } = stage?.object.status ?? {}
    if (summary?.revision === revision && (summary.state === 'Degraded' || stalled))
      return { environment, isFailed: false, cause: cause?.message }
  }
  return undefined
}

/**
 * Returns the revision that is likely to be promoted: the last one that became healthy in the environment before, or the newest if there
 * is none before. Undefined if it is not well in any environment.
 */
export function candidateFor(state: Candidates, place: CandidatePlace): number | undefined {
  const before = state.places[state.places.indexOf(place) - 1]
  const candidate = before === undefined ? state.application.outputs.revision : before.summary?.healthy
  return candidate === undefined || failureOf(state, candidate) !== undefined ? undefined : candidate
}
