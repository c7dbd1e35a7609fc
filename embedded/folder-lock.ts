import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PlatformError } from '../schema/errors.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'

export interface FolderLock {
  release(): Promise<void>
}

/** Milliseconds. Of several that ask at one moment each may be refused because of the others, so they ask again. */
const patience = 100

/** Garbage collection of a lock that its holder forgot would open the folder to others. */
const held = new Set<DatabaseSync>()

/**
 * Takes the folder for this process, until released or until the process is gone, however it ended.
 *
 * The operating system holds the lock, through SQLite, because Node itself offers no file lock and one made of
 * pid files cannot be taken over from the dead without a moment in which two have it. The pid file is for
 * people, and for the message.
 *
 * Thrown when another process has it: `BLOCKED`, naming folder and pid.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  const pidFile = join(folder, 'control-plane.pid')
  const lock = new DatabaseSync(join(folder, 'control-plane.lock'), { timeout: patience })
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
