export interface ShortLockOptions {
  /** Milliseconds between checks of the other claims. @default 100 */
  every?: number
  /** Called once if other processes hold or claim the lock. */
  onWait?: () => void
}

export function withShortLock<Result>(
  folder: string,
  work: () => Result | Promise<Result>,
  options?: ShortLockOptions,
): Promise<Result>
