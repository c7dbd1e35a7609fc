import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type AnyObject, type Client } from '../../client-sdk/index.ts'
import { poll } from './eventually.ts'
import { loopbackClusters } from './loopback-clusters.ts'
import { launchProcess, type Launch, type TestProcess } from './processes.ts'

export interface TestControlPlane {
  client: Client
  token: string
  workerToken: string
  url: string
  databaseUrl: string
  servers: TestProcess[]
  workers: TestProcess[]
  simulator: TestProcess
  /** Starts a server from the sources in the folder `root`. @default as in the options */
  startServer(port?: number, root?: string): Promise<TestProcess>
  startWorker(root?: string, serverUrl?: string): Promise<TestProcess>
  /** Starts the simulator with its stored clusters, at their former address. */
  startSimulator(port: number): Promise<TestProcess>
  /** Returns the object once the condition holds; throws with its status after the timeout. */
  until(kind: string, name: string, condition: (object: AnyObject) => boolean): Promise<AnyObject>
  ready(kind: string, name: string): Promise<AnyObject>
  gone(kind: string, name: string): Promise<void>
  stop(): Promise<void>
}

export interface PlaneOptions {
  /** An empty database, and a function that drops it. */
  database: { url: string; drop(): Promise<void> }
  nats: { url: string; token: string }
  servers?: number
  workers?: number
  /**
   * Returns the URL by which processes reach the database, for tests that cut the connection. @default the URL itself
   */
  databaseUrl?: (url: string) => string
  /** The environment of servers and workers. */
  env?: Record<string, string>
  /** More variables of workers. @default none */
  workerEnv?: Record<string, string>
  /** The Node options of servers and workers. @default none */
  execArgv?: readonly string[]
  /** The program that runs servers and workers. @default the Node.js of the test */
  execPath?: string
  /** The folders with the sources of servers and workers. @default the programs that are bundled from this repository */
  roots?: { server?: string; worker?: string }
  /** Starts one of our programs. @default in a process of its own */
  launch?: (script: string, options: Launch) => Promise<TestProcess>
}

/** Starts a control plane as in production but for its supervisor: with its own processes and simulator. */
export async function startPlane({
  database,
  nats,
  servers = 1,
  workers = 1,
  databaseUrl = (url) => url,
  env: environment = {},
  workerEnv = {},
  execArgv = [],
  execPath,
  roots = {},
  launch: launchProgram = launchProcess,
}: PlaneOptions): Promise<TestControlPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-plane-'))
  const token = randomBytes(24).toString('hex')
  const workerToken = randomBytes(24).toString('hex')
  const simulatorToken = randomBytes(24).toString('hex')
  const running = new Set<TestProcess>()
  let count = 0
  let isStarted = false
  const stopAll = (): Promise<unknown> => Promise.all([...running].map((each) => each.stop()))

  const launch = async (
    script: string,
    env: Record<string, string>,
    more: Pick<Launch, 'execArgv' | 'execPath' | 'root'> = {},
  ): Promise<TestProcess> => {
    const started = await launchProgram(script, {
      ...more,
      env,
      log: join(folder, `${(count += 1)}-${script.replaceAll('/', '-')}.log`),
    }).catch(async (error: unknown) => {
      // No caller gets the plane to stop it.
      if (!isStarted) await stopAll()
      throw error
    })
    running.add(started)
    return started
  }
  const startSimulator = (port: number): Promise<TestProcess> =>
    launch('simulator/main.ts', {
      QLEET_SIMULATOR_DATA: join(folder, 'simulator'),
      QLEET_SIMULATOR_PORT: String(port),
      QLEET_SIMULATOR_TOKEN: simulatorToken,
    })
  const simulator = await startSimulator(0)
  const broker = {
    ...loopbackClusters,
    ...environment,
    QLEET_NATS_URL: nats.url,
    QLEET_NATS_TOKEN: nats.token,
    QLEET_NATS_PREFIX: `t${randomBytes(4).toString('hex')}`,
  }
  const encryptionKey = randomBytes(32).toString('base64')
  const startServer = (port = 0, root = roots.server): Promise<TestProcess> =>
    launch(
      'server/main.ts',
      {
        ...broker,
        QLEET_DATABASE_URL: databaseUrl(database.url),
        QLEET_PORT: String(port),
        QLEET_ADMIN_TOKEN: token,
        QLEET_WORKER_TOKEN: workerToken,
        QLEET_ENCRYPTION_KEY: encryptionKey,
      },
      { execArgv, execPath, ...(root === undefined ? {} : { root }) },
    )
  const first = await startServer()
  const startWorker = (root = roots.worker, serverUrl = first.url): Promise<TestProcess> =>
    launch(
      'workers/main.ts',
      {
        ...broker,
        ...workerEnv,
        QLEET_SERVER_URL: serverUrl,
        QLEET_WORKER_TOKEN: workerToken,
        QLEET_WORKER_THREADS: '1',
        QLEET_SIMULATOR_URL: simulator.url,
        QLEET_SIMULATOR_TOKEN: simulatorToken,
      },
      { execArgv, execPath, ...(root === undefined ? {} : { root }) },
    )
  const moreServers = await Promise.all(Array.from({ length: servers - 1 }, () => startServer()))
  const allWorkers = await Promise.all(Array.from({ length: workers }, () => startWorker()))
  isStarted = true
  const client = createClient({ url: first.url, token })

  const until = async (
    kind: string,
    name: string,
    condition: (object: AnyObject) => boolean,
  ): Promise<AnyObject> => {
    let last: AnyObject | undefined
    const object = await poll(async () => {
      last = await client.objects.get({ kind, name })
      return last !== undefined && condition(last) ? last : undefined
    })
    if (object !== undefined) return object
    throw new Error(
      `${kind} ${name} is not as expected: ${JSON.stringify(last?.status ?? 'does not exist', null, 2)}`,
    )
  }
  return {
    client,
    token,
    workerToken,
    url: first.url,
    databaseUrl: database.url,
    servers: [first, ...moreServers],
    workers: allWorkers,
    simulator,
    startServer,
    startWorker,
    startSimulator,
    until,
    ready: (kind, name) =>
      until(
        kind,
        name,
        ({ ready, generation, observedGeneration }) => ready && generation === observedGeneration,
      ),
    gone: async (kind, name) => {
      const gone = await poll(async () =>
        (await client.objects.get({ kind, name })) === undefined ? true : undefined,
      )
      if (gone === undefined)
        throw new Error(
          `${kind} ${name} still exists: ${JSON.stringify((await client.objects.get({ kind, name }))?.status)}`,
        )
    },
    stop: async () => {
      await stopAll()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
