import { readdir, readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  staleProcessOf,
  startChild,
  stopStaleProcess,
  stopStaleProcessesIn,
  type ExitStatus,
  type Log,
} from '../process/children/child-process.ts'
import { loadOrCreateSecret, writeSmallFile } from '../process/children/data-folder.ts'
import { programFile } from '../process/installation.ts'
import { settingsFromStdin } from '../process/receive-settings.ts'
import { componentNames } from './component-supervisor.ts'
import { startNats } from './nats.ts'
import { startPostgres } from './postgres.ts'
import { startOnStablePort, type PortChoice } from '../process/children/stable-port.ts'

/** A running process of a control plane. */
export interface RunningProcess {
  url: string
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

export interface ProcessesOptions {
  dataDir: string
  /** The port of the server. @default the port of the last run, otherwise 1323 if it is free, otherwise a free port */
  port?: number | undefined
  log: Log
  /** Stops what is not ready yet. */
  signal?: AbortSignal | undefined
}

/** The port of the legacy system, which guides and scripts use. */
const legacyPort = 1323

/** The components that run our own programs; Postgres and NATS handle stale processes themselves. */
const ownProcesses = componentNames.filter((name) => name !== 'postgres' && name !== 'nats')

interface Address {
  url: string
}

interface NatsAddress extends Address {
  token: string
}

interface OwnProcess extends Pick<PortChoice, 'port' | 'preferred'> {
  script: string
  /** Returns its settings, for the port that it listens on. Those that it waits for reject if a component that it needs does not start. */
  settings: (port: number) => Promise<Record<string, string>>
  /** Rejects if the server at the URL is not the process that was started. */
  isOurs?: (url: string) => Promise<void>
}

/** Returns the functions that start each component of a control plane, all in one data folder. */
export async function createProcesses({ dataDir, port, log, signal }: ProcessesOptions) {
  const secret = (name: string): Promise<string> => loadOrCreateSecret(join(dataDir, name))
  const [adminToken, workerToken, simulatorToken] = await Promise.all([
    secret('admin-token'),
    secret('worker-token'),
    secret('simulator-token'),
  ])
  const [encryptionKey, ...formerKeys] = await loadOrCreateEncryptionKeys(join(dataDir, 'encryption-key'))

  const startedBefore = new Set<string>()
  const startOwn = async (
    name: (typeof ownProcesses)[number],
    { script, settings, port: fixed, preferred, isOurs = async () => undefined }: OwnProcess,
  ): Promise<RunningProcess> => {
    const child = { name, dataDir, ownArgument: dataDir, log, signal, graceMs: 12_000 }
    await stopStaleProcess(staleProcessOf(child))
    // One that has ended is started again on the port that others know, even if that was any free one.
    const asked = fixed === 0 && startedBefore.has(name) ? undefined : fixed
    const choice = { file: join(dataDir, `${name}-port`), port: asked, preferred, name: `the ${name}` }
    return startOnStablePort(choice, async (chosen) => {
      const url = `http://127.0.0.1:${chosen}`
      const running = await startChild({
        ...child,
        command: process.execPath,
        args: [programFile(script), dataDir, settingsFromStdin],
        // GraphQL.js checks each type for the mistakes of developers unless it is in production. With few arenas, glibc keeps 10 to 15 MB
        // less of what threads have freed, mostly during the start.
        env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...process.env },
        settings: () => settings(chosen),
        readyWithinMs: 30_000,
        probe: async () => {
          await probe(`${url}/readyz`)
          await isOurs(url)
        },
      })
      startedBefore.add(name)
      return { url, ...running }
    })
  }

  return {
    adminTokenFile: join(dataDir, 'admin-token'),
    postgres: () => startPostgres({ dataDir, log, signal }),
    nats: () => startNats({ dataDir, log, signal }),
    simulator: () =>
      startOwn('simulator', {
        script: 'simulator/main.ts',
        settings: async (chosen) => ({
          QLEET_SIMULATOR_DATA: join(dataDir, 'simulator'),
          QLEET_SIMULATOR_PORT: String(chosen),
          QLEET_SIMULATOR_TOKEN: simulatorToken,
        }),
      }),
    server: (postgres: Promise<Address>, nats: Promise<NatsAddress>) =>
      startOwn('server', {
        script: 'server/main.ts',
        port,
        preferred: legacyPort,
        // Another control plane that took the same port first does not accept our token.
        isOurs: (url) => probe(`${url}/v0/projects`, { authorization: `Bearer ${adminToken}` }),
        settings: async (chosen) => ({
          QLEET_DATABASE_URL: (await postgres).url,
          QLEET_NATS_URL: (await nats).url,
          QLEET_NATS_TOKEN: (await nats).token,
          QLEET_PORT: String(chosen),
          QLEET_ADMIN_TOKEN: adminToken,
          QLEET_WORKER_TOKEN: workerToken,
          QLEET_ENCRYPTION_KEY: encryptionKey,
          QLEET_FORMER_ENCRYPTION_KEYS: formerKeys.join(),
        }),
      }),
    worker: (server: Promise<Address>, nats: Promise<NatsAddress>, simulator: Promise<Address>) =>
      startOwn('worker', {
        script: 'workers/main.ts',
        settings: async (chosen) => ({
          QLEET_SERVER_URL: (await server).url,
          QLEET_WORKER_TOKEN: workerToken,
          QLEET_WORKER_PORT: String(chosen),
          QLEET_NATS_URL: (await nats).url,
          QLEET_NATS_TOKEN: (await nats).token,
          QLEET_SIMULATOR_URL: (await simulator).url,
          QLEET_SIMULATOR_TOKEN: simulatorToken,
          // It has all keys and tokens of the control plane.
          QLEET_TERRAFORM_HIDDEN: resolve(dataDir),
        }),
      }),
  }
}

/** Stops processes that a killed control plane left running. */
export async function stopStaleProcesses(dataDir: string, log: Log): Promise<void> {
  for (const name of ownProcesses.toReversed()) {
    await stopStaleProcess(staleProcessOf({ name, dataDir, ownArgument: dataDir, log, graceMs: 12_000 }))
  }
  // Programs of clusters, unless the simulator stopped them itself.
  const clusters = join(dataDir, 'simulator')
  for (const name of await readdir(clusters).catch(() => []))
    await stopStaleProcessesIn(join(clusters, name), log)
}

/**
 * Returns the encryption keys: a line each, beginning with the current one. The first start generates it, or takes
 * QLEET_ENCRYPTION_KEY: restoring a backup needs its key.
 */
async function loadOrCreateEncryptionKeys(file: string): Promise<[current: string, ...former: string[]]> {
  const existing = await readFile(file, 'utf8').catch(() => '')
  const [current, ...former] = existing.split(/\s+/).filter((key) => key !== '')
  if (current !== undefined) return [current, ...former]
  const given = process.env['QLEET_ENCRYPTION_KEY']?.trim()
  const key = given || Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  await writeSmallFile(file, key)
  return [key]
}

async function probe(url: string, headers: Record<string, string> = {}): Promise<void> {
  const signal = AbortSignal.timeout(2000)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, signal }, resolve).on('error', reject)
  })
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(body)
}
