import { pause } from '../schema/retry.ts'

export interface RoundsOptions {
  /** Milliseconds between two rounds. @default 0, for rounds that pause themselves */
  every?: number
  /** Milliseconds after a round that has failed. @default as between two rounds */
  afterFailure?: number
  signal: AbortSignal
  /** Called with the first of consecutive failures. */
  onFailure: (error: unknown) => void
}

/** Runs rounds at an interval until the signal is aborted. A round that fails does not end them. */
export async function runRounds(
  { every = 0, afterFailure = every, signal, onFailure }: RoundsOptions,
  round: () => Promise<unknown>,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    let wait = every
    try {
      await round()
      failing = false
    } catch (error) {
      if (!failing) onFailure(error)
      failing = true
      wait = afterFailure
    }
    if (wait > 0) await pause(wait, signal)
  }
}
