import type { Socket } from 'node:net'
import { PlatformError } from '../../schema/errors.ts'
import type { Reader } from '../../schema/graphql/context.ts'
import { defined } from '../../schema/inputs.ts'
import { createPeriodicChecks } from './periodic-checks.ts'

/** Milliseconds for which a connection may take nothing of what waits for it. */
export const patience = 10_000

/** Milliseconds for which the last words to a slow reader wait to be taken. */
export const lastWords = 30_000

export interface SlowReaders {
  /** Calls `letGo` once when the other side takes nothing for too long, or never when what is returned is called before. */
  watch(reader: Watched): () => void
  stop(): void
}

export interface Watched {
  socket: Socket
  letGo: () => void
  /** Whether it owes an answer, where it is asked for one. */
  owesAnswer?: () => boolean
}

/** Finds connections that stand still. Their buffers stay short, as sources are held up; but each costs some. */
export function createSlowReaders(after: number, onLetGo: () => void): SlowReaders {
  const checks = createPeriodicChecks(Math.min(after / 4, 1000))
  return {
    watch: ({ socket, letGo, owesAnswer = () => false }) => {
      let taken = 0
      // Looks are counted and not time, so that nobody is blamed for a process that stood still.
      let idle = 0
      return checks.add(() => {
        // What waits is counted as written.
        const now = socket.bytesWritten - socket.writableLength
        const waits = socket.writableLength > 0 || owesAnswer()
        idle = now > taken || !waits ? 0 : idle + 1
        taken = now
        if (idle * checks.every < after) return 'continue'
        onLetGo()
        letGo()
        return 'done'
      })
    },
    stop: () => checks.stop(),
  }
}

/** What a reader is told that did not keep up: how to go on without a gap. */
export function tooSlow({ cursor }: Reader): PlatformError {
  const goOn = cursor === undefined ? 'ask again' : `go on after cursor "${cursor}"`
  const message = `nothing of what was sent was taken for too long; ${goOn}`
  return new PlatformError('RATE_LIMITED', message, { details: { retryAfter: 0, ...defined({ cursor }) } })
}
