import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { backoff, pause, retry } from '../schema/retry.ts'
import { PlatformError } from '../schema/errors.ts'

/** The id of the advisory lock that `prisma migrate deploy` takes. */
const prismaLock = 72_707_369

/**
 * The table as Prisma creates it, so that `prisma migrate status` and `deploy` can read our rows and we can read
 * theirs.
 */
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
  /** The folder of the migrations. @default `migrations` in this folder */
  folder?: string
  /** Milliseconds for which a migration waits for its locks, over all attempts. @default 300000 */
  lockWait?: number
}

/** A migration of this release. */
interface Migration {
  name: string
  sql: string
  checksum: string
  /** For a contract migration, the migration since which no release uses what it removes. */
  unusedSince: string | null
}

/** A row of the bookkeeping table that is not marked as rolled back. */
interface AppliedMigration {
  name: string
  checksum: string
  finished: boolean
  logs: string | null
}

/**
 * Applies pending migrations and returns their names. Concurrent calls are safe: one applies them, the others wait and find
 * nothing pending. A newer database is accepted as long as its additional migrations only added something, or removed only
 * what this release does not use either.
 *
 * Throws CONFLICT, before anything is changed, when a migration run by Prisma failed halfway, an applied migration was
 * edited, or the database lacks something that this release uses. Throws UNAVAILABLE when other transactions held the locks
 * of a migration for too long. Throws INTERNAL when a migration failed; it is rolled back then.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const known = await readMigrations(options.folder ?? join(import.meta.dirname, 'migrations'))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'qleetos-migrate' })
  await client.connect()
  try {
    await acquireLock(client)
    await client.query(bookkeepingTable)
    const applied = await readApplied(client)
    rejectFailed(applied)
    rejectEdited(applied, known)
    rejectContracted(applied, known)
    const names = new Set(applied.map(({ name }) => name))
    const pending = known.filter(({ name }) => !names.has(name))
    for (const migration of pending) await apply(client, migration, options.lockWait ?? 300_000)
    return pending.map(({ name }) => name)
  } finally {
    // Closing the connection releases the advisory lock.
    await client.end()
  }
}

/**
 * Acquires the advisory lock by polling: a waiting statement is an open transaction, which CREATE INDEX CONCURRENTLY
 * would wait for.
 */
async function acquireLock(client: pg.Client): Promise<void> {
  const statement = 'SELECT pg_try_advisory_lock($1) AS taken'
  while ((await client.query<{ taken: boolean }>(statement, [prismaLock])).rows[0]?.taken !== true)
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

function rejectFailed(applied: readonly AppliedMigration[]): void {
  const failed = applied.find(({ finished }) => !finished)
  if (failed === undefined) return
  const why = failed.logs === null ? 'it was interrupted' : failed.logs.trim()
  throw new PlatformError(
    'CONFLICT',
    `Migration '${failed.name}' failed earlier (${why}): repair what it left behind, then run 'npx prisma migrate resolve --rolled-back ${failed.name}' to run it again, or with --applied if nothing is missing`,
  )
}

function rejectEdited(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const edited = known.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (edited === undefined) return
  throw new PlatformError(
    'CONFLICT',
    `Migration '${edited.name}' was edited after it was applied to this database: restore the file and put the change into a new migration`,
  )
}

/**
 * Throws CONFLICT when a newer release has removed something that this release uses. Additions of newer releases are
 * harmless. A removal is recorded in the bookkeeping table with the migration since which it is unused: a release that has
 * that migration does not use it either.
 */
function rejectContracted(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const contracted = applied.filter(({ name, logs }) => {
    const unusedSince = logs?.startsWith(contractNote) === true ? logs.slice(contractNote.length) : undefined
    return !names.has(name) && unusedSince !== undefined && !names.has(unusedSince)
  })
  if (contracted.length === 0) return
  const which = contracted.map(({ name }) => `'${name}'`).join(', ')
  throw new PlatformError(
    'CONFLICT',
    `The database is newer than this release, which uses what ${which} removed: run a release that is at most one older than the newest that ran here`,
  )
}

const contractNote = 'contract: unused since '

/** Milliseconds for which a migration waits for a lock, while other transactions queue behind it. */
const lockTimeout = 1000

/**
 * Applies a migration. While it waits for a lock, all later transactions queue behind it, so it gives up after a short time,
 * lets them proceed, and retries.
 */
async function apply(client: pg.Client, migration: Migration, lockWait: number): Promise<void> {
  const until = performance.now() + lockWait
  const work = concurrentIndex(migration) === undefined ? applyWhole : applyConcurrently
  const attempt = (): Promise<void> => work(client, migration)
  await retry(attempt, (cause, tries) => {
    const queued = cause instanceof Error && 'code' in cause && cause.code === '55P03'
    const failure = `Migration '${migration.name}' failed and was rolled back: ${String(cause)}`
    if (!queued) throw new PlatformError('INTERNAL', failure, { cause })
    if (performance.now() > until) {
      const message = `Migration '${migration.name}' did not get its locks within ${tries} attempts: end the transactions that hold them, and start again`
      throw new PlatformError('UNAVAILABLE', message, { cause })
    }
    return backoff(1)
  })
}

/**
 * Applies a migration in a transaction: the file and its bookkeeping are sent as one message, which Postgres runs atomically,
 * also across a crash. So a failure needs no repair, and the next run retries.
 */
async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`SET lock_timeout = ${lockTimeout}`)
  await client.query(`${migration.sql}\n;${bookkeeping(migration)}`)
}

/** Returns the name of the index when the migration creates one concurrently. */
function concurrentIndex({ sql }: Migration): string | undefined {
  return /CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(sql)?.[1]
}

/**
 * Creates an index concurrently, which cannot run in a transaction. Drops what an interrupted attempt left behind;
 * waiting blocks no other transaction.
 */
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
