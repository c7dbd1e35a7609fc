import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { backoff, pause, retry } from '../schema/retry.ts'
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
  /** Milliseconds for which a migration waits for its locks, all tries together. @default 300000 */
  patience?: number
}

/** One migration of this code. */
interface Migration {
  name: string
  sql: string
  checksum: string
  /** Of a migration that takes something away: what older releases may not have needed it since. */
  unusedSince: string | null
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
 * time are safe: one works, the others wait and find nothing left to do. A database that is newer is fine as long as
 * its newer migrations have only added something, or have taken away what this code does not use either.
 *
 * Thrown before anything is changed, as `CONFLICT`: a migration that Prisma ran failed halfway, an applied one was
 * edited since, or the database lacks what this code uses. Thrown as `UNAVAILABLE`: others held what a migration
 * needs for too long. Thrown as `INTERNAL`: a migration failed, and what it did is undone.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const known = await readMigrations(options.folder ?? join(import.meta.dirname, 'migrations'))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'qleetos-migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(bookkeepingTable)
    const applied = await readApplied(client)
    refuseFailed(applied)
    refuseEdited(applied, known)
    refuseContracted(applied, known)
    const names = new Set(applied.map(({ name }) => name))
    const pending = known.filter(({ name }) => !names.has(name))
    for (const migration of pending) await apply(client, migration, options.patience ?? 300_000)
    return pending.map(({ name }) => name)
  } finally {
    // The lock lives as long as the connection.
    await client.end()
  }
}

/** By asking again and again: a statement that waits is a transaction, which an index that is made online waits for. */
async function takeTurn(client: pg.Client): Promise<void> {
  const asked = 'SELECT pg_try_advisory_lock($1) AS taken'
  while ((await client.query<{ taken: boolean }>(asked, [prismaLock])).rows[0]?.taken !== true)
    await pause(100)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      const unusedSince = /^-- contract: unused since (\S+)$/m.exec(sql)?.[1] ?? null
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), unusedSince }
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

/**
 * What a newer release has added does no harm. What it has taken away is noted in the books, with the migration since
 * which it was not used any more: code that has this migration can do without as well.
 */
function refuseContracted(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const lacking = applied.filter(({ name, logs }) => {
    const unusedSince = logs?.startsWith(contractNote) === true ? logs.slice(contractNote.length) : undefined
    return !names.has(name) && unusedSince !== undefined && !names.has(unusedSince)
  })
  if (lacking.length === 0) return
  const which = lacking.map(({ name }) => `'${name}'`).join(', ')
  throw new PlatformError(
    'CONFLICT',
    `The database is newer than this code, which uses what ${which} took away: run a release that is at most one older than the newest that ran here`,
  )
}

const contractNote = 'contract: unused since '

/** Milliseconds for which a migration may stand in the queue for a lock, and everybody else behind it. */
const lockTimeout = 1000

/**
 * A migration that waits for a lock makes everybody wait who comes after it. So it gives up after a moment, lets the
 * others pass, and tries again.
 */
async function apply(client: pg.Client, migration: Migration, patience: number): Promise<void> {
  const until = performance.now() + patience
  const work = concurrentIndex(migration) === undefined ? applyWhole : applyConcurrently
  const once = (): Promise<void> => work(client, migration)
  await retry(once, (cause, tries) => {
    const queued = cause instanceof Error && 'code' in cause && cause.code === '55P03'
    const failure = `Migration '${migration.name}' failed and was undone: ${String(cause)}`
    if (!queued) throw new PlatformError('INTERNAL', failure, { cause })
    if (performance.now() > until) {
      const message = `Migration '${migration.name}' did not get its locks within ${tries} tries: end the transactions that hold them, and start again`
      throw new PlatformError('UNAVAILABLE', message, { cause })
    }
    return backoff(1)
  })
}

/**
 * The file and its bookkeeping go as one message, which Postgres runs as one transaction: all of it or nothing,
 * whenever the power goes. So a failure of ours needs no repair: the next run tries again.
 */
async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`SET lock_timeout = ${lockTimeout}`)
  await client.query(`${migration.sql}\n;${bookkeeping(migration)}`)
}

/** Name of the index, where the file is one that makes an index while others write. */
function concurrentIndex({ sql }: Migration): string | undefined {
  return /CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(sql)?.[1]
}

/** Cannot run in a transaction. What a try that was broken off has left is made anew; it blocks nobody while it waits. */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  const index = pg.escapeIdentifier(concurrentIndex(migration) ?? '')
  await client.query('SET lock_timeout = 0')
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`)
  await client.query(migration.sql)
  await client.query(bookkeeping(migration))
}

function bookkeeping({ name, checksum, unusedSince }: Migration): string {
  const values = [randomUUID(), checksum, name].map((value) => pg.escapeLiteral(value)).join(', ')
  const note = unusedSince === null ? 'NULL' : pg.escapeLiteral(`${contractNote}${unusedSince}`)
  return `
    INSERT INTO "_prisma_migrations"
      (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
    VALUES (${values}, ${note}, clock_timestamp(), clock_timestamp(), 1)`
}
