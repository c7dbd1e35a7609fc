import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { PlatformError } from '../schema/errors.ts'
import {
  staleProcessOf,
  startChild,
  stopStaleProcess,
  type Child,
  type ChildSpec,
  type ExitStatus,
  type Log,
} from '../process/children/child-process.ts'
import {
  createDataFolder,
  loadOrCreateSecret,
  readSmallFile,
  writeSmallFile,
} from '../process/children/data-folder.ts'
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { postgresLocation, sharedFolder, type PostgresLocation } from './postgres-location.ts'
import { cacheFolder } from './cache-folder.ts'
import { stopBackends } from './postgres-backends.ts'
import { startOnStablePort } from '../process/children/stable-port.ts'

const run = promisify(execFile)

export interface PostgresOptions {
  dataDir: string
  /** @default the port of the last run, else a free one */
  port?: number
  log?: Log
  /** Stops it if it is not ready yet. */
  signal?: AbortSignal | undefined
}

export interface EmbeddedPostgres {
  /** The URL of the database `qleet`, with the superuser of the same name and its password. */
  url: string
  port: number
  pid: number
  version: string
  /** The source of the programs, for users. */
  origin: string
  /** Resolves when the process exits, expectedly or not. */
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

/**
 * Starts Postgres as a child process that listens on 127.0.0.1, with its data in the data folder. Stops stale processes and
 * removes incomplete files of an earlier run first; committed data is never lost.
 *
 * The caller has to hold the lock of the data folder.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { log, signal } = options
  const dataDir = await createDataFolder(options.dataDir)
  const location = await postgresLocation(dataDir)
  const child = {
    name: 'postgres',
    dataDir,
    ownArgument: location.database,
    account: location.account,
    // SIGTERM would wait until every client has disconnected.
    stopSignal: 'SIGINT',
    graceMs: 15_000,
    log,
    signal,
  } as const
  await stopStaleProcess(staleProcessOf(child))
  await stopStaleProcess({ ...staleProcessOf(child), pidFile: join(location.database, 'postmaster.pid') })
  await stopBackends(location.database)

  const copyFolder = location.account ? sharedFolder : await cacheFolder(dataDir)
  const binaries = await postgresBinaries({ account: location.account, copyFolder })
  const password = await loadOrCreateSecret(join(dataDir, 'postgres-password'))
  await prepareDatabaseFolder(location, binaries, password)

  return startOnStablePort(
    { file: join(dataDir, 'postgres-port'), port: options.port, name: 'Postgres' },
    async (port) => {
      await writeSmallFile(join(location.database, 'postgresql.conf'), settings(port), location.account)
      const url = `postgresql://qleet:${password}@127.0.0.1:${port}/qleet`
      const running = await startAfterBackends({
        ...child,
        command: binaries.postgres,
        args: ['-D', location.database],
        // Crash recovery may have to replay a long log.
        readyWithinMs: 120_000,
        probe: () => ensureDatabase(url),
      })
      return { url, port, version: binaries.version, origin: binaries.origin, ...running }
    },
  )
}

/** Retries while backends that {@link stopBackends} could not find hold the shared memory of the previous Postgres. */
async function startAfterBackends(spec: ChildSpec): Promise<Child> {
  const deadline = performance.now() + 15_000
  for (;;) {
    try {
      return await startChild(spec)
    } catch (error) {
      // A program that exits during startup reports the reason only in its log.
      const isHeld = error instanceof Error && error.message.includes('pre-existing shared memory block')
      if (!isHeld || performance.now() > deadline) throw error
    }
  }
}

/** Runs initdb in a temporary folder and renames it, so that the database folder is either complete or missing. */
async function prepareDatabaseFolder(
  location: PostgresLocation,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  const found = await readSmallFile(join(location.database, 'PG_VERSION'))
  if (found === binaries.major) return
  if (found !== undefined) {
    throw new PlatformError(
      'UNAVAILABLE',
      `'${location.database}' was written by Postgres ${found}, but this is Postgres ${binaries.major}: dump the database with the QleetOS release that wrote it, and load it into an empty data folder`,
    )
  }
  const fresh = `${location.database}.new`
  const passwordFile = join(location.home, 'initdb-password')
  await rm(fresh, { recursive: true, force: true })
  await writeSmallFile(passwordFile, password, location.account)
  const args = ['-D', fresh, '-U', 'qleet', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // Strings sort the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await run(binaries.initdb, [...args, ...locale, '--no-instructions'], { cwd: '/', ...location.account })
    await rename(fresh, location.database)
  } catch (cause) {
    throw new PlatformError(
      'UNAVAILABLE',
      `Cannot create a database in '${location.database}': ${String(cause)}`,
      {
        cause,
      },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Returns postgresql.conf, which is written at each start. Settings made with ALTER SYSTEM take precedence over it. */
function settings(port: number): string {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    // Rows are small and statements short, so parallel plans cost more than they save; and shared memory in a container is
    // 64 MB.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    log_min_duration_statement: '1s',
  }
  const lines = Object.entries(values).map(([name, value]) => `${name} = '${value}'`)
  return `# Written by QleetOS at each start. Use ALTER SYSTEM for settings of your own.\n${lines.join('\n')}`
}

/** Creates the database on the first start. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await withClient(url, async (client) => client.query('SELECT 1'))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === '3D000'
    if (!isMissing) throw error
    const administration = new URL(url)
    administration.pathname = '/postgres'
    await withClient(administration.href, async (client) => client.query('CREATE DATABASE qleet'))
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // The server may close the connection at any time during startup; the failing query reports that.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
