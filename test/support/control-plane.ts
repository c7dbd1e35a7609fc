import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { createClient, type AnyObject, type Client } from '../../client-sdk/index.ts'
import { createTestDatabase } from './database.ts'
import { eventually } from './eventually.ts'

/** A server, a worker or the simulator as a process of its own. */
export interface TestProcess {
  url: string
  /** kill -9, as it comes in life. */
  kill(): Promise<void>
  /** SIGTERM, and waiting for the end. */
  stop(): Promise<void>
  /** SIGSTOP: it stands still, and does not know. */
  freeze(): void
  thaw(): void
}

export interface TestControlPlane {
  client: Client
  token: string
  url: string
  databaseUrl: string
  servers: TestProcess[]
  workers: TestProcess[]
  simulator: TestProcess
  startServer(port?: number): Promise<TestProcess>
  startWorker(): Promise<TestProcess>
  /** The object once the condition holds; fails with its status when it does not in time. */
  until(kind: string, name: string, condition: (object: AnyObject) => boolean): Promise<AnyObject>
  ready(kind: string, name: string): Promise<AnyObject>
  gone(kind: string, name: string): Promise<void>
  stop(): Promise<void>
}

export interface ControlPlaneOptions {
  servers?: number
  workers?: number
  /** A broker of its own, for tests that break it. @default that of the run */
  nats?: { url: string; token: string }
  /** The way to the database, for tests that cut it. @default straight */
  databaseUrl?: (url: string) => string
  /** Environment of servers and workers. */
  env?: Record<string, string>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Everything of the real thing but its supervisor: a database of its own, processes of its own, a simulator of its own. */
export async function startControlPlane({
  servers = 1,
  workers = 1,
  nats = { url: inject('natsUrl'), token: inject('natsToken') },
  databaseUrl = (url) => url,
  env: environment = {},
}: ControlPlaneOptions = {}): Promise<TestControlPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-plane-'))
  const database = await createTestDatabase()
  const token = randomBytes(24).toString('hex')
  const workerToken = randomBytes(24).toString('hex')
  const simulatorToken = randomBytes(24).toString('hex')
  const running = new Set<TestProcess>()
  let count = 0

  const launch = async (script: string, env: Record<string, string>): Promise<TestProcess> => {
    const started = await launchProcess(script, {
      env,
      log: join(folder, `${(count += 1)}-${script.replaceAll('/', '-')}.log`),
    })
    running.add(started)
    return started
  }
  const simulator = await launch('workers/runtimes/simulator/main.ts', {
    QLEET_SIMULATOR_DATA: join(folder, 'simulator'),
    QLEET_SIMULATOR_PORT: '0',
    QLEET_SIMULATOR_TOKEN: simulatorToken,
  })
  const broker = {
    ...environment,
    QLEET_NATS_URL: nats.url,
    QLEET_NATS_TOKEN: nats.token,
    QLEET_NATS_PREFIX: `t${randomBytes(4).toString('hex')}`,
  }
  const encryptionKey = randomBytes(32).toString('base64')
  const startServer = (port = 0): Promise<TestProcess> =>
    launch('server/main.ts', {
      ...broker,
      QLEET_DATABASE_URL: databaseUrl(database.url),
      QLEET_PORT: String(port),
      QLEET_ADMIN_TOKEN: token,
      QLEET_WORKER_TOKEN: workerToken,
      QLEET_ENCRYPTION_KEY: encryptionKey,
    })
  const first = await startServer()
  const startWorker = (): Promise<TestProcess> =>
    launch('workers/main.ts', {
      ...broker,
      QLEET_SERVER_URL: first.url,
      QLEET_WORKER_TOKEN: workerToken,
      QLEET_WORKER_THREADS: '1',
      QLEET_SIMULATOR_URL: simulator.url,
      QLEET_SIMULATOR_TOKEN: simulatorToken,
    })
  const moreServers = await Promise.all(Array.from({ length: servers - 1 }, () => startServer()))
  const allWorkers = await Promise.all(Array.from({ length: workers }, () => startWorker()))
  const client = createClient({ url: first.url, token })

  const until = async (
    kind: string,
    name: string,
    condition: (object: AnyObject) => boolean,
  ): Promise<AnyObject> => {
    let last: AnyObject | undefined
    const object = await eventually(async () => {
      last = await client.objects.get({ kind, name })
      return last !== undefined && condition(last) ? last : undefined
    })
    if (object !== undefined) return object
    throw new Error(
      `${kind} ${name} is not as expected: ${JSON.stringify(last?.status ?? 'not there', null, 2)}`,
    )
  }
  return {
    client,
    token,
    url: first.url,
    databaseUrl: database.url,
    servers: [first, ...moreServers],
    workers: allWorkers,
    simulator,
    startServer,
    startWorker,
    until,
    ready: (kind, name) =>
      until(
        kind,
        name,
        ({ ready, generation, observedGeneration }) => ready && generation === observedGeneration,
      ),
    gone: async (kind, name) => {
      const gone = await eventually(async () =>
        (await client.objects.get({ kind, name })) === undefined ? true : undefined,
      )
      if (gone !== true)
        throw new Error(
          `${kind} ${name} is still there: ${JSON.stringify((await client.objects.get({ kind, name }))?.status)}`,
        )
    },
    stop: async () => {
      await Promise.all([...running].map((each) => each.stop()))
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launchProcess(
  script: string,
  { env, log }: { env: Record<string, string>; log: string },
): Promise<TestProcess> {
  const child = fork(join(root, script), [], {
    env: { ...process.env, ...env, QLEET_PARENT_WATCH: '1', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  const output = createWriteStream(log)
  child.stdout?.pipe(output)
  child.stderr?.pipe(output)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await Promise.race([
    readyUrl(child),
    ended.then(async () => {
      throw new Error(`${script} ended before it was ready:\n${await readFile(log, 'utf8')}`)
    }),
  ])
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return {
    url,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

/** Servers and workers tell their parent, the simulator tells on stdout. */
function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('message', (message: { ready?: boolean; address?: string }) => {
      if (message.ready === true && message.address !== undefined) resolve(message.address)
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      const line = chunk
        .toString()
        .split('\n')
        .find((text) => text.startsWith('{"ready":true'))
      if (line !== undefined) resolve((JSON.parse(line) as { url: string }).url)
    })
  })
}
