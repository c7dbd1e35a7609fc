import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../prisma/migrate.ts'
import { startPostgres, type EmbeddedPostgres } from '../../embedded/postgres.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')

let dataDir: string
let postgres: EmbeddedPostgres
let databases = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qleet-migrate-'))
  postgres = await startPostgres({ dataDir })
})

afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('migrate', () => {
  test('applies every migration in order, and none a second time', async () => {
    const url = await newDatabase()
    const folder = await migrations({
      '2_second': 'ALTER TABLE one ADD COLUMN more text',
      '1_first': 'CREATE TABLE one (id int); -- no line break at the end',
    })
    expect(await migrate(url, { folder })).toEqual(['1_first', '2_second'])
    expect(await migrate(url, { folder })).toEqual([])
    expect(await query(url, 'SELECT id, more FROM one')).toEqual([])
  })

  test('runs in one of several processes at a time', async () => {
    const url = await newDatabase()
    const folder = await migrations({ '1_first': 'CREATE TABLE one (id int); SELECT pg_sleep(0.1)' })
    const results = await Promise.all([1, 2, 3].map(async () => migrate(url, { folder })))
    expect(results.flat()).toEqual(['1_first'])
  })

  test('creates functions with semicolons in their bodies', async () => {
    const url = await newDatabase()
    const body = 'BEGIN PERFORM 1; RETURN 42; END'
    const folder = await migrations({
      '1_first': `CREATE FUNCTION answer() RETURNS int AS $$ ${body} $$ LANGUAGE plpgsql;`,
    })
    await migrate(url, { folder })
    expect(await query(url, 'SELECT answer()')).toEqual([{ answer: 42 }])
  })

  test('rolls back a migration that fails, and runs it again once it is fixed', async () => {
    const url = await newDatabase()
    const folder = await migrations({ '1_first': 'CREATE TABLE one (id int); SELECT 1/0' })
    await expect(migrate(url, { folder })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: "Migration '1_first' failed and was rolled back: error: division by zero",
    })
    await addMigration(folder, '1_first', 'CREATE TABLE one (id int)')
    expect(await migrate(url, { folder })).toEqual(['1_first'])
  })

  test('refuses a database in which a migration of Prisma failed halfway', async () => {
    const url = await newDatabase()
    const folder = await migrations({ '1_first': 'SELECT 1' })
    await migrate(url, { folder })
    await query(
      url,
      `UPDATE "_prisma_migrations" SET finished_at = NULL, logs = 'no space left', migration_name = '0_zero'`,
    )
    await expect(migrate(url, { folder })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining("Migration '0_zero' failed earlier (no space left)"),
    })
  })

  test('refuses a migration that was edited after it was applied', async () => {
    const url = await newDatabase()
    const folder = await migrations({ '1_first': 'CREATE TABLE one (id int)' })
    await migrate(url, { folder })
    await addMigration(folder, '1_first', 'CREATE TABLE one (id bigint)')
    await expect(migrate(url, { folder })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining("'1_first' was edited after it was applied"),
    })
  })

  test('accepts a newer database that this code does not know', async () => {
    const url = await newDatabase()
    const newer = await migrations({ '1_first': 'SELECT 1', '3_third': 'SELECT 3' })
    const older = await migrations({ '1_first': 'SELECT 1', '2_second': 'CREATE TABLE two (id int)' })
    await migrate(url, { folder: newer })
    expect(await migrate(url, { folder: older })).toEqual(['2_second'])
  })

  test('refuses a newer database only if it lacks objects that this code uses', async () => {
    const url = await newDatabase()
    const contract = '-- contract: unused since 2_unused\nDROP TABLE old'
    const first = { '1_first': 'CREATE TABLE old (id int)' }
    const previous = { ...first, '2_unused': 'SELECT 2' }
    await migrate(url, { folder: await migrations({ ...previous, '3_contract': contract }) })
    expect(await migrate(url, { folder: await migrations(previous) })).toEqual([])
    await expect(migrate(url, { folder: await migrations(first) })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining("uses what '3_contract' removed"),
    })
  })

  test('does not block queries while it waits for a long transaction', async () => {
    const url = await newDatabase()
    await query(url, 'CREATE TABLE one (id int)')
    const folder = await migrations({ '1_first': 'ALTER TABLE one ADD COLUMN more text' })
    const long = new pg.Client({ connectionString: url })
    await long.connect()
    await long.query('BEGIN; SELECT * FROM one')
    const migrated = migrate(url, { folder })
    const locksDesired =
      "SELECT count(*) > 0 AS queued FROM pg_locks WHERE NOT granted AND locktype = 'relation'"
    await eventually(async () => {
      const [row] = (await query(url, locksDesired)) as { queued: boolean }[]
      return row?.queued === true ? true : undefined
    })
    // Queued behind the migration, whose lock attempt ends before the long transaction.
    await query(url, 'SELECT * FROM one')
    await long.query('COMMIT')
    await long.end()
    expect(await migrated).toEqual(['1_first'])
  })

  test('reports which migration did not get its locks', async () => {
    const url = await newDatabase()
    await query(url, 'CREATE TABLE one (id int)')
    const folder = await migrations({ '1_first': 'ALTER TABLE one ADD COLUMN more text' })
    const long = new pg.Client({ connectionString: url })
    await long.connect()
    await long.query('BEGIN; SELECT * FROM one')
    await expect(migrate(url, { folder, lockWait: 0 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining("Migration '1_first' did not get its locks"),
    })
    await long.end()
  })

  test('creates an index during concurrent writes, also after an attempt that was interrupted', async () => {
    const url = await newDatabase()
    await query(url, 'CREATE TABLE one (id int)')
    // The state after an interrupted attempt: an invalid index.
    await query(url, 'CREATE INDEX one_id ON one (id)')
    await query(url, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'one_id'::regclass")
    const folder = await migrations({ '1_first': 'CREATE INDEX CONCURRENTLY one_id ON one (id)' })
    const results = await Promise.all([1, 2, 3].map(async () => migrate(url, { folder })))
    expect(results.flat()).toEqual(['1_first'])
    const valid = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'one_id'::regclass"
    expect(await query(url, valid)).toEqual([{ valid: true }])
  })

  test('writes a migrations table that Prisma accepts', { timeout: 30_000 }, async () => {
    const url = await newDatabase()
    await migrate(url)
    expect(await prisma(url, 'migrate', 'status')).toContain('Database schema is up to date!')
    expect(await prisma(url, 'migrate', 'deploy')).toContain('No pending migrations to apply.')
  })

  test('accepts the migrations table of Prisma', { timeout: 30_000 }, async () => {
    const url = await newDatabase()
    expect(await prisma(url, 'migrate', 'deploy')).toContain('successfully applied')
    expect(await migrate(url)).toEqual([])
  })

  test('has migrations that create exactly the declared schema', { timeout: 30_000 }, async () => {
    const from = ['--from-migrations', 'prisma/migrations']
    const to = ['--to-schema', 'prisma/schema.prisma']
    expect(await prisma(postgres.url, 'migrate', 'diff', ...from, ...to, '--exit-code')).toContain(
      'No difference detected',
    )
  })
})

async function newDatabase(): Promise<string> {
  const url = new URL(postgres.url)
  url.pathname = `/migrate_${++databases}`
  await query(postgres.url, `CREATE DATABASE migrate_${databases}`)
  return url.href
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function migrations(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, sql] of Object.entries(files)) await addMigration(folder, name, sql)
  return folder
}

async function addMigration(folder: string, name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

async function prisma(url: string, ...args: string[]): Promise<string> {
  const cli = join(repository, 'node_modules/prisma/build/index.js')
  const env = { ...process.env, DATABASE_URL: url }
  const { stdout } = await run(process.execPath, [cli, ...args], { cwd: repository, env })
  return stdout
}
