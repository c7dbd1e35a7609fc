import { randomBytes } from 'node:crypto'
import { chmod, lchown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { PlatformError } from '../schema/errors.ts'

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
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
