import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PlatformError } from '../schema/errors.ts'
import { stopStaleProcess } from '../process/children/child-process.ts'
import { readSmallFile, writeSmallFile } from '../process/children/data-folder.ts'
import { canReach, serviceAccount, type Account } from './service-account.ts'

/** The folder that root uses for files which must not be in a folder that only root may enter. */
export const sharedFolder = '/var/lib/qleet'

export interface PostgresLocation {
  /** The parent of the database folder; writable for the account. */
  home: string
  /** The database folder itself (PGDATA). */
  database: string
  /** The account that runs Postgres; undefined for the account of this process. */
  account: Account | undefined
}

/**
 * Returns the location of the database of a data folder: its subfolder `postgres/`. If root starts this process and the
 * account that runs Postgres cannot access that folder, for example under /root, `postgres` is a link to a folder under
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
  if (linked === undefined && (await grantTraversal(account, dataDir)) && (await giveTo(account, home))) {
    return { home, database: join(home, 'data'), account }
  }
  const other = linked ?? (await prepareSharedHome(dataDir, elsewhere))
  if (!(await giveTo(account, other))) {
    throw new PlatformError(
      'UNAVAILABLE',
      `Cannot change the owner of '${other}' to user ${account.uid}, which runs Postgres`,
    )
  }
  if (linked === undefined) {
    await rm(link, { recursive: true, force: true })
    await symlink(other, link)
  }
  await writeSmallFile(originFileOf(other), dataDir)
  return { home: other, database: join(other, 'data'), account }
}

/** Grants the account's group the execute permission on the data folder, and nothing more. */
async function grantTraversal(account: Account, dataDir: string): Promise<boolean> {
  if (!(await canReach(account, dirname(dataDir)))) return false
  const { uid, gid } = await stat(dataDir)
  if (uid === account.uid) return true
  if (gid !== account.gid) await chown(dataDir, uid, account.gid)
  await chmod(dataDir, 0o710)
  return canReach(account, dataDir)
}

/** Changes the owner of the folder. Returns false if the file system has no owners, like some shared folders of virtual machines. */
async function giveTo(account: Account, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, account.uid, account.gid).catch(() => undefined)
  await chmod(folder, 0o700)
  return (await stat(folder)).uid === account.uid && canReach(account, folder)
}

/**
 * Returns the path of an unused home under the shared folder. It is named after the data folder, so that a stale Postgres is found again
 * after the data folder was removed. Sets existing data aside instead of removing it, because the data folder may have
 * been moved.
 */
async function prepareSharedHome(dataDir: string, elsewhere: string): Promise<string> {
  await mkdir(elsewhere, { recursive: true, mode: 0o755 })
  const home = join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const database = join(home, 'data')
  await stopStaleProcess({
    pidFile: join(database, 'postmaster.pid'),
    ownArgument: database,
    stopSignal: 'SIGINT',
  })
  if ((await lstat(home).catch(() => undefined)) !== undefined) {
    await rm(`${home}.previous`, { recursive: true, force: true })
    await rename(home, `${home}.previous`)
  }
  return home
}

/** Throws BLOCKED if the data folder is a copy of another one: each would stop the Postgres of the other. */
async function refuseCopy(dataDir: string, home: string): Promise<void> {
  const original = await readSmallFile(originFileOf(home))
  if (original === undefined || original === dataDir) return
  const isShared = (await readlink(join(original, 'postgres')).catch(() => undefined)) === home
  if (!isShared) return
  throw new PlatformError(
    'BLOCKED',
    `'${dataDir}' is a copy of '${original}' and would share its database in '${home}': remove '${join(dataDir, 'postgres')}' to start with an empty one`,
  )
}

/** Returns the file that contains the path of the data folder. */
function originFileOf(home: string): string {
  return join(home, 'data-folder')
}
