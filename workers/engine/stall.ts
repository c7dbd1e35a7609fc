import { z } from 'zod'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { Failed, Outcome } from './outcome.ts'

/* An object is stalled when waiting on is pointless: users and their programs then stop, and tell what has to change. */

/**
 * Milliseconds for which an object may fail before it is stalled, where the failure does not say: a container that crashes
 * while its database starts, a webhook that is rolled out.
 */
const usualGrace = 30_000

export interface Stall {
  stalled: boolean
  /** Milliseconds until it will be, if nothing changes; undefined where time alone does not stall it. */
  after?: number
  /** Since when it fails, for the next reconcile. */
  failing: Failing | undefined
}

/** Since when an object fails, as it is desired in a generation. */
export interface Failing {
  generation: number
  since: Date
}

/**
 * The stall that an outcome comes to. Time counts from the first failure of a generation: one better moment, as between
 * two crashes, changes nothing, and being ready once does.
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
      // Another worker may have a clock that is ahead.
      const since = before === undefined || before.since > now ? now : before.since
      const left = grace - (now.getTime() - since.getTime())
      const current = { failing: { generation, since } }
      return left <= 0 ? { stalled: true, ...current } : { stalled: false, after: left, ...current }
    }
  }
}

/** Milliseconds; undefined for a cluster that does not answer, which may come back at any time. */
function graceOf({ cause }: Failed): number | undefined {
  if (cause.unreachable === true) return undefined
  return cause.grace ?? (cause.blocked === true || cause.parked === true ? 0 : usualGrace)
}

const KeptFailing = z.object({ failingGeneration: z.int(), failingSince: z.iso.datetime() })

/** Since when an object fails, as the reconcile before has left it. */
export function failingOf(state: ReconcilerState): Failing | undefined {
  const { data } = KeptFailing.safeParse(state)
  return data && { generation: data.failingGeneration, since: new Date(data.failingSince) }
}

/** The same as it is left for the next reconcile. */
export function withFailing(state: ReconcilerState, failing: Failing | undefined): ReconcilerState {
  const { failingGeneration: _, failingSince: __, ...rest } = state
  if (failing === undefined) return rest
  return {
    ...rest,
    failingGeneration: failing.generation,
    failingSince: failing.since.toISOString(),
  }
}
