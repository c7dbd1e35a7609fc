import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { cacheFolder } from './cache-folder.ts'
import {
  staleProcessOf,
  startChild,
  stopStaleProcess,
  type ExitStatus,
  type Log,
} from '../process/children/child-process.ts'
import { createDataFolder, loadOrCreateSecret, writeSmallFile } from '../process/children/data-folder.ts'
import { findNatsServer } from './nats-binary.ts'
import { startOnStablePort } from '../process/children/stable-port.ts'

export interface NatsOptions {
  dataDir: string
  /** @default the port of the last run, else a free one */
  port?: number
  /** The folder for a downloaded nats-server. @default QLEET_CACHE_DIR, or `~/.cache/qleet` */
  cacheDir?: string
  log?: Log
  /** Stops it if it is not ready yet. */
  signal?: AbortSignal | undefined
}

export interface EmbeddedNats {
  url: string
  port: number
  pid: number
  /** The token that clients have to present. */
  token: string
  version: string
  /** The source of the program, for users. */
  origin: string
  /** A warning about an outdated version, with its remedy. */
  notice?: string
  /** Resolves when the process exits, expectedly or not. */
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

/**
 * Starts a nats-server with JetStream as a child process that listens on 127.0.0.1. If it cannot read its store, sets the
 * store aside and starts with an empty one: Postgres is the source of truth, and a resync publishes all triggers again.
 *
 * The caller has to hold the lock of the data folder.
 */
export async function startNats(options: NatsOptions): Promise<EmbeddedNats> {
  const { log, signal } = options
  const dataDir = await createDataFolder(options.dataDir)
  const configFile = join(dataDir, 'nats.conf')
  const child = { name: 'nats', dataDir, ownArgument: configFile, log, signal } as const
  await stopStaleProcess(staleProcessOf(child))

  const server = await findNatsServer({ cacheDir: options.cacheDir ?? (await cacheFolder(dataDir)), log })
  const token = await loadOrCreateSecret(join(dataDir, 'nats-token'))
  const store = join(dataDir, 'nats')

  async function startOn(port: number): Promise<EmbeddedNats> {
    await mkdir(store, { recursive: true, mode: 0o700 })
    await writeSmallFile(configFile, config({ dataDir, store, port, token }))
    const url = `nats://127.0.0.1:${port}`
    const running = await startChild({
      ...child,
      command: server.path,
      args: ['-c', configFile],
      readyWithinMs: 20_000,
      probe: () => ensureJetStream(url, token),
    })
    const { version, origin, notice } = server
    return { url, port, token, version, origin, ...(notice === undefined ? {} : { notice }), ...running }
  }

  const choice = { file: join(dataDir, 'nats-port'), port: options.port, name: 'NATS' }
  try {
    return await startOnStablePort(choice, startOn)
  } catch (error) {
    const aside = `${store}.unreadable`
    // A program that exits during startup reports the reason only in its log.
    const jetStreamFailed = error instanceof Error && /jetstream/i.test(error.message)
    if (!jetStreamFailed) throw error
    log?.('cannot read the NATS store, setting it aside', { store, aside, error: error.message })
    await setAside(store, aside)
    return await startOnStablePort(choice, startOn)
  }
}

async function setAside(store: string, aside: string): Promise<void> {
  await rm(aside, { recursive: true, force: true })
  await rename(store, aside)
}

interface ServerConfig {
  dataDir: string
  store: string
  port: number
  token: string
}

/** Returns the configuration file. NATS quotes and escapes strings as JSON does. */
function config({ dataDir, store, port, token }: ServerConfig): string {
  return `# Written by QleetOS at each start.
server_name: qleet
listen: "127.0.0.1:${port}"
pid_file: ${JSON.stringify(join(dataDir, 'nats.pid'))}
authorization { token: ${JSON.stringify(token)} }
jetstream { store_dir: ${JSON.stringify(store)} }`
}

/** Checks that JetStream is available. Uses the token, so that a foreign server on the port is not mistaken for ours. */
async function ensureJetStream(servers: string, token: string): Promise<void> {
  const connection = await connect({ servers, token, reconnect: false, timeout: 5_000 })
  try {
    await jetstreamManager(connection)
  } finally {
    await connection.close()
  }
}
