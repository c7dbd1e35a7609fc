import { randomBytes } from 'node:crypto'
import { chmod, lchown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'

/** Creates a folder that only its owner may access, and returns its real path. */
export async function createDataFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // If root runs Postgres under another account, the group of that account has the execute bit, which is kept.
    await chmod(folder, (await stat(folder)).mode & 0o710)
    return await realpath(folder)
  } catch (cause) {
    throw new PlatformError('UNAVAILABLE', `The data folder '${folder}' cannot be used by this user`, {
      cause,
    })
  }
}

/** Removes a data folder, with the database that a symbolic link in it refers to if root started the control plane. */
export async function removeDataFolder(folder: string): Promise<void> {
  const database = await realpath(join(folder, 'postgres')).catch(() => undefined)
  if (database !== undefined && basename(dirname(database)) === 'qleet')
    await rm(database, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

/** Reads a small file without its last line break. Returns undefined if it does not exist. */
export async function readSmallFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trimEnd()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Replaces a small file atomically, with mode 0600. A symbolic link at its path is replaced, not followed.
 *
 * @param owner The owner of the new file. @default the user of this process
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

/** Returns the secret in this file. Creates one of 24 random bytes in base64url on the first call. */
export async function loadOrCreateSecret(file: string): Promise<string> {
  const existing = await readSmallFile(file)
  if (existing !== undefined && existing !== '') return existing
  const secret = randomBytes(24).toString('base64url')
  await writeSmallFile(file, secret)
  return secret
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
