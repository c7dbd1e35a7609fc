import type { Socket } from 'node:net'
import { PlatformError } from '../../schema/errors.ts'
import type { Reader } from '../../schema/graphql/context.ts'
import { defined } from '../../schema/defined.ts'
import { createPeriodicChecks } from './periodic-checks.ts'

/** Milliseconds after which a connection that reads nothing of its buffered data is stalled. */
export const stallTimeout = 10_000

/** Milliseconds for which a stalled connection stays open to read its final error. */
export const closeTimeout = 30_000

/** Detects connections whose client does not read. */
export interface SlowReaders {
  /** Calls `letGo` once when the client reads nothing for too long; returns a function that stops watching. */
  watch(reader: WatchedConnection): () => void
  stop(): void
}

export interface WatchedConnection {
  socket: Socket
  disconnect: () => void
  /** Reports whether a ping is unanswered. @default never */
  awaitsPong?: () => boolean
}

/**
 * Creates a detector of stalled connections. Backpressure keeps their buffers short, but each of them costs some
 * memory.
 */
export function createSlowReaders(after: number, onStalled: () => void): SlowReaders {
  const checks = createPeriodicChecks(Math.min(after / 4, 1000))
  return {
    watch: ({ socket, disconnect, awaitsPong = () => false }) => {
      let readBytes = 0
      // Counts checks instead of time, so that a pause of this process does not count against the client.
      let idleChecks = 0
      return checks.add(() => {
        // `bytesWritten` includes buffered data.
        const now = socket.bytesWritten - socket.writableLength
        const isPending = socket.writableLength > 0 || awaitsPong()
        idleChecks = now > readBytes || !isPending ? 0 : idleChecks + 1
        readBytes = now
        if (idleChecks * checks.every < after) return 'continue'
        onStalled()
        disconnect()
        return 'done'
      })
    },
    stop: () => checks.stop(),
  }
}

/** Returns the error of a reader that did not keep up; it says how to resume without a gap. */
export function tooSlow({ cursor }: Reader): PlatformError {
  const remedy = cursor === undefined ? 'subscribe again' : `resume after cursor "${cursor}"`
  const message = `the client did not read what was sent in time; ${remedy}`
  return new PlatformError('RATE_LIMITED', message, { details: { retryAfter: 0, ...defined({ cursor }) } })
}
