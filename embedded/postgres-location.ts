import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PlatformError } from '../schema/errors.ts'
import { stopStaleProcess } from './child-process.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'
import { canReach, serviceAccount, type Account } from './service-account.ts'

/** For root: what must not lie in a folder that only root may enter. */
export const sharedFolder = '/var/lib/qleet'

export interface PostgresLocation {
  /** What stands around the database folder; the account may write here. */
  home: string
  /** The database folder itself (PGDATA). */
  database: string
  /** Undefined: our own. */
  account: Account | undefined
}

/**
 * Where the database of a data folder lives: in it, as `postgres/`. When root starts us and the account that
 * runs Postgres cannot get there (a project under /root), `postgres` is a link to a folder under
 * {@link sharedFolder}.
 */
export async function postgresLocation(dataDir: string, elsewhere = sharedFolder): Promise<PostgresLocation> {
  const link = join(dataDir, 'postgres')
  const linked = await readlink(link).catch(() => undefined)
  if (linked !== undefined) await refuseCopy(dataDir, linked)
  const home = linked ?? link
  const account = await serviceAccount(home)
  if (account === undefined) {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return { home, database: join(home, 'data'), account }
  }
  if (linked === undefined && (await openTo(account, dataDir)) && (await give(account, home))) {
    return { home, database: join(home, 'data'), account }
  }
  const other = linked ?? (await emptyPlace(dataDir, elsewhere))
  if (!(await give(account, other))) {
    throw new PlatformError(
      'UNAVAILABLE',
      `'${other}' cannot be given to user ${account.uid} to run Postgres`,
    )
  }
  if (linked === undefined) {
    await rm(link, { recursive: true, force: true })
    await symlink(other, link)
  }
  await writeSmallFile(noteIn(other), dataDir)
  return { home: other, database: join(other, 'data'), account }
}

/** Lets the account's group pass through the data folder, and nothing more. */
async function openTo(account: Account, dataDir: string): Promise<boolean> {
  if (!(await canReach(account, dirname(dataDir)))) return false
  const { uid, gid } = await stat(dataDir)
  if (uid === account.uid) return true
  if (gid !== account.gid) await chown(dataDir, uid, account.gid)
  await chmod(dataDir, 0o710)
  return canReach(account, dataDir)
}

/** False where the file system has no owners, as with some shared folders of virtual machines. */
async function give(account: Account, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, account.uid, account.gid).catch(() => undefined)
  await chmod(folder, 0o700)
  return (await stat(folder)).uid === account.uid && canReach(account, folder)
}

/**
 * Named after the data folder, so that a stale Postgres is found again when somebody removed the data
 * folder to begin anew. What it held is set aside, not removed: the data folder may have been moved.
 */
async function emptyPlace(dataDir: string, elsewhere: string): Promise<string> {
  await mkdir(elsewhere, { recursive: true, mode: 0o755 })
  const place = join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const database = join(place, 'data')
  await stopStaleProcess({
    pidFile: join(database, 'postmaster.pid'),
    ownArgument: database,
    stopSignal: 'SIGINT',
  })
  if ((await lstat(place).catch(() => undefined)) !== undefined) {
    await rm(`${place}.previous`, { recursive: true, force: true })
    await rename(place, `${place}.previous`)
  }
  return place
}

/** Two data folders with one database would each stop the other's Postgres. */
async function refuseCopy(dataDir: string, place: string): Promise<void> {
  const original = await readSmallFile(noteIn(place))
  if (original === undefined || original === dataDir) return
  const shared = (await readlink(join(original, 'postgres')).catch(() => undefined)) === place
  if (!shared) return
  throw new PlatformError(
    'BLOCKED',
    `'${dataDir}' is a copy of '${original}' and would share its database in '${place}': remove '${join(dataDir, 'postgres')}' to begin with an empty one`,
  )
}

function noteIn(place: string): string {
  return join(place, 'data-folder')
}
