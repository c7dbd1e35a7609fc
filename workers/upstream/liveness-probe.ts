import type { FailureRules } from './failure-rules.ts'

export interface LivenessProbeOptions<Failure extends Error> {
  failures: FailureRules<Failure>
  /** Asks something that is answered at once by whatever is well; rejects as any request. */
  ask(): Promise<unknown>
  /** Nothing came back: neither what was waited for nor the answer to that. */
  onSilence(error: Failure): void
  /** Milliseconds without any answer after which it is asked. @default 3000 */
  patience?: number
}

/**
 * Tells an upstream that takes long from one that is away. One request may take half a minute, in a webhook for example,
 * but when nothing at all comes back for a while, and then not even the answer to a simple question, none of those that
 * wait is waited for any longer.
 */
export class LivenessProbe<Failure extends Error> {
  readonly #options: Required<LivenessProbeOptions<Failure>>
  /** How many wait for an answer, and how many have come. */
  #waiting = 0
  #answers = 0
  /** Aborted for those that wait when the upstream is silent. */
  #silent = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor({ patience = 3000, ...options }: LivenessProbeOptions<Failure>) {
    this.#options = { patience, ...options }
  }

  /** Waits for an answer; the signal is aborted, with the error of the question, when the upstream is silent. */
  async during<Answer>(wait: (silent: AbortSignal) => Promise<Answer>): Promise<Answer> {
    this.#waiting += 1
    if (this.#waiting === 1) this.#listen()
    try {
      const answer = await wait(this.#silent.signal)
      this.#answered()
      return answer
    } catch (error) {
      const { failures } = this.#options
      if (failures.isFailure(error) && !failures.isDisconnected(error)) this.#answered()
      throw error
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#listen()
    }
  }

  #answered(): void {
    this.#answers += 1
    this.#listen()
  }

  /** Asks after a while without an answer; nothing while nobody waits. */
  #listen(): void {
    clearTimeout(this.#timer)
    const { patience } = this.#options
    this.#timer = this.#waiting === 0 ? undefined : setTimeout(() => void this.#ask(), patience).unref()
  }

  async #ask(): Promise<void> {
    const { ask, onSilence, failures } = this.#options
    const before = this.#answers
    const failure = await ask().then(
      () => undefined,
      (error: unknown) => (failures.isDisconnected(error) ? error : undefined),
    )
    if (failure === undefined || this.#waiting === 0 || this.#answers > before) return this.#listen()
    const silent = this.#silent
    this.#silent = new AbortController()
    onSilence(failure)
    silent.abort(failure)
  }
}
