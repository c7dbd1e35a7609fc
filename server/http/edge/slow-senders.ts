import type { IncomingMessage } from 'node:http'
import { createPeriodicChecks } from '../periodic-checks.ts'

export interface SlowSenders {
  /** Calls `onSlow` once when the body comes too slowly, or never when what is returned is called before. */
  watch(message: IncomingMessage, onSlow: () => void): () => void
  stop(): void
}

/** Milliseconds between two looks at a body. */
const every = 1000

/**
 * Finds bodies that come more slowly than at some rate. Only the time for which they are waited for counts: a body that is not read,
 * as the database is slower, keeps nobody waiting. Looks are counted and not time, so that nobody is blamed for a
 * process that stood still.
 */
export function createSlowSenders({
  bodyGrace,
  bodyRate,
}: {
  bodyGrace: number
  bodyRate: number
}): SlowSenders {
  const checks = createPeriodicChecks(Math.min(every, bodyGrace / 4))
  return {
    watch: (message, onSlow) => {
      const { socket } = message
      const begin = socket.bytesRead
      let waited = 0
      return checks.add(() => {
        if (message.complete || message.readableLength > 0) return 'continue'
        waited += checks.every
        const earned = ((socket.bytesRead - begin) / bodyRate) * 1000
        const isSlow = waited > bodyGrace + earned
        if (isSlow) onSlow()
        return isSlow ? 'done' : 'continue'
      })
    },
    stop: () => checks.stop(),
  }
}
