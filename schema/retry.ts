/*
 * Trying again: how long to wait, waiting, and the loop around both. Free of Node, for the SDK in browsers.
 */

export interface BackoffOptions {
  /** Milliseconds after the first failure. @default 1000 */
  first?: number
  /** Longest wait in milliseconds. @default 300000 */
  cap?: number
  random?: () => number
}

/**
 * Milliseconds to wait after so many failures in a row: doubling up to a cap, and between half and all of it by chance,
 * so that what failed together is not tried together.
 */
export function backoff(
  failures: number,
  { first = 1000, cap = 300_000, random = Math.random }: BackoffOptions = {},
): number {
  const whole = Math.min(first * 2 ** Math.max(0, Math.min(failures - 1, 30)), cap)
  return Math.round(whole * (0.5 + random() / 2))
}

/** Milliseconds more or less by chance, so that what happens at intervals does not happen all at once. @default by a tenth */
export function spread(milliseconds: number, by = 0.1): number {
  return Math.round(milliseconds * (1 - by + 2 * by * Math.random()))
}

/** Waits, or ends early when the signal is aborted. */
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
 * Does work until it succeeds.
 *
 * @param waitAfter Milliseconds to wait after a failure, the first of which is number 1. Throws where it was the last.
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
