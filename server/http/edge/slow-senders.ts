import type { IncomingMessage } from 'node:http'
import { createPeriodicChecks } from '../periodic-checks.ts'

/** Detects request bodies that arrive too slowly. */
export interface SlowSenders {
  /** Calls `onSlow` once when the body arrives too slowly; returns a function that stops watching. */
  watch(message: IncomingMessage, onSlow: () => void): () => void
  stop(): void
}

/** Milliseconds between two checks of a body. */
const checkInterval = 1000

/**
 * Creates a detector of bodies that arrive below a minimum rate. Only the time in which the server waits for data counts, not
 * the time in which it does not read because the database is slower. Counts checks instead of time, so that a pause of this
 * process does not count against the client.
 */
export function createSlowSenders({
  bodyGrace,
  bodyRate,
}: {
  bodyGrace: number
  bodyRate: number
}): SlowSenders {
  const checks = createPeriodicChecks(Math.min(checkInterval, bodyGrace / 4))
  return {
    watch: (message, onSlow) => {
      const { socket } = message
      const start = socket.bytesRead
      let waited = 0
      return checks.add(() => {
        if (message.complete || message.readableLength > 0) return 'continue'
        waited += checks.every
        const earned = ((socket.bytesRead - start) / bodyRate) * 1000
        const isSlow = waited > bodyGrace + earned
        if (isSlow) onSlow()
        return isSlow ? 'done' : 'continue'
      })
    },
    stop: () => checks.stop(),
  }
}
