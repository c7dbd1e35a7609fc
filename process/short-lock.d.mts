export interface ShortLockOptions {
  /** Milliseconds between two looks at the others. @default 100 */
  every?: number
  /** Called once where others come first. */
  onWait?: () => void
}

export function withShortLock<Result>(
  folder: string,
  work: () => Result | Promise<Result>,
  options?: ShortLockOptions,
): Promise<Result>
