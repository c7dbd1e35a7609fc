import { setTimeout as sleep } from 'node:timers/promises'
import type { FailureRules } from './failure-rules.ts'

/** The longest pause in milliseconds that a request waits for; with a longer one it fails, and the caller retries. */
const maxOwnWait = 5000
const maxAttempts = 4

/**
 * Honours the pauses that an upstream requests: no request is sent before the pause is over. Short pauses are waited for
 * here, as in client-go; a repetition is safe because the upstream has not processed a request that it throttled.
 */
export interface Throttle {
  run<Response>(send: () => Promise<Response>, signal: AbortSignal): Promise<Response>
}

export function createThrottle<Failure extends Error>(
  failures: FailureRules<Failure>,
  now: () => number = Date.now,
): Throttle {
  let throttled: { until: number; error: Failure } | undefined

  const pause = async (signal: AbortSignal): Promise<void> => {
    const left = throttled === undefined ? 0 : throttled.until - now()
    if (throttled === undefined || left <= 0) return
    const { error } = throttled
    if (left > maxOwnWait) throw failures.postponed(error, left)
    await sleep(left, undefined, { signal })
  }

  return {
    run: async (send, signal) => {
      for (let attempt = 1; ; attempt++) {
        await pause(signal)
        try {
          return await send()
        } catch (error) {
          const wait = failures.retryAfter(error)
          if (wait === undefined || !failures.isFailure(error)) throw error
          throttled = { until: now() + wait, error }
          if (attempt === maxAttempts || wait > maxOwnWait) throw error
        }
      }
    },
  }
}
