import { setTimeout as sleep } from 'node:timers/promises'
import { KubeError, isKubeError } from './kube-error.ts'

/** Longest wait, in milliseconds, that a request makes itself; longer ones are left to whoever asked. */
const longestOwnWait = 5000
const tries = 4

/**
 * Does as a cluster says that asks to be left alone for a while (429, or 503 with Retry-After): nobody asks it before.
 * Short waits are made here, as client-go does; the cluster has done nothing of what it refused so.
 */
export interface Throttle {
  run<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

export function createThrottle(now: () => number = Date.now): Throttle {
  let quiet: { until: number; error: KubeError } | undefined

  const pause = async (signal: AbortSignal): Promise<void> => {
    const left = quiet === undefined ? 0 : quiet.until - now()
    if (quiet === undefined || left <= 0) return
    const { error } = quiet
    if (left > longestOwnWait) throw postponed(error, left)
    await sleep(left, undefined, { signal })
  }

  return {
    run: async (ask, signal) => {
      for (let attempt = 1; ; attempt++) {
        await pause(signal)
        try {
          return await ask()
        } catch (error) {
          const wait = waitOf(error)
          if (wait === undefined || !isKubeError(error)) throw error
          quiet = { until: now() + wait, error }
          if (attempt === tries || wait > longestOwnWait) throw error
        }
      }
    },
  }
}

/** Milliseconds that the cluster asks for; undefined when it asks for none. */
function waitOf(error: unknown): number | undefined {
  if (isKubeError(error, 'throttled')) return (error.retryAfter ?? 1) * 1000
  if (isKubeError(error, 'serverError') && error.retryAfter !== undefined) return error.retryAfter * 1000
  return undefined
}

function postponed({ failure, message, status, reason }: KubeError, left: number): KubeError {
  return new KubeError(failure, message, { status, reason, retryAfter: Math.ceil(left / 1000) })
}
