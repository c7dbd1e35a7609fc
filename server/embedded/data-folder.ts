import { randomBytes } from 'node:crypto'
import { chmod, lchown, link, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import { findProcess } from './process-table.ts'

/** Creates the folder, for its owner only, and returns its real path. */
export async function createDataFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Postgres run by root lets its account's group pass through: that one bit stays.
    await chmod(folder, (await stat(folder)).mode & 0o710)
    return await realpath(folder)
  } catch (cause) {
    throw new PlatformError('UNAVAILABLE', `The data folder '${folder}' cannot be used by this user`, {
      cause,
    })
  }
}

/** The text of a small file, without its last line break, or undefined when there is no such file. */
export async function readSmallFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trimEnd()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Replaces a small file at once, so that a reader sees the old or the new text, never half of it. Mode 0600.
 * A link that somebody put in its place is replaced, not followed.
 *
 * @param owner who may read it. @default this process's user
 */
export async function writeSmallFile(
  file: string,
  text: string,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const temporary = temporaryName(file)
  await writeFile(temporary, `${text}\n`, { mode: 0o600, flag: 'wx' })
  if (owner !== undefined) await lchown(temporary, owner.uid, owner.gid)
  await rename(temporary, file)
}

/** The secret kept in this file; on the first call a new one is made: 24 random bytes in base64url. */
export async function keptSecret(file: string): Promise<string> {
  const known = await readSmallFile(file)
  if (known !== undefined && known !== '') return known
  const secret = randomBytes(24).toString('base64url')
  await writeSmallFile(file, secret)
  return secret
}

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes the folder for this process, until released or until the process is gone, however it ended.
 *
 * Thrown when another living process has it: `BLOCKED`, naming folder and pid.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, 'control-plane.pid')
  const mine = await ownerRecord(process.pid)
  const temporary = temporaryName(file)
  await writeFile(temporary, mine, { mode: 0o600 })
  try {
    // A hard link appears complete or not at all, and fails when the name is taken.
    while (!(await linkIfAbsent(temporary, file))) await removeStaleLock(file, folder)
  } finally {
    await rm(temporary, { force: true })
  }
  return {
    async release() {
      if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
    },
  }
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function removeStaleLock(file: string, folder: string): Promise<void> {
  const record = await readFile(file, 'utf8').catch(() => undefined)
  if (record === undefined) return
  const pid = Number.parseInt(record, 10)
  if (pid > 0 && (await ownerRecord(pid)) === record) {
    throw new PlatformError(
      'BLOCKED',
      `The data folder '${folder}' is in use by process ${pid}: stop it, or choose another folder`,
    )
  }
  // Two starters may both find it stale. Moving it aside is atomic; whoever moved a fresh one puts it back.
  const aside = temporaryName(file)
  try {
    await rename(file, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== record) await linkIfAbsent(aside, file)
  await rm(aside, { force: true })
}

/** Pid and start time: the pid alone may have been given to another process since. */
async function ownerRecord(pid: number): Promise<string> {
  const entry = await findProcess(pid)
  return `${pid}\n${entry?.startedAt ?? 'gone'}\n`
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function temporaryName(file: string): string {
  return `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
}
