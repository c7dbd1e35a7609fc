import { backoff, pause } from '../../schema/retry.ts'
import type { FailureRecord, FailureRules } from './failure-rules.ts'

export type BreakerState = 'closed' | 'halfOpen' | 'open'

/** A change of the state of a breaker, as plain data for other threads. */
export interface BreakerUpdate {
  state: 'closed' | 'open'
  /** The last failure; present when the breaker is open. */
  failure?: FailureRecord
  /** The time at which one request may probe the upstream, in milliseconds since 1970. */
  retryAt?: number
}

/**
 * A circuit breaker for an upstream that cannot be reached. While it is open, requests fail at once with the last
 * failure, except for one periodic probe. Failures that the upstream itself returns do not count.
 */
export interface Breaker<Failure extends Error> {
  readonly state: BreakerState
  /**
   * Admits a request, or throws the last failure.
   *
   * @param probe Admits the request before the retry time, unless another probe is running.
   */
  enter(probe?: boolean): void
  /**
   * Resolves when the running probe has a result, after a second at the latest, and at once if none runs. Requests wait
   * for it before they enter: an upstream that has come back must not fail those that are sent beside the probe.
   */
  probed(signal?: AbortSignal): Promise<void>
  /** Records the success of an admitted request. */
  succeeded(): void
  /** Records the failure of an admitted request. */
  failed(error: unknown): void
  /** Opens the breaker at once, regardless of the threshold. */
  open(error: Failure): void
  /** Applies a change that another thread has published. */
  adopt(news: BreakerUpdate): void
}

export interface BreakerOptions<Failure extends Error> {
  failures: FailureRules<Failure>
  /** The number of consecutive failures after which the breaker opens. @default 3 */
  threshold?: number
  /** Called when the breaker opens or closes, except for adopted changes. */
  onChange?: (news: BreakerUpdate) => void
  now?: () => number
}

/** The milliseconds that requests wait for the result of a probe. A working upstream responds much faster. */
const probeWait = 1000

export function createBreaker<Failure extends Error>({
  failures: rules,
  threshold = 3,
  onChange = () => undefined,
  now = Date.now,
}: BreakerOptions<Failure>): Breaker<Failure> {
  let failures = 0
  let opened: { failure: FailureRecord; retryAt: number } | undefined
  let isProbing = false
  let probeEnded = new AbortController()

  const endProbe = (): void => {
    isProbing = false
    probeEnded.abort()
  }

  const openFor = (error: Failure): void => {
    const pause = backoff(failures - threshold + 1, { first: 2000, cap: 30_000 })
    opened = { failure: rules.toRecord(error), retryAt: now() + pause }
    onChange({ state: 'open', ...opened })
  }

  return {
    get state() {
      if (opened === undefined) return 'closed'
      return isProbing ? 'halfOpen' : 'open'
    },
    enter: (probe = false) => {
      if (opened === undefined) return
      if (!isProbing && (probe || now() >= opened.retryAt)) {
        isProbing = true
        probeEnded = new AbortController()
        return
      }
      throw rules.fromRecord(opened.failure)
    },
    probed: async (signal) => {
      if (!isProbing) return
      const signals = signal === undefined ? [probeEnded.signal] : [probeEnded.signal, signal]
      await pause(probeWait, AbortSignal.any(signals))
    },
    succeeded: () => {
      failures = 0
      const wasOpen = opened !== undefined
      opened = undefined
      endProbe()
      if (wasOpen) onChange({ state: 'closed' })
    },
    failed: (error) => {
      const wasProbing = isProbing
      endProbe()
      if (!rules.isDisconnected(error)) return
      // Requests that were sent before it opened fail together and must not extend the pause.
      if (opened !== undefined && !wasProbing) return
      failures += 1
      if (failures >= threshold) openFor(error)
    },
    open: (error) => {
      if (opened !== undefined) return
      failures = Math.max(failures, threshold)
      openFor(error)
    },
    adopt: ({ state, failure, retryAt }) => {
      if (state === 'closed') {
        failures = 0
        opened = undefined
        probeEnded.abort()
      } else if (failure !== undefined) {
        failures = Math.max(failures, threshold)
        opened = { failure, retryAt: retryAt ?? now() }
      }
    },
  }
}
