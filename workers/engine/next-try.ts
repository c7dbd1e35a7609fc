import { backoff, spread } from '../../schema/retry.ts'
import type { Failed, Outcome, WatchedObject } from './outcome.ts'
import { isOfOurMaking } from './quarantine.ts'

/** When an object is reconciled again. */
export interface NextTry {
  /** Milliseconds; undefined where only a change brings one. */
  after?: number
  /** The object whose next change brings it earlier. */
  watching?: WatchedObject
}

const minute = 60_000
/**
 * Longest pause in milliseconds of an object that no change triggers: what it waits for may be cured at any moment, outside
 * of the control plane. A minute is what people wait before they look for another reason.
 */
const longest = minute
/** Longest pause after failures of our own making, of which each may cost a worker a minute or a thread. */
const longestOfOurs = 5 * minute
/** First pause in milliseconds of an object whose cluster does not answer while its runtime is still believed to be ready. */
const firstAway = 15_000
/** Milliseconds after which an object looks by itself though nothing that it waits for has changed: a net, never the way. */
const net = 10 * minute

/**
 * When an object is reconciled again after an outcome. Whatever is not ready either names the object that it waits for,
 * and is triggered in the transaction in which that changes, or is tried again within a minute; only what fails of our own
 * making waits longer. What will be stalled is tried once more by then, so that its status says so.
 *
 * @param stalledAfter Milliseconds until the object is stalled. @default never
 */
export function nextTry(outcome: Outcome, failures: number, stalledAfter = Infinity): NextTry {
  const next = ownTry(outcome, failures)
  return stalledAfter === Infinity ? next : { ...next, after: Math.min(next.after ?? Infinity, stalledAfter) }
}

function ownTry(outcome: Outcome, failures: number): NextTry {
  switch (outcome.outcome) {
    case 'done': {
      const { recheckAfter, watching } = outcome
      return { ...(recheckAfter === undefined ? {} : { after: recheckAfter }), ...watchingOf(watching) }
    }
    case 'requeueAfter':
      return { after: Math.min(outcome.milliseconds, longest) }
    case 'waitingFor':
      return { after: spread(net), ...watchingOf(outcome.object) }
    case 'failed':
      return { after: pauseAfter(outcome, failures), ...watchingOf(outcome.watching) }
  }
}

function watchingOf(watched: WatchedObject | undefined): Pick<NextTry, 'watching'> {
  return watched === undefined ? {} : { watching: { id: watched.id, version: watched.version } }
}

function pauseAfter({ cause, retryable, retryAfter, watching }: Failed, failures: number): number {
  if (cause.parked === true && retryAfter !== undefined) return Math.round(retryAfter)
  if (watching !== undefined) return spread(net)
  if (retryAfter !== undefined) return Math.min(Math.round(retryAfter), longest)
  if (cause.blocked === true) return longest
  if (isOfOurMaking(cause.reason)) return backoff(failures, { cap: longestOfOurs })
  const first = cause.unreachable === true ? firstAway : retryable ? 1000 : longest
  return backoff(failures, { first, cap: longest })
}
