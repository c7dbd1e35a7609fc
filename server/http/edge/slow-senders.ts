import type { IncomingMessage } from 'node:http'

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
  const watched = new Set<() => void>()
  const interval = Math.min(every, bodyGrace / 4)
  const looking = setInterval(() => {
    for (const look of watched) look()
  }, interval)
  looking.unref()
  return {
    watch: (message, onSlow) => {
      const { socket } = message
      const begin = socket.bytesRead
      let waited = 0
      const look = (): void => {
        if (message.complete || message.readableLength > 0) return
        waited += interval
        const earned = ((socket.bytesRead - begin) / bodyRate) * 1000
        if (waited > bodyGrace + earned) {
          watched.delete(look)
          onSlow()
        }
      }
      watched.add(look)
      return () => void watched.delete(look)
    },
    stop: () => clearInterval(looking),
  }
}
