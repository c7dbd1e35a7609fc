import { pause } from '../schema/retry.ts'

export interface RoundsOptions {
  /** Milliseconds between two rounds. */
  every: number
  signal: AbortSignal
  /** Called with the first of consecutive failures. */
  onFailure: (error: unknown) => void
}

/** Runs rounds at an interval until the signal is aborted. A round that fails does not end them. */
export async function runRounds(
  { every, signal, onFailure }: RoundsOptions,
  round: () => Promise<unknown>,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await round()
      failing = false
    } catch (error) {
      if (!failing) onFailure(error)
      failing = true
    }
    await pause(every, signal)
  }
}
