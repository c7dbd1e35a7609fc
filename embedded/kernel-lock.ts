import { DatabaseSync } from 'node:sqlite'

export interface KernelLock {
  /** Does nothing when the lock was already released. */
  release(): void
}

/** References to held locks: garbage collection of a lock would release it. */
const held = new Set<DatabaseSync>()

/** Milliseconds to retry: concurrent attempts can make each other fail. */
const retryTime = 100

/**
 * Locks this file, which is created, until the lock is released or the process exits, for whatever reason. Throws when another
 * holder has it.
 *
 * The operating system holds the lock, through SQLite: Node offers no file locks, and pid files of dead processes cannot be
 * taken over without a moment in which two processes hold the lock.
 */
export function lockFile(file: string): KernelLock {
  const lock = new DatabaseSync(file, { timeout: retryTime })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error
  }
  held.add(lock)
  return {
    release() {
      if (held.delete(lock)) lock.close()
    },
  }
}

/** Reports whether `lockFile` failed because another holder has the lock. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

/** https://www.sqlite.org/rescode.html#busy */
const sqliteBusy = 5
