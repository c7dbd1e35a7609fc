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
