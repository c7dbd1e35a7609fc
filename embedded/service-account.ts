import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { PlatformError } from '../schema/errors.ts'

const run = promisify(execFile)

export interface Account {
  uid: number
  gid: number
}

/**
 * Returns the account to run Postgres under, because it refuses to run as root; undefined (the current account) unless this
 * process runs as root. Prefers the owner of an existing database, then user `postgres`, then `nobody`.
 */
export async function serviceAccount(databaseFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(databaseFolder).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = (await findAccount('postgres')) ?? (await findAccount('nobody'))
  if (account !== undefined) return account
  throw new PlatformError(
    'UNAVAILABLE',
    "Postgres refuses to run as root, and neither user 'postgres' nor 'nobody' exists: start as another user",
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** Reports whether the account may read the file or enter the folder, and may enter all folders above it. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return false
  const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0
  const needed = found.isDirectory() ? 0o1 : 0o4
  if (((found.mode >> shift) & needed) === 0) return false
  const parent = dirname(path)
  return parent === path || (await canReach(account, parent))
}
