import { once } from 'node:events'
import { chmod, mkdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findProcess } from '../../process/children/process-table.ts'
import { postgresLocation } from '../../embedded/postgres-location.ts'
import { startPostgres, type EmbeddedPostgres } from '../../embedded/postgres.ts'
import { runAndKill } from '../support/killed-parent.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const module = JSON.stringify(join(import.meta.dirname, '../../embedded/postgres.ts'))
const isRoot = process.getuid?.() === 0

describe('embedded Postgres', { timeout: 60_000 }, () => {
  test('keeps data, port and password after a restart', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE kept (value int); INSERT INTO kept VALUES (1)')
    await first.stop()
    const second = await start(dataDir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
  })

  test('has durable and sufficient settings for a control plane on one machine', async () => {
    const { url } = await start(await temporaryFolder())
    const desired = {
      fsync: 'on',
      synchronous_commit: 'on',
      max_connections: '200',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
    }
    const names = Object.keys(desired).map((name) => `'${name}'`)
    const rows = await query(url, `SELECT name, setting FROM pg_settings WHERE name IN (${names.join()})`)
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(desired)
  })

  test('refuses connections without the password, which only its owner can read', async () => {
    const dataDir = await temporaryFolder()
    const { url } = await start(dataDir)
    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o007).toBe(0)
  })

  test('starts again after kill -9 with every committed row', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE kept (value int); INSERT INTO kept VALUES (1)')
    // A busy backend notices the end of its main process only after its statement, which never ends.
    void query(first.url, 'SELECT count(*) FROM generate_series(1, 1e15)').catch(() => undefined)
    await untilBusy(first.url)
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
    const second = await start(dataDir)
    expect(second.port).toBe(first.port)
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
  })

  test('replaces an orphan whose parent was killed', async () => {
    const dataDir = await temporaryFolder()
    const pid = Number(
      await runAndKill(`
        const { startPostgres } = await import(${module})
        const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
        process.stdout.write(String(pid))`),
    )
    expect(await findProcess(pid)).toBeDefined()
    const second = await start(dataDir)
    expect(second.pid).not.toBe(pid)
    expect(await findProcess(pid)).toBeUndefined()
  })

  test('ignores a lock file whose pid belongs to an unrelated process', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    const lockFile = join((await postgresLocation(dataDir)).database, 'postmaster.pid')
    const lock = await readFile(lockFile, 'utf8')
    await first.stop()
    await writeFile(lockFile, lock.replace(String(first.pid), String(process.pid)))
    await start(dataDir)
    expect(await findProcess(process.pid)).toBeDefined()
  })

  test('moves to a free port if that of the last run is taken', async () => {
    const dataDir = await temporaryFolder()
    const first = await start(dataDir)
    await first.stop()
    await occupy(first.port)
    const second = await start(dataDir)
    expect(second.port).not.toBe(first.port)
  })

  test('refuses a requested port that is taken', async () => {
    const dataDir = await temporaryFolder()
    const port = await occupy(0)
    await expect(start(dataDir, port)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `Port ${port} of 127.0.0.1 is in use, so Postgres cannot listen on it: choose another port`,
    })
  })

  test('starts after a first start that was killed halfway', async () => {
    const dataDir = await temporaryFolder()
    const { home } = await postgresLocation(dataDir)
    await mkdir(join(home, 'data.new'))
    await writeFile(join(home, 'data.new/PG_VERSION'), '18\n')
    const { url } = await start(dataDir)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('refuses a database of another major version', async () => {
    const dataDir = await temporaryFolder()
    const { database } = await postgresLocation(dataDir)
    await mkdir(database)
    await writeFile(join(database, 'PG_VERSION'), '12\n')
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('was written by Postgres 12'),
    })
  })

  test('works in a folder with spaces and quotes in its name', async () => {
    const dataDir = join(await reachableFolder(), `it's a "folder"`)
    const { url } = await start(dataDir)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)('embedded Postgres started by root', { timeout: 60_000 }, () => {
  test('runs under an unprivileged account', async () => {
    const { pid } = await start(await temporaryFolder())
    expect(/^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]).not.toBe('0')
  })

  test('keeps its data elsewhere if that account cannot reach the data folder', async () => {
    const hidden = await hiddenFolder()
    const dataDir = join(hidden, 'data')
    const first = await start(dataDir)
    const location = await locationOf(dataDir)
    expect(location).toMatch(/^\/var\/lib\/qleet\/[0-9a-f]{16}$/)
    expect((await stat(location)).mode & 0o777).toBe(0o700)
    await query(first.url, 'CREATE TABLE kept (value int)')
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([])
  })

  test('starts empty if the data folder was removed, and stops the Postgres of the old one', async () => {
    const hidden = await hiddenFolder()
    const dataDir = join(hidden, 'data')
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE gone (value int)')
    await rm(dataDir, { recursive: true })
    const second = await start(dataDir)
    expect(await findProcess(first.pid)).toBeUndefined()
    await expect(query(second.url, 'SELECT * FROM gone')).rejects.toMatchObject({ code: '42P01' })
  })

  test('follows a data folder that was moved, and refuses one that was copied', async () => {
    const hidden = await hiddenFolder()
    const dataDir = join(hidden, 'data')
    const first = await start(dataDir)
    const location = await locationOf(dataDir)
    await first.stop()
    await rename(dataDir, join(hidden, 'moved'))
    const second = await start(join(hidden, 'moved'))
    expect(await locationOf(join(hidden, 'moved'))).toBe(location)
    await mkdir(dataDir)
    await symlink(location, join(dataDir, 'postgres'))
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'BLOCKED',
      message: expect.stringContaining(`'${dataDir}' is a copy of '${join(hidden, 'moved')}'`),
    })
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

async function start(dataDir: string, port?: number): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, ...(port === undefined ? {} : { port }) })
  const location = await locationOf(dataDir).catch(() => undefined)
  onTestFinished(async () => {
    await postgres.stop()
    if (location === undefined) return
    await rm(location, { recursive: true, force: true })
    await rm(`${location}.previous`, { recursive: true, force: true })
  })
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function untilBusy(url: string): Promise<void> {
  await expect
    .poll(async () =>
      query(
        url,
        `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series(1, 1e15)' AND state = 'active'`,
      ),
    )
    .toHaveLength(1)
}

async function occupy(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Creates a folder that only root may enter, as /root is. */
async function hiddenFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await chmod(folder, 0o700)
  return folder
}

/** Creates a folder that the account of Postgres may traverse. */
async function reachableFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await chmod(folder, 0o711)
  return folder
}

/** Returns the actual location of the data of a data folder. */
function locationOf(dataDir: string): Promise<string> {
  return readlink(join(dataDir, 'postgres'))
}
