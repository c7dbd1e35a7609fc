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
} from './child-process.ts'
import { createDataFolder, keptSecret, readSmallFile, writeSmallFile } from './data-folder.ts'
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { postgresLocation, sharedFolder, type PostgresLocation } from './postgres-location.ts'
import { cacheFolder } from './cache-folder.ts'
import { stopBackends } from './postgres-backends.ts'
import { startOnStablePort } from './stable-port.ts'

const run = promisify(execFile)

export interface PostgresOptions {
  dataDir: string
  /** @default the port of the last run, else a free one */
  port?: number
  log?: Log
}

export interface EmbeddedPostgres {
  /** With the password, for a database `qleet` and a superuser of the same name. */
  url: string
  port: number
  pid: number
  version: string
  /** Where the programs come from. */
  origin: string
  /** Resolves when the process is gone, expected or not. */
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

/**
 * A real Postgres as a child process, on 127.0.0.1 only, with its data in the data folder. Whatever an
 * earlier run left behind, running or half written, is dealt with first; committed data is never lost.
 *
 * The caller holds the lock of the data folder.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  const dataDir = await createDataFolder(options.dataDir)
  const place = await postgresLocation(dataDir)
  const child = {
    name: 'postgres',
    dataDir,
    ownArgument: place.database,
    account: place.account,
    // SIGTERM would wait until every client has gone by itself.
    stopSignal: 'SIGINT',
    graceMs: 15_000,
    log,
  } as const
  await stopStaleProcess(staleProcessOf(child))
  await stopStaleProcess({ ...staleProcessOf(child), pidFile: join(place.database, 'postmaster.pid') })
  await stopBackends(place.database)

  const copyFolder = place.account ? sharedFolder : await cacheFolder(dataDir)
  const binaries = await postgresBinaries({ account: place.account, copyFolder })
  const password = await keptSecret(join(dataDir, 'postgres-password'))
  await prepareDatabaseFolder(place, binaries, password)

  return startOnStablePort(
    { file: join(dataDir, 'postgres-port'), port: options.port, name: 'Postgres' },
    async (port) => {
      await writeSmallFile(join(place.database, 'postgresql.conf'), settings(port), place.account)
      const url = `postgresql://qleet:${password}@127.0.0.1:${port}/qleet`
      const running = await startOnceBackendsAreGone({
        ...child,
        command: binaries.postgres,
        args: ['-D', place.database],
        // Replaying the log after a crash takes as long as it takes.
        readyWithinMs: 120_000,
        probe: () => ensureDatabase(url),
      })
      return { url, port, version: binaries.version, origin: binaries.origin, ...running }
    },
  )
}

/** Backends that {@link stopBackends} could not see hold the shared memory of the Postgres before. */
async function startOnceBackendsAreGone(spec: ChildSpec): Promise<Child> {
  const deadline = performance.now() + 15_000
  for (;;) {
    try {
      return await startChild(spec)
    } catch (error) {
      // All that a program tells that ends while it starts is its log.
      const held = error instanceof Error && error.message.includes('pre-existing shared memory block')
      if (!held || performance.now() > deadline) throw error
    }
  }
}

/** Runs initdb in a folder aside, so that a database folder exists complete or not at all. */
async function prepareDatabaseFolder(
  place: PostgresLocation,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  const found = await readSmallFile(join(place.database, 'PG_VERSION'))
  if (found === binaries.major) return
  if (found !== undefined) {
    throw new PlatformError(
      'UNAVAILABLE',
      `'${place.database}' was written by Postgres ${found} and this is Postgres ${binaries.major}: go back to the release that wrote it, dump the database there and load it into an empty data folder here`,
    )
  }
  const fresh = `${place.database}.new`
  const passwordFile = join(place.home, 'initdb-password')
  await rm(fresh, { recursive: true, force: true })
  await writeSmallFile(passwordFile, password, place.account)
  const args = ['-D', fresh, '-U', 'qleet', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // The same order of strings on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await run(binaries.initdb, [...args, ...locale, '--no-instructions'], { cwd: '/', ...place.account })
    await rename(fresh, place.database)
  } catch (cause) {
    throw new PlatformError(
      'UNAVAILABLE',
      `No database could be made in '${place.database}': ${String(cause)}`,
      {
        cause,
      },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Written anew at each start; what somebody sets with ALTER SYSTEM lives elsewhere and wins. */
function settings(port: number): string {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    // Small rows, short statements: a plan that starts processes costs more than it saves, and shared
    // memory is 64 MB in a container.
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

/** One connection when the database is there, as it is on every start but the first. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await withClient(url, async (client) => client.query('SELECT 1'))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === '3D000'
    if (!missing) throw error
    const administration = new URL(url)
    administration.pathname = '/postgres'
    await withClient(administration.href, async (client) => client.query('CREATE DATABASE qleet'))
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // The server may close the connection at any time while it starts; the failing query says so already.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
