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

/** Why a breaker does not admit requests. Times are in milliseconds since 1970. */
export interface OpenBreaker {
  /** The time at which it opened; failed probes do not change it. */
  since: number
  /** The last failure. */
  failure: FailureRecord
  /** The time at which one request may probe the upstream. */
  retryAt: number
}

/**
 * A circuit breaker for an upstream that cannot be reached. While it is open, requests fail at once with the last
 * failure, except for one periodic probe. Failures that the upstream itself returns do not count.
 */
export interface Breaker<Failure extends Error> {
  readonly state: BreakerState
  /** Since when it is open, and why; undefined while it is closed. */
  readonly opened: OpenBreaker | undefined
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

/** The longest time in milliseconds between two probes, for which an upstream that is back may still count as away. */
const longestWait = 8000

export function createBreaker<Failure extends Error>(options: BreakerOptions<Failure>): Breaker<Failure> {
  return new CircuitBreaker(options)
}

class CircuitBreaker<Failure extends Error> implements Breaker<Failure> {
  readonly #rules: FailureRules<Failure>
  readonly #threshold: number
  readonly #onChange: (news: BreakerUpdate) => void
  readonly #now: () => number
  /** The number of consecutive failures. */
  #failures = 0
  /** Present while the breaker is open. */
  #opened: OpenBreaker | undefined
  /** Present while a probe is running; aborted when it has a result. */
  #probe: AbortController | undefined

  constructor({
    failures,
    threshold = 3,
    onChange = () => undefined,
    now = Date.now,
  }: BreakerOptions<Failure>) {
    this.#rules = failures
    this.#threshold = threshold
    this.#onChange = onChange
    this.#now = now
  }

  get state(): BreakerState {
    if (this.#opened === undefined) return 'closed'
    return this.#probe === undefined ? 'open' : 'halfOpen'
  }

  get opened(): OpenBreaker | undefined {
    return this.#opened
  }

  enter(probe = false): void {
    if (this.#opened === undefined) return
    if (this.#probe === undefined && (probe || this.#now() >= this.#opened.retryAt)) {
      this.#probe = new AbortController()
      return
    }
    throw this.#rules.fromRecord(this.#opened.failure)
  }

  async probed(signal?: AbortSignal): Promise<void> {
    if (this.#probe === undefined) return
    const ended = this.#probe.signal
    await pause(probeWait, signal === undefined ? ended : AbortSignal.any([ended, signal]))
  }

  succeeded(): void {
    const wasOpen = this.#opened !== undefined
    this.#close()
    this.#endProbe()
    if (wasOpen) this.#onChange({ state: 'closed' })
  }

  failed(error: unknown): void {
    const wasProbing = this.#probe !== undefined
    this.#endProbe()
    if (!this.#rules.isDisconnected(error)) return
    // Requests that were sent before it opened fail together and must not extend the pause.
    if (this.#opened !== undefined && !wasProbing) return
    this.#failures += 1
    if (this.#failures >= this.#threshold) this.#openFor(error)
  }

  open(error: Failure): void {
    if (this.#opened !== undefined) return
    this.#failures = Math.max(this.#failures, this.#threshold)
    this.#openFor(error)
  }

  adopt({ state, failure, retryAt }: BreakerUpdate): void {
    if (state === 'closed') {
      this.#close()
      // The probe of this thread keeps its claim until it has a result itself.
      this.#probe?.abort()
    } else if (failure !== undefined) {
      this.#failures = Math.max(this.#failures, this.#threshold)
      this.#setOpened(failure, retryAt ?? this.#now())
    }
  }

  #openFor(error: Failure): void {
    const wait = backoff(this.#failures - this.#threshold + 1, { first: 2000, cap: longestWait })
    const { failure, retryAt } = this.#setOpened(this.#rules.toRecord(error), this.#now() + wait)
    this.#onChange({ state: 'open', failure, retryAt })
  }

  #setOpened(failure: FailureRecord, retryAt: number): OpenBreaker {
    this.#opened = { since: this.#opened?.since ?? this.#now(), failure, retryAt }
    return this.#opened
  }

  #close(): void {
    this.#failures = 0
    this.#opened = undefined
  }

  #endProbe(): void {
    this.#probe?.abort()
    this.#probe = undefined
  }
}
