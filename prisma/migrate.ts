import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { PlatformError } from '../schema/errors.ts'

/** The id of the advisory lock that `prisma migrate deploy` takes. */
const prismaLock = 72_707_369

/** As Prisma makes it, so that `prisma migrate status` and `deploy` read our rows and we theirs. */
const bookkeepingTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

export interface MigrateOptions {
  /** @default this folder's `migrations` */
  folder?: string
  /** Go on where the database has migrations that this code does not know: for a rollback of the code. */
  allowNewer?: boolean
}

/** One migration of this code. */
interface Migration {
  name: string
  sql: string
  checksum: string
}

/** One row of the bookkeeping that counts, which is one not marked as rolled back. */
interface AppliedMigration {
  name: string
  checksum: string
  finished: boolean
  logs: string | null
}

/**
 * Brings the database up to this code and returns the names of the migrations it applied. Several at the same
 * time are safe: one works, the others wait and find nothing left to do.
 *
 * Thrown before anything is changed, as `CONFLICT`: a migration that Prisma ran failed halfway, an applied one was
 * edited since, or the database is newer than this code. Thrown as `INTERNAL`: a migration failed, and what
 * it did is undone.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const known = await readMigrations(options.folder ?? join(import.meta.dirname, 'migrations'))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'qleetos-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [prismaLock])
    await client.query(bookkeepingTable)
    const applied = await readApplied(client)
    refuseFailed(applied)
    refuseEdited(applied, known)
    if (options.allowNewer !== true) refuseNewer(applied, known)
    const names = new Set(applied.map(({ name }) => name))
    const pending = known.filter(({ name }) => !names.has(name))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // The lock lives as long as the connection.
    await client.end()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  return rows
}

function refuseFailed(applied: readonly AppliedMigration[]): void {
  const failed = applied.find(({ finished }) => !finished)
  if (failed === undefined) return
  const why = failed.logs === null ? 'it was interrupted' : failed.logs.trim()
  throw new PlatformError(
    'CONFLICT',
    `Migration '${failed.name}' failed earlier (${why}): repair what it left, then 'npx prisma migrate resolve --rolled-back ${failed.name}' to have it run again, or --applied if nothing is missing`,
  )
}

function refuseEdited(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const edited = known.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (edited === undefined) return
  throw new PlatformError(
    'CONFLICT',
    `Migration '${edited.name}' was edited after it was applied to this database: restore the file and put the change into a new migration`,
  )
}

function refuseNewer(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const newer = applied.filter(({ name }) => !names.has(name)).map(({ name }) => `'${name}'`)
  if (newer.length === 0) return
  throw new PlatformError(
    'CONFLICT',
    `The database is newer than this code, which does not have ${newer.join(', ')}: run the release that has, or allow a newer database if you know that this code can work with it`,
  )
}

/**
 * The file and its bookkeeping go as one message, which Postgres runs as one transaction: all of it or nothing,
 * whenever the power goes. So a failure of ours needs no repair: the next run tries again. (What cannot run in a
 * transaction, such as CREATE INDEX CONCURRENTLY, is for `prisma migrate deploy`.)
 */
async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const values = [randomUUID(), checksum, name].map((value) => pg.escapeLiteral(value)).join(', ')
  const bookkeeping = `
    INSERT INTO "_prisma_migrations"
      (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES (${values}, clock_timestamp(), clock_timestamp(), 1)`
  try {
    await client.query(`${sql}\n;${bookkeeping}`)
  } catch (cause) {
    throw new PlatformError('INTERNAL', `Migration '${name}' failed and was undone: ${String(cause)}`, {
      cause,
    })
  }
}
