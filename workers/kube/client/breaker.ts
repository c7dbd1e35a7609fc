import { backoff } from '../../../schema/retry.ts'
import { KubeError, isDisconnected } from './kube-error.ts'

export type BreakerState = 'closed' | 'halfOpen' | 'open'

/** What others are told of an open breaker: plain data, for other threads. */
export interface BreakerNews {
  state: 'closed' | 'open'
  /** Why it is open. */
  failure?: { kind: 'unreachable' | 'untrusted'; message: string; reason: string }
  /** When one request may try, in milliseconds since 1970. */
  tryAt?: number
}

/**
 * Keeps requests from a cluster that cannot be reached: they fail at once, with the words of the last failure, but for
 * one now and then that tries. Failures that the cluster itself tells do not count.
 */
export interface Breaker {
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
  /** Opens it at once: there is no doubt that the cluster is away. */
  open(error: KubeError): void
  /** What another thread has found out. */
  adopt(news: BreakerNews): void
}

export interface BreakerOptions {
  /** Failures in a row after which it opens. @default 3 */
  threshold?: number
  /** Told of opening and closing, not of what was adopted. */
  onChange?: (news: BreakerNews) => void
  now?: () => number
}

export function createBreaker({
  threshold = 3,
  onChange = () => undefined,
  now = Date.now,
}: BreakerOptions = {}): Breaker {
  let failures = 0
  let opened: { error: KubeError; tryAt: number } | undefined
  let trying = false

  const openFor = (error: KubeError): void => {
    const pause = backoff(failures - threshold + 1, { first: 2000, cap: 30_000 })
    opened = { error, tryAt: now() + pause }
    onChange({ state: 'open', failure: failureOf(error), tryAt: opened.tryAt })
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
      const { failure, message, reason } = opened.error
      throw new KubeError(failure, message, { reason })
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
      if (!isDisconnected(error)) return
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
        const error = new KubeError(failure.kind, failure.message, { reason: failure.reason })
        opened = { error, tryAt: tryAt ?? now() }
      }
    },
  }
}

function failureOf({ failure, message, reason }: KubeError): NonNullable<BreakerNews['failure']> {
  return { kind: failure === 'untrusted' ? failure : 'unreachable', message, reason }
}
