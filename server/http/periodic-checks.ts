/** The result of a check; `done` ends its calls. */
export type CheckResult = 'continue' | 'done'

/** Runs many checks at one interval, with one timer for all of them. */
export interface PeriodicChecks {
  /** Milliseconds between two calls of a check. */
  every: number
  /** Calls `check` at each interval until it is done; returns a function that removes it earlier. */
  add(check: () => CheckResult): () => void
  stop(): void
}

export function createPeriodicChecks(every: number): PeriodicChecks {
  const checks = new Set<() => CheckResult>()
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
