import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { cacheFolder } from './cache-folder.ts'
import { staleProcessOf, startChild, stopStaleProcess, type ExitStatus, type Log } from './child-process.ts'
import { createDataFolder, keptSecret, writeSmallFile } from './data-folder.ts'
import { findNatsServer } from './nats-binary.ts'
import { startOnStablePort } from './stable-port.ts'

export interface NatsOptions {
  dataDir: string
  /** @default the port of the last run, else a free one */
  port?: number
  /** Where a downloaded nats-server is kept. @default `~/.cache/qleet`, or what QLEET_CACHE_DIR says */
  cacheDir?: string
  log?: Log
}

export interface EmbeddedNats {
  url: string
  port: number
  pid: number
  /** What a client has to present. */
  token: string
  version: string
  /** Where the program comes from. */
  origin: string
  /** What is wrong with it and what to do, where it is old. */
  notice?: string
  /** Resolves when the process is gone, expected or not. */
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

/**
 * A real nats-server with JetStream as a child process, on 127.0.0.1 only. A store that it cannot read is
 * set aside and a new one started: Postgres is the truth, and a resync publishes again what counts.
 *
 * The caller holds the lock of the data folder.
 */
export async function startNats(options: NatsOptions): Promise<EmbeddedNats> {
  const { log } = options
  const dataDir = await createDataFolder(options.dataDir)
  const configFile = join(dataDir, 'nats.conf')
  const child = { name: 'nats', dataDir, ownArgument: configFile, log } as const
  await stopStaleProcess(staleProcessOf(child))

  const server = await findNatsServer({ cacheDir: options.cacheDir ?? (await cacheFolder(dataDir)), log })
  const token = await keptSecret(join(dataDir, 'nats-token'))
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

  const place = { file: join(dataDir, 'nats-port'), port: options.port, name: 'NATS' }
  try {
    return await startOnStablePort(place, startOn)
  } catch (error) {
    const aside = `${store}.unreadable`
    // All that a program tells that ends while it starts is its log.
    const jetStreamFailed = error instanceof Error && /jetstream/i.test(error.message)
    if (!jetStreamFailed) throw error
    log?.('the store of NATS cannot be read and is set aside', { store, aside, error: error.message })
    await setAside(store, aside)
    return await startOnStablePort(place, startOn)
  }
}

async function setAside(store: string, aside: string): Promise<void> {
  await rm(aside, { recursive: true, force: true })
  await rename(store, aside)
}

interface Settings {
  dataDir: string
  store: string
  port: number
  token: string
}

/** Strings in the configuration language of NATS are quoted and escaped as in JSON. */
function config({ dataDir, store, port, token }: Settings): string {
  return `# Written by QleetOS at each start.
server_name: qleet
listen: "127.0.0.1:${port}"
pid_file: ${JSON.stringify(join(dataDir, 'nats.pid'))}
authorization { token: ${JSON.stringify(token)} }
jetstream { store_dir: ${JSON.stringify(store)} }`
}

/** With the token, so that a stranger on the port is never taken for ours. */
async function ensureJetStream(servers: string, token: string): Promise<void> {
  const connection = await connect({ servers, token, reconnect: false, timeout: 5_000 })
  try {
    await jetstreamManager(connection)
  } finally {
    await connection.close()
  }
}
