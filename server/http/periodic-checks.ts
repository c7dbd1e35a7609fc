/** Says whether a check is to be called again. */
export type Verdict = 'continue' | 'done'

/** Checks many things at intervals, with one timer for all of them. */
export interface PeriodicChecks {
  /** Milliseconds between two calls of a check. */
  every: number
  /** Calls `check` at each interval until it is done, or until what is returned is called. */
  add(check: () => Verdict): () => void
  stop(): void
}

export function createPeriodicChecks(every: number): PeriodicChecks {
  const checks = new Set<() => Verdict>()
  const timer = setInterval(() => {
    for (const check of checks) if (check() === 'done') checks.delete(check)
  }, every)
  timer.unref()
  return {
    every,
    add: (check) => {
      checks.add(check)
      return () => void checks.delete(check)
    },
    stop: () => clearInterval(timer),
  }
}
