/* Retries with exponential backoff. Does not depend on Node, for the SDK in browsers. */

/** How the pauses of a backoff grow. */
export interface Pauses {
  /** Milliseconds after the first failure. @default 1000 */
  first?: number
  /** Longest wait in milliseconds. @default 300000 */
  cap?: number
}

export interface BackoffOptions extends Pauses {
  random?: () => number
}

/**
 * Returns the milliseconds to wait after a number of consecutive failures: exponential with a cap, and with a random
 * factor between one half and one, so that operations that failed together are not retried together.
 */
export function backoff(
  failures: number,
  { first = 1000, cap = 300_000, random = Math.random }: BackoffOptions = {},
): number {
  const whole = Math.min(first * 2 ** Math.max(0, Math.min(failures - 1, 30)), cap)
  return Math.round(whole * (0.5 + random() / 2))
}

/**
 * Returns a duration in milliseconds with random jitter, so that periodic work does not run in lockstep. @default a
 * tenth
 */
export function spread(milliseconds: number, by = 0.1): number {
  return Math.round(milliseconds * (1 - by + 2 * by * Math.random()))
}

/** Waits for a duration, or until the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
  })
}

/**
 * Repeats work until it succeeds.
 *
 * @param waitAfter Returns the milliseconds to wait after the nth consecutive failure, counted from 1, or throws to
 * stop retrying
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  waitAfter: (error: unknown, failures: number) => number,
): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      await pause(waitAfter(error, failures))
    }
  }
}
