import { backoff } from '../../schema/retry.ts'
import type { FailureRecord, FailureRules } from './failure-rules.ts'

export type BreakerState = 'closed' | 'halfOpen' | 'open'

/** What others are told of an open breaker: plain data, for other threads. */
export interface BreakerNews {
  state: 'closed' | 'open'
  /** Why it is open. */
  failure?: FailureRecord
  /** When one request may try, in milliseconds since 1970. */
  tryAt?: number
}

/**
 * Keeps requests from an upstream that cannot be reached: they fail at once, with the words of the last failure, but for
 * one now and then that tries. Failures that the upstream itself tells do not count.
 */
export interface Breaker<Failure extends Error> {
  readonly state: BreakerState
  /**
   * Lets a request through, or throws why not.
   *
   * @param probe Lets it through although it is not time yet, unless another one is trying.
   */
  enter(probe?: boolean): void
  /** What came of a request that was let through. */
  succeeded(): void
  failed(error: unknown): void
  /** Opens it at once: there is no doubt that the upstream is away. */
  open(error: Failure): void
  /** What another thread has found out. */
  adopt(news: BreakerNews): void
}

export interface BreakerOptions<Failure extends Error> {
  failures: FailureRules<Failure>
  /** Failures in a row after which it opens. @default 3 */
  threshold?: number
  /** Told of opening and closing, not of what was adopted. */
  onChange?: (news: BreakerNews) => void
  now?: () => number
}

export function createBreaker<Failure extends Error>({
  failures: rules,
  threshold = 3,
  onChange = () => undefined,
  now = Date.now,
}: BreakerOptions<Failure>): Breaker<Failure> {
  let failures = 0
  let opened: { failure: FailureRecord; tryAt: number } | undefined
  let trying = false

  const openFor = (error: Failure): void => {
    const pause = backoff(failures - threshold + 1, { first: 2000, cap: 30_000 })
    opened = { failure: rules.toRecord(error), tryAt: now() + pause }
    onChange({ state: 'open', ...opened })
  }

  return {
    get state() {
      if (opened === undefined) return 'closed'
      return trying ? 'halfOpen' : 'open'
    },
    enter: (probe = false) => {
      if (opened === undefined) return
      if (!trying && (probe || now() >= opened.tryAt)) {
        trying = true
        return
      }
      throw rules.fromRecord(opened.failure)
    },
    succeeded: () => {
      failures = 0
      trying = false
      if (opened === undefined) return
      opened = undefined
      onChange({ state: 'closed' })
    },
    failed: (error) => {
      const wasTrying = trying
      trying = false
      if (!rules.isDisconnected(error)) return
      // What was sent before it opened fails together, and once is enough.
      if (opened !== undefined && !wasTrying) return
      failures += 1
      if (failures >= threshold) openFor(error)
    },
    open: (error) => {
      if (opened !== undefined) return
      failures = Math.max(failures, threshold)
      openFor(error)
    },
    adopt: ({ state, failure, tryAt }) => {
      if (state === 'closed') {
        failures = 0
        opened = undefined
      } else if (failure !== undefined) {
        failures = Math.max(failures, threshold)
        opened = { failure, tryAt: tryAt ?? now() }
      }
    },
  }
}
