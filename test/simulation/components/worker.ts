import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '../../../client-sdk/index.ts'
import { Shutdown } from '../../../process/shutdown.ts'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { Log } from '../../../telemetry/log.ts'
import type { Metrics } from '../../../telemetry/metrics.ts'
import type { LeaseClock } from '../../../workers/engine/lease-clock.ts'
import type { ReconcilePool } from '../../../workers/engine/pool.ts'
import { runReconcile, type ReconcileResult } from '../../../workers/engine/run-reconcile.ts'
import type { Reconciler } from '../../../workers/engine/reconciler.ts'
import { ReconcilerCaches, type Environment } from '../../../workers/environment.ts'
import { createKubeClient, type KubeRequest } from '../../../workers/kube/client/client.ts'
import type { KubeTransport } from '../../../workers/kube/client/transport.ts'
import { reconcilers } from '../../../workers/registry.ts'
import { createSinks } from '../../../workers/notifications/sinks.ts'
import { createClusters } from '../../../workers/runtimes/clusters.ts'
import type { SimulatorAccess } from '../../../workers/runtimes/provider.ts'
import { startWorker as startLoops, type WorkerOptions as LoopOptions } from '../../../workers/worker.ts'
import type { Process, World } from '../world/world.ts'
import { createAwsClients } from '../../../workers/aws/clients.ts'
import type { SimulatedTerraform } from './terraform.ts'
import type { SimulatedAws } from './aws/aws.ts'
import type { SimulatedClouds } from './clouds.ts'
import type { SimulatedBroker } from './broker.ts'
import { simulatedModules } from './modules.ts'
import { simulatedCharts } from './charts.ts'
import { simulatedImages } from './images.ts'

/** The reconcile that is running, for checks of its actions. */
export interface Acting {
  kind: string
  id: string
  lease: LeaseClock
}

export const acting = new AsyncLocalStorage<Acting>()

export interface WorkerOptions {
  world: World
  name: string
  broker: SimulatedBroker
  client: () => Client
  transportTo: (server: string, onSend: (request: KubeRequest) => void) => KubeTransport
  simulator: SimulatorAccess
  aws: SimulatedAws
  clouds: SimulatedClouds
  terraform: SimulatedTerraform
  log: Log
  /** Called with each request to a cluster as it is sent. */
  onSend: (request: KubeRequest) => void
  onReconciled: (kind: string, id: string, result: ReconcileResult) => void
  /** Replaces reconcilers, for mutants. */
  mutate?: (reconciler: Reconciler<Environment>) => Reconciler<Environment>
  /** Changes the dependencies of the worker's loops, for mutants. */
  mutateLoops?: WorkerMutation
}

export type WorkerMutation = (options: LoopOptions) => LoopOptions

const kinds = [...reconcilers.keys()]

export interface SimulatedWorker {
  process: Process
  /** Shuts the worker down in order, as SIGTERM does. */
  stop(): Promise<void>
}

/** Starts one worker, as `workers/run.ts` and `workers/thread.ts` build it, without threads and sockets. */
export function startWorker(options: WorkerOptions): SimulatedWorker {
  const { world, broker, log } = options
  const process = world.process(options.name)
  const shutdown = new Shutdown({ log })
  world.within(process, () => {
    const pool = createInlinePool(options)
    const client = options.client()
    const mutateLoops = options.mutateLoops ?? ((given) => given)
    const loops = mutateLoops({
      client,
      pool,
      queue: broker.queue(),
      locks: broker.locks(),
      looks: broker.looks(),
      clusters: clustersOf(options, client),
      kinds,
      log,
      metrics: noMetrics,
      pollInterval: 15_000,
      shutdown,
    })
    shutdown.add(...startLoops(loops).steps)
  })
  return { process, stop: () => shutdown.stop() }
}

function clustersOf({ transportTo, onSend }: WorkerOptions, client: Client): Environment['clusters'] {
  return createClusters({
    client,
    policy: trustedPolicy,
    connectTo: (given) =>
      createKubeClient({ ...given, open: () => transportTo(given.access.server, onSend) }),
  })
}

/** Milliseconds after which a thread whose reconcile does not return is replaced. */
const hardDeadline = 75_000

/** Creates a pool that reconciles in the process itself. */
function createInlinePool(options: WorkerOptions): ReconcilePool {
  const {
    world,
    log,
    simulator,
    aws,
    clouds,
    terraform,
    onReconciled,
    mutate = (reconciler) => reconciler,
  } = options
  const client = options.client()
  const environment: Environment = {
    clusters: clustersOf(options, client),
    providers: { policy: trustedPolicy, simulator },
    guardThresholds: { count: 10, percent: 50, always: 1000 },
    envoyImage: 'envoy',
    charts: simulatedCharts,
    images: simulatedImages,
    sinks: createSinks(trustedPolicy),
    // Metrics of canaries are no part of the simulation.
    prometheus: () => Promise.resolve({ unknown: 'There is no Prometheus.' }),
    aws: createAwsClients({ open: (_, region) => aws.in(region) }),
    gcp: clouds.gcp(),
    azure: clouds.azure(),
    // A run is no part of the reconcile that starts it.
    terraform: terraform.runner((work) => acting.exit(work)),
    modules: simulatedModules,
    caches: new ReconcilerCaches(),
  }
  return {
    threads: 1,
    capacity: 8,
    limit: 32,
    close: async () => undefined,
    run: async ({ kind, id }, lease) => {
      const reconciler = reconcilers.get(kind)
      if (reconciler === undefined) throw new Error(`no reconciler for ${kind}`)
      const given = mutate(reconciler)
      const ended = acting.run({ kind, id, lease }, () =>
        runReconcile({ id, lease, reconciler: given, environment, client, log }),
      )
      const result = await Promise.race([ended, world.wait(hardDeadline, '').then(() => hangs(lease))])
      world.trace.add(world.current().name, `reconciled ${kind} ${id}: ${described(result)}`)
      onReconciled(kind, id, result)
      return result
    },
  }
}

function hangs(lease: LeaseClock): ReconcileResult {
  lease.revoke()
  return { result: 'failed', error: { code: 'INTERNAL', message: 'it does not return', details: {} } }
}

function described(result: ReconcileResult): string {
  if (result.result === 'reported') return result.outcome
  return result.result === 'failed' ? `failed, ${result.error.message}` : result.result
}

const meter = {
  reset: () => undefined,
  set: () => undefined,
  inc: () => undefined,
  observe: () => undefined,
}
// The loops of a worker use only these metrics.
const noMetrics = { gauge: () => meter, histogram: () => meter, counter: () => meter } as unknown as Metrics
