import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type * as documents from '../../client-sdk/generated/documents.ts'
import type { createClient, Client } from '../../client-sdk/index.ts'
import type { ControlPlaneInfo, ProgressLine } from '../../embedded/progress.ts'
import { loopbackClusters } from '../support/loopback-clusters.ts'
import { accessTo } from '../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client/client.ts'
import { poll } from '../support/eventually.ts'
import { fetchMetrics } from '../support/metrics.ts'

/** A control plane as `npm start` runs it, with a ready runtime. */
export interface Stack {
  client: Client
  /** The operations of the SDK of the code that runs, which an earlier commit has without later fields. */
  documents: typeof documents
  url: string
  token: string
  /** The URL of Postgres, for peers that write there directly. */
  databaseUrl: string
  /** How it was started: the folder with the code, the folder with the data, and the environment. */
  started: Readonly<{ code: string; data: string; env: NodeJS.ProcessEnv }>
  /** The cluster of the runtime, with the client that workers use. */
  cluster: KubeClient
  /** Adds a simulated cluster, or one by a kubeconfig; resolves when its runtime is ready. */
  addRuntime(name: string, kubeconfig?: string): Promise<string>
  /** The metrics of a process about itself. */
  usage(process: 'server' | 'worker'): Promise<Usage>
  /** Returns a sample of the server, by its name with its labels except `component`. */
  metric(name: string, labels?: string): Promise<number>
  /** Returns the process of the component that runs now. */
  pidOf(part: Part): Promise<number>
  /** Pauses a process, as behind a network that drops all packets, or resumes it. */
  signal(part: Part, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  stop(): Promise<void>
}

/** A process of the control plane. */
export type Part = 'server' | 'worker' | 'postgres' | 'nats' | 'simulator'

export interface Usage {
  /** The CPU seconds since its start. */
  cpu: number
  /** Bytes. */
  memory: number
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the program of a control plane as users run it. Commits before decision 079 have no bundle of it, some another folder. */
async function supervisorOf(code: string): Promise<string> {
  if (!existsSync(join(code, 'tools/build-programs.ts'))) {
    const former = join(code, 'server/embedded/main.ts')
    return existsSync(former) ? former : join(code, 'embedded/main.ts')
  }
  const bootstrap = (await import(join(code, 'tools/bootstrap.mjs'))) as { ensurePrograms(): Promise<void> }
  await bootstrap.ensurePrograms()
  return join(code, 'dist/programs/embedded/main.mjs')
}

export interface StackOptions {
  env?: Readonly<Record<string, string>>
  /** The folder with the code. @default this repository */
  code?: string
}

/** Starts everything in a temporary folder, on free ports; `stop` removes it. */
export async function startStack({ env = {}, code = root }: StackOptions = {}): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-bench-'))
  const environment = { ...process.env, ...loopbackClusters, ...env }
  const supervisor = spawn(
    process.execPath,
    [await supervisorOf(code), '--name', 'bench', '--data', folder],
    { stdio: ['ignore', 'pipe', 'ignore'], env: environment },
  )
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()))
  const pidOf: Stack['pidOf'] = async (part) => {
    const file = part === 'postgres' ? 'postgres/data/postmaster.pid' : `${part}.pid`
    return Number.parseInt(await readFile(join(folder, file), 'utf8'), 10)
  }
  const stop = async (): Promise<void> => {
    supervisor.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { serverUrl, workerUrl, tokenFile } = await readyInfo(supervisor.stdout)
    const token = (await readFile(tokenFile, 'utf8')).trim()
    const sdk = (await import(join(code, 'client-sdk/index.ts'))) as { createClient: typeof createClient }
    const client = sdk.createClient({ url: serverUrl, token, retryFor: 5000 })
    const cluster = createKubeClient({ access: accessTo(await readyRuntime(client)), connections: 32 })
    const operations = (await import(join(code, 'client-sdk/generated/documents.ts'))) as Stack['documents']
    return {
      client,
      documents: operations,
      url: serverUrl,
      token,
      databaseUrl: await databaseUrlOf(folder),
      started: { code, data: folder, env: environment },
      cluster,
      addRuntime: (name, kubeconfig) => addRuntime(client, name, kubeconfig),
      usage: async (of) =>
        usageIn(await (of === 'server' ? fetchMetrics(serverUrl, token) : fetchMetrics(workerUrl))),
      metric: async (name, labels) => valueIn(await fetchMetrics(serverUrl, token), name, labels),
      pidOf,
      signal: async (part, signal) => {
        process.kill(await pidOf(part), signal)
      },
      stop: async () => {
        await cluster.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readyInfo(stdout: Readable): Promise<ControlPlaneInfo> {
  const log: string[] = []
  for await (const line of createInterface(stdout)) {
    log.push(line)
    const progress = JSON.parse(line) as ProgressLine
    if ('ready' in progress) {
      stdout.resume()
      return progress.info
    }
  }
  throw new Error(`the control plane did not start:\n${log.join('\n')}`)
}

/** Creates a runtime for all measurements; resolves with its kubeconfig. */
async function readyRuntime(client: Client): Promise<string> {
  await client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'bench', spec: { provider: 'simulated' } },
    {
      kind: 'KubernetesRuntimeInstance',
      name: 'bench',
      spec: { definition: 'bench', defaultRuntime: true },
    },
  ])
  const kubeconfig = await poll(() => client.kubeconfig({ name: 'bench' }))
  if (kubeconfig === undefined) throw new Error('the runtime did not become ready')
  return kubeconfig
}

async function addRuntime(client: Client, name: string, kubeconfig?: string): Promise<string> {
  const provider = kubeconfig === undefined ? 'simulated' : 'kubeconfig'
  await client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: provider, spec: { provider } },
    {
      kind: 'KubernetesRuntimeInstance',
      name,
      spec: { definition: provider, ...(kubeconfig === undefined ? {} : { kubeconfig }) },
    },
  ])
  const ready = await poll(async () => {
    const object = await client.objects.get({ kind: 'KubernetesRuntimeInstance', name })
    return object?.ready === true ? client.kubeconfig({ name }) : undefined
  })
  return ready ?? kubeconfig ?? ''
}

async function databaseUrlOf(folder: string): Promise<string> {
  const [password, port] = await Promise.all(
    ['postgres-password', 'postgres-port'].map((name) => storedSetting(folder, name)),
  )
  return `postgresql://qleet:${password ?? ''}@127.0.0.1:${port ?? ''}/qleet`
}

/** Reads a secret, a port or a key from the data folder of a control plane. */
export async function storedSetting(folder: string, name: string): Promise<string> {
  return (await readFile(join(folder, name), 'utf8')).trim()
}

function usageIn(metrics: string): Usage {
  return {
    cpu: valueIn(metrics, 'process_cpu_seconds_total'),
    memory: valueIn(metrics, 'process_resident_memory_bytes'),
  }
}

function valueIn(metrics: string, name: string, labels = ''): number {
  const found = new RegExp(`^${name}(?:\\{${labels}[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1]
  if (found === undefined) throw new Error(`the metrics have no ${name}`)
  return Number(found)
}
