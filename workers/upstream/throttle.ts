import { setTimeout as sleep } from 'node:timers/promises'
import type { FailureRules } from './failure-rules.ts'

/** Longest wait, in milliseconds, that a request makes itself; longer ones are left to whoever asked. */
const longestOwnWait = 5000
const tries = 4

/**
 * Does as an upstream says that asks to be left alone for a while: nobody asks it before. Short waits are made here, as
 * client-go does; the upstream has done nothing of what it refused so.
 */
export interface Throttle {
  run<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

export function createThrottle<Failure extends Error>(
  failures: FailureRules<Failure>,
  now: () => number = Date.now,
): Throttle {
  let quiet: { until: number; error: Failure } | undefined

  const pause = async (signal: AbortSignal): Promise<void> => {
    const left = quiet === undefined ? 0 : quiet.until - now()
    if (quiet === undefined || left <= 0) return
    const { error } = quiet
    if (left > longestOwnWait) throw failures.postponed(error, left)
    await sleep(left, undefined, { signal })
  }

  return {
    run: async (ask, signal) => {
      for (let attempt = 1; ; attempt++) {
        await pause(signal)
        try {
          return await ask()
        } catch (error) {
          const wait = failures.askedWait(error)
          if (wait === undefined || !failures.isFailure(error)) throw error
          quiet = { until: now() + wait, error }
          if (attempt === tries || wait > longestOwnWait) throw error
        }
      }
    },
  }
}
