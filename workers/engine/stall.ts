import { z } from 'zod'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { Failed, Outcome } from './outcome.ts'

/* An object is stalled when further waiting is pointless. Clients then stop waiting and report what has to change. */

/**
 * Milliseconds for which an object may fail before it is stalled, unless the failure specifies a grace of its own. It
 * covers a container that crashes while its database starts, or a webhook that is being rolled out.
 */
const defaultGrace = 30_000

export interface Stall {
  stalled: boolean
  /** Milliseconds until the object stalls if nothing changes; undefined when time alone does not stall it. */
  after?: number
  /** The start of the failures, for the state of the next reconcile. */
  failing: Failing | undefined
}

/** The time of the first failure of a generation. */
export interface Failing {
  generation: number
  since: Date
}

/**
 * Computes the stall of an outcome. Time counts from the first failure of a generation. Progress, as between two
 * crashes, does not reset it; being ready does.
 */
export function stallOf(
  outcome: Outcome,
  { generation, failing, now }: { generation: number; failing: Failing | undefined; now: Date },
): Stall {
  const before = failing?.generation === generation ? failing : undefined
  switch (outcome.outcome) {
    case 'done':
      return { stalled: false, failing: undefined }
    case 'requeueAfter':
      return { stalled: false, failing: before }
    case 'waitingFor':
      return { stalled: outcome.object.stalled === true, failing: before }
    case 'failed': {
      const grace = graceOf(outcome)
      if (grace === undefined) return { stalled: false, failing: before }
      // The clock of another worker may be ahead.
      const since = before === undefined || before.since > now ? now : before.since
      const left = grace - (now.getTime() - since.getTime())
      const current = { failing: { generation, since } }
      return left <= 0 ? { stalled: true, ...current } : { stalled: false, after: left, ...current }
    }
  }
}

/** Returns the grace in milliseconds; undefined for an unreachable cluster, which may recover at any time. */
function graceOf({ cause }: Failed): number | undefined {
  if (cause.unreachable === true) return undefined
  return cause.grace ?? (cause.blocked === true || cause.quarantined === true ? 0 : defaultGrace)
}

const StoredFailing = z.object({ failingGeneration: z.int(), failingSince: z.iso.datetime() })

/** Reads the first failure from the state of the previous reconcile. */
export function failingOf(state: ReconcilerState): Failing | undefined {
  const { data } = StoredFailing.safeParse(state)
  return data && { generation: data.failingGeneration, since: new Date(data.failingSince) }
}

/** Returns the state for the next reconcile, with the first failure in it. */
export function withFailing(state: ReconcilerState, failing: Failing | undefined): ReconcilerState {
  const { failingGeneration: _, failingSince: __, ...rest } = state
  if (failing === undefined) return rest
  return {
    ...rest,
    failingGeneration: failing.generation,
    failingSince: failing.since.toISOString(),
  }
}
