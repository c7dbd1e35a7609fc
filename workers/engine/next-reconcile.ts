import { backoff, spread } from '../../schema/retry.ts'
import type { Failed, Outcome, WatchedObject } from './outcome.ts'
import { isInternalFailure } from './quarantine.ts'

/** The schedule of the next reconcile of an object. */
export interface NextReconcile {
  /** Milliseconds until the next reconcile; undefined when only a trigger causes one. */
  after?: number
  /** The object whose next change triggers the reconcile earlier. */
  watching?: WatchedObject
}

const minute = 60_000
/**
 * The longest pause in milliseconds of an object that no change triggers. Its cause may be fixed at any time outside of
 * the control plane, and after a minute users start to look for another reason.
 */
const maxPause = minute
/** The longest pause in milliseconds after internal failures, each of which may cost a worker a minute or a thread. */
const maxInternalPause = 5 * minute
/** The first pause in milliseconds of an object whose cluster or cloud is unreachable, unless the failure has pauses of its own. */
const firstUnreachablePause = 15_000
/** The interval in milliseconds of reconciles that a trigger should have caused: a safety net for lost triggers. */
const safetyNet = 10 * minute

/**
 * Schedules the next reconcile of an object. An object that is not ready either names the object that it waits for, and
 * is triggered in the transaction in which that one changes, or is retried within a minute; only internal failures wait
 * longer. An object that is about to stall is reconciled by then, so that its status is updated.
 *
 * @param stalledAfter Milliseconds until the object is stalled. @default never
 */
export function nextReconcile(outcome: Outcome, failures: number, stalledAfter = Infinity): NextReconcile {
  const next = scheduleOf(outcome, failures)
  return stalledAfter === Infinity ? next : { ...next, after: Math.min(next.after ?? Infinity, stalledAfter) }
}

function scheduleOf(outcome: Outcome, failures: number): NextReconcile {
  switch (outcome.outcome) {
    case 'done': {
      const { recheckAfter, watching } = outcome
      return { ...(recheckAfter === undefined ? {} : { after: recheckAfter }), ...watchingOf(watching) }
    }
    case 'requeueAfter':
      return {
        after: Math.min(outcome.milliseconds, outcome.isTriggered === true ? spread(safetyNet) : maxPause),
        ...watchingOf(outcome.watching),
      }
    case 'waitingFor':
      return { after: spread(safetyNet), ...watchingOf(outcome.object) }
    case 'failed':
      return { after: pauseAfter(outcome, failures), ...watchingOf(outcome.watching) }
  }
}

function watchingOf(watched: WatchedObject | undefined): Pick<NextReconcile, 'watching'> {
  return watched === undefined ? {} : { watching: { id: watched.id, version: watched.version } }
}

function pauseAfter(
  { cause, retryable, retryAfter, pauses, final, watching }: Failed,
  failures: number,
): number {
  if (cause.quarantined === true && retryAfter !== undefined) return Math.round(retryAfter)
  if (watching !== undefined || final === true) return spread(safetyNet)
  if (retryAfter !== undefined) return Math.min(Math.round(retryAfter), maxPause)
  if (cause.blocked === true) return maxPause
  if (isInternalFailure(cause.reason)) return backoff(failures, { cap: maxInternalPause })
  const first = cause.unreachable === true ? firstUnreachablePause : retryable ? 1000 : maxPause
  return backoff(failures, { first, cap: maxPause, ...pauses })
}
