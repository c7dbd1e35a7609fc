import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PlatformError } from '../schema/errors.ts'
import { readSmallFile, writeSmallFile } from '../process/children/data-folder.ts'
import { lockFile, type KernelLock } from './kernel-lock.ts'

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks the folder for this process until the lock is released or the process exits, for whatever reason.
 *
 * The pid file is for users and for the error message.
 *
 * Throws `BLOCKED`, with folder and pid, when another process holds the lock.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  const pidFile = join(folder, 'control-plane.pid')
  let lock: KernelLock
  try {
    lock = lockFile(join(folder, 'control-plane.lock'))
  } catch (cause) {
    const pid = (await readSmallFile(pidFile)) ?? 'unknown'
    throw new PlatformError(
      'BLOCKED',
      `The data folder '${folder}' is in use by process ${pid}: stop it, or choose another folder`,
      { cause },
    )
  }
  await writeSmallFile(pidFile, String(process.pid))
  let isReleased = false
  return {
    async release() {
      if (isReleased) return
      isReleased = true
      await rm(pidFile, { force: true })
      lock.release()
    },
  }
}
