import type { FailureRules } from './failure-rules.ts'

export interface LivenessProbeOptions<Failure extends Error> {
  failures: FailureRules<Failure>
  /** Sends a request that a healthy upstream answers at once. */
  probe(): Promise<unknown>
  /** Called when the probe fails and no response has arrived meanwhile. */
  onUnresponsive(error: Failure): void
  /** Milliseconds without a response after which the upstream is probed. @default 3000 */
  idleTimeout?: number
}

/**
 * A liveness probe that distinguishes a slow upstream from an unreachable one. One request may take half a minute, for
 * example in a webhook. But when no request has received a response for a while, and a trivial request fails as well,
 * all pending requests are aborted.
 */
export class LivenessProbe<Failure extends Error> {
  readonly #options: Required<LivenessProbeOptions<Failure>>
  /** The number of pending requests. */
  #pending = 0
  /** The number of responses so far. */
  #responses = 0
  /** Aborts all pending requests when the upstream is unresponsive. */
  #unresponsive = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor({ idleTimeout = 3000, ...options }: LivenessProbeOptions<Failure>) {
    this.#options = { idleTimeout, ...options }
  }

  /** Runs a request. Its signal is aborted, with the error of the probe, when the upstream is unresponsive. */
  async during<Response>(send: (unresponsive: AbortSignal) => Promise<Response>): Promise<Response> {
    this.#pending += 1
    if (this.#pending === 1) this.#resetTimer()
    try {
      const response = await send(this.#unresponsive.signal)
      this.#responded()
      return response
    } catch (error) {
      const { failures } = this.#options
      if (failures.isFailure(error) && !failures.isDisconnected(error)) this.#responded()
      throw error
    } finally {
      this.#pending -= 1
      if (this.#pending === 0) this.#resetTimer()
    }
  }

  #responded(): void {
    this.#responses += 1
    this.#resetTimer()
  }

  /** Schedules the next probe, as long as requests are pending. */
  #resetTimer(): void {
    clearTimeout(this.#timer)
    const { idleTimeout } = this.#options
    this.#timer = this.#pending === 0 ? undefined : setTimeout(() => void this.#probe(), idleTimeout).unref()
  }

  async #probe(): Promise<void> {
    const { probe, onUnresponsive, failures } = this.#options
    const responsesBefore = this.#responses
    const failure = await probe().then(
      () => undefined,
      (error: unknown) => (failures.isDisconnected(error) ? error : undefined),
    )
    if (failure === undefined || this.#pending === 0 || this.#responses > responsesBefore)
      return this.#resetTimer()
    const unresponsive = this.#unresponsive
    this.#unresponsive = new AbortController()
    onUnresponsive(failure)
    unresponsive.abort(failure)
  }
}
