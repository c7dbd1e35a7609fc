import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../prisma/migrate.ts'
import { removeDataFolder } from '../../process/children/data-folder.ts'
import { startNats, type EmbeddedNats } from '../../embedded/nats.ts'
import { startPostgres, type EmbeddedPostgres } from '../../embedded/postgres.ts'
import { accessTo } from '../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client/client.ts'
import { kubeconfigFor, proxyTo, type PassingRequest } from '../support/cluster-proxy.ts'
import { poll } from '../support/eventually.ts'
import { helmBinary } from '../support/helm.ts'
import { startModuleServer, type ModuleServer } from '../support/module-server.ts'
import { startPlane, type TestControlPlane } from '../support/plane.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { terraformBinary } from '../support/terraform.ts'
import { chaosAccount, startAws, type ChaosAws } from './aws.ts'
import type { Effect } from './history.ts'

/** A cluster that workers reach through a proxy that can be cut, and through another one that records writes. */
export interface ChaosCluster {
  name: string
  proxy: TcpProxy
  /** A direct connection to the cluster, as another user. */
  direct: KubeClient
}

/** A control plane of which every component can be broken. */
export interface ChaosStack {
  plane: TestControlPlane
  folder: string
  postgres: EmbeddedPostgres
  nats: EmbeddedNats
  clusters: ChaosCluster[]
  /** A cluster of the provider `simulated`, which has stand-ins for all software. Workers reach it directly. */
  simulated: Pick<ChaosCluster, 'name' | 'direct'>
  /** An account of AWS; undefined where moto is not installed. */
  aws: ChaosAws | undefined
  /** An API server of a module, which answers every request. */
  module: Pick<ModuleServer, 'endpoint'>
  /** Writes that have arrived in clusters, in order. */
  effects: Effect[]
  /** The folder of the files that set the clocks of processes. */
  clocks: string
  stop(): Promise<void>
}

/** Starts the given number of servers, two workers, two clusters, and its own Postgres and nats-server. */
export async function startChaosStack({ servers = 2 } = {}): Promise<ChaosStack> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-chaos-'))
  const clocks = join(folder, 'clocks')
  await mkdir(clocks)
  const undo = new AsyncDisposableStack()
  undo.defer(() => removeStack(folder))
  try {
    return await startIn(folder, { clocks, servers, undo })
  } catch (error) {
    await undo.disposeAsync()
    throw error
  }
}

async function startIn(
  folder: string,
  { clocks, servers, undo }: { clocks: string; servers: number; undo: AsyncDisposableStack },
): Promise<ChaosStack> {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  undo.defer(() => postgres.stop())
  const nats = await startNats({ dataDir: join(folder, 'nats') })
  undo.defer(() => nats.stop())
  await migrate(postgres.url)
  const aws = await startAws()
  undo.defer(() => aws?.stop())
  const module = await startModuleServer()
  undo.defer(() => module.stop())
  const plane = await startPlane({
    database: { url: postgres.url, drop: async () => undefined },
    nats,
    servers,
    workers: 2,
    env: {
      QLEET_TEST_CLOCKS: clocks,
      QLEET_CHART_CACHE: join(folder, 'charts'),
      QLEET_TERRAFORM_FOLDER: join(folder, 'terraform'),
      ...(helmBinary === undefined ? {} : { QLEET_HELM: helmBinary }),
      ...(terraformBinary === undefined ? {} : { QLEET_TERRAFORM: terraformBinary }),
      ...aws?.env,
    },
    execArgv: ['--import', new URL('../support/stepped-clock.mjs', import.meta.url).href],
  })
  undo.defer(() => plane.stop())
  const effects: Effect[] = []
  const started = await Promise.all(['space-0', 'space-1'].map((name) => startCluster(plane, name, effects)))
  const simulated = await startSimulated(plane, 'space-own')
  if (aws !== undefined) {
    await plane.client.apply([chaosAccount])
    await plane.ready(chaosAccount.kind, chaosAccount.name)
  }
  const stack: ChaosStack = {
    simulated,
    aws,
    module,
    plane,
    folder,
    postgres,
    nats,
    clocks,
    effects,
    clusters: started.map(({ cluster }) => cluster),
    stop: async () => {
      await plane.stop()
      await Promise.all([
        ...started.map(({ close }) => close()),
        simulated.direct.close(),
        aws?.stop(),
        module.stop(),
      ])
      // The processes may have been restarted.
      await Promise.all([stack.postgres.stop(), stack.nats.stop()])
      await removeStack(folder)
    },
  }
  return stack
}

/** Removes the folder of a stack, with the database, which is elsewhere if root runs it. */
async function removeStack(folder: string): Promise<void> {
  await removeDataFolder(join(folder, 'postgres'))
  await rm(folder, { recursive: true, force: true })
}

async function startSimulated(plane: TestControlPlane, name: string) {
  const { client } = plane
  await client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    { kind: 'KubernetesRuntimeInstance', name, spec: { definition: 'simulated' } },
  ])
  await plane.ready('KubernetesRuntimeInstance', name)
  const kubeconfig = await poll(() => client.kubeconfig({ name }))
  if (kubeconfig === undefined) throw new Error(`${name} has no kubeconfig`)
  const access = accessTo(kubeconfig)
  return { name, access, direct: createKubeClient({ access }) }
}

async function startCluster(
  plane: TestControlPlane,
  name: string,
  effects: Effect[],
): Promise<{ cluster: ChaosCluster; close(): Promise<void> }> {
  const { client } = plane
  const { access, direct } = await startSimulated(plane, `${name}-behind`)
  const recording = await proxyTo(access, (passing) => {
    const effect = effectOf(name, passing)
    return (status) => effect !== undefined && status < 300 && effects.push(effect)
  })
  const proxy = await startTcpProxy(recording.port)
  const kubeconfig = kubeconfigFor(`http://127.0.0.1:${proxy.port}`)
  await client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'kubeconfig', spec: { provider: 'kubeconfig' } },
    { kind: 'KubernetesRuntimeInstance', name, spec: { definition: 'kubeconfig', kubeconfig } },
  ])
  await plane.ready('KubernetesRuntimeInstance', name)
  return {
    cluster: { name, proxy, direct },
    close: async () => {
      await proxy.close()
      await recording.close()
      await direct.close()
    },
  }
}

/** Returns the effect of a request on one of our resources; undefined for deletions, which the final state shows. */
function effectOf(cluster: string, { method, path, body }: PassingRequest): Effect | undefined {
  if (method !== 'PATCH' || body === undefined || path.includes('dryRun')) return undefined
  const { kind, metadata, data } = JSON.parse(body.toString()) as {
    kind?: string
    metadata?: { name?: string; namespace?: string; labels?: Record<string, string> }
    data?: { value?: string }
  }
  const ownerId = metadata?.labels?.['qleet.io/object-id']
  if (ownerId === undefined) return undefined
  return {
    cluster,
    at: Date.now(),
    ownerId,
    resource: `${kind} ${metadata?.namespace ?? ''}/${metadata?.name}`,
    ...(data?.value === undefined ? {} : { marker: data.value }),
  }
}
