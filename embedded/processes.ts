import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { staleProcessOf, startChild, stopStaleProcess, type ExitStatus, type Log } from './child-process.ts'
import { keptSecret, writeSmallFile } from './data-folder.ts'
import { partNames } from './component-supervisor.ts'
import { startNats } from './nats.ts'
import { startPostgres } from './postgres.ts'
import { startOnStablePort, type PortChoice } from './stable-port.ts'

/** One process of a control plane. */
export interface RunningProcess {
  url: string
  exited: Promise<ExitStatus>
  stop(): Promise<void>
}

export interface ProcessesOptions {
  dataDir: string
  /** Port of the server. @default that of the last run, else 1323 when it is free, else a free one */
  port?: number | undefined
  log: Log
}

/** Port of the original system; guides and scripts know it. */
const originalPort = 1323

const root = fileURLToPath(new URL('../', import.meta.url))

/** The parts that run our own programs; Postgres and NATS deal with stale processes of their own. */
const ownProcesses = partNames.filter((name) => name !== 'postgres' && name !== 'nats')

interface OwnProcess extends Pick<PortChoice, 'port' | 'preferred'> {
  script: string
  env: (port: number) => NodeJS.ProcessEnv
  /** Throws while what answers at the URL is not the process that was started. */
  isOurs?: (url: string) => Promise<void>
}

/** How each part of a control plane is started, all in one data folder. */
export async function createProcesses({ dataDir, port, log }: ProcessesOptions) {
  const secret = (name: string): Promise<string> => keptSecret(join(dataDir, name))
  const [adminToken, workerToken, simulatorToken] = await Promise.all(
    ['admin-token', 'worker-token', 'simulator-token'].map(secret),
  )
  const encryptionKey = await keptEncryptionKey(join(dataDir, 'encryption-key'))

  const startOwn = async (
    name: (typeof ownProcesses)[number],
    { script, env, port: fixed, preferred, isOurs = async () => undefined }: OwnProcess,
  ): Promise<RunningProcess> => {
    const child = { name, dataDir, ownArgument: dataDir, log, graceMs: 12_000 }
    await stopStaleProcess(staleProcessOf(child))
    const choice = { file: join(dataDir, `${name}-port`), port: fixed, preferred, name: `the ${name}` }
    return startOnStablePort(choice, async (chosen) => {
      const url = `http://127.0.0.1:${chosen}`
      const running = await startChild({
        ...child,
        command: process.execPath,
        args: ['--enable-source-maps', join(root, script), dataDir],
        env: { ...process.env, NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'), ...env(chosen) },
        readyWithinMs: 30_000,
        probe: async () => {
          await probe(`${url}/readyz`)
          await isOurs(url)
        },
      })
      return { url, ...running }
    })
  }

  return {
    adminTokenFile: join(dataDir, 'admin-token'),
    postgres: () => startPostgres({ dataDir, log }),
    nats: () => startNats({ dataDir, log }),
    simulator: () =>
      startOwn('simulator', {
        script: 'simulator/main.ts',
        env: (chosen) => ({
          QLEET_SIMULATOR_DATA: join(dataDir, 'simulator'),
          QLEET_SIMULATOR_PORT: String(chosen),
          QLEET_SIMULATOR_TOKEN: simulatorToken,
        }),
      }),
    server: async (postgres: { url: string }, nats: { url: string; token: string }) =>
      startOwn('server', {
        script: 'server/main.ts',
        port,
        preferred: originalPort,
        // Another control plane that was faster answers on the same port, but does not know our token.
        isOurs: (url) => probe(`${url}/v0/projects`, { authorization: `Bearer ${adminToken}` }),
        env: (chosen) => ({
          QLEET_DATABASE_URL: postgres.url,
          QLEET_NATS_URL: nats.url,
          QLEET_NATS_TOKEN: nats.token,
          QLEET_PORT: String(chosen),
          QLEET_ADMIN_TOKEN: adminToken,
          QLEET_WORKER_TOKEN: workerToken,
          QLEET_ENCRYPTION_KEY: encryptionKey,
        }),
      }),
    worker: (server: RunningProcess, nats: { url: string; token: string }, simulator: RunningProcess) =>
      startOwn('worker', {
        script: 'workers/main.ts',
        env: (chosen) => ({
          QLEET_SERVER_URL: server.url,
          QLEET_WORKER_TOKEN: workerToken,
          QLEET_WORKER_PORT: String(chosen),
          QLEET_NATS_URL: nats.url,
          QLEET_NATS_TOKEN: nats.token,
          QLEET_SIMULATOR_URL: simulator.url,
          QLEET_SIMULATOR_TOKEN: simulatorToken,
        }),
      }),
  }
}

/** Stops what a control plane that was killed has left running. */
export async function stopStaleProcesses(dataDir: string, log: Log): Promise<void> {
  for (const name of ownProcesses.toReversed()) {
    await stopStaleProcess(staleProcessOf({ name, dataDir, ownArgument: dataDir, log, graceMs: 12_000 }))
  }
}

/** Made at the first start, or given then: a backup can only be restored with the key of who took it. */
async function keptEncryptionKey(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined && known.trim() !== '') return known.trim()
  const given = process.env['QLEET_ENCRYPTION_KEY']?.trim()
  const key = given || Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  await writeSmallFile(file, key)
  return key
}

async function probe(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(2000) })
  if (!response.ok) throw new Error(await response.text())
}
