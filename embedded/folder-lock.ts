import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PlatformError } from '../schema/errors.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'

export interface FolderLock {
  release(): Promise<void>
}

/** Milliseconds to retry: concurrent attempts can make each other fail. */
const lockTimeout = 100

/** References to held locks: garbage collection of a lock would release it. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder for this process until the lock is released or the process exits, for whatever reason.
 *
 * The operating system holds the lock, through SQLite: Node offers no file locks, and pid files of dead processes cannot be
 * taken over without a moment in which two processes hold the lock. The pid file is for users and for the error message.
 *
 * Throws `BLOCKED`, with folder and pid, when another process holds the lock.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  const pidFile = join(folder, 'control-plane.pid')
  const lock = new DatabaseSync(join(folder, 'control-plane.lock'), { timeout: lockTimeout })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    const pid = (await readSmallFile(pidFile)) ?? 'unknown'
    throw new PlatformError(
      'BLOCKED',
      `The data folder '${folder}' is in use by process ${pid}: stop it, or choose another folder`,
      { cause },
    )
  }
  held.add(lock)
  await writeSmallFile(pidFile, String(process.pid))
  return {
    async release() {
      if (!held.delete(lock)) return
      await rm(pidFile, { force: true })
      lock.close()
    },
  }
}
