import { createClient, type Client } from './api-client.ts'
import { clusterPolicy } from '../schema/clusters/policy.ts'
import { brokerNames, type BrokerNames } from '../schema/events.ts'
import { reconciledKindNames } from '../schema/kinds/index.ts'
import { KubernetesRuntimeInstance } from '../schema/kinds/kubernetes-runtime.ts'
import type { ProcessReport } from '../schema/processes.ts'
import { orUnavailable } from '../process/environment.ts'
import { addHealthRoutes, addMetricsRoute, respondsInTime } from '../process/health.ts'
import { programFile } from '../process/installation.ts'
import { linkNats, type NatsLink } from '../process/nats-link.ts'
import { createPages } from '../process/pages.ts'
import type { Running } from '../process/run-process.ts'
import { reportSelf } from '../process/self-report.ts'
import { Shutdown, type StopStep } from '../process/shutdown.ts'
import type { Log } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { startTracing, traceHeaders } from '../telemetry/tracing.ts'
import { createCharts } from './charts/charts.ts'
import { createDownloader } from './charts/download.ts'
import { createQueryHandlers } from './cluster-queries/index.ts'
import { serveClusterQueries } from './cluster-queries/serve.ts'
import { chartSettings, type WorkerConfig } from './config.ts'
import { createNatsQueue } from './engine/consumer.ts'
import { createPool, type ReconcilePool } from './engine/pool.ts'
import { createClusters, type Clusters } from './runtimes/clusters.ts'
import { ListWatchedDocument, ReportProcessDocument } from './generated/documents.ts'
import { createHttpTransport } from './http-transport.ts'
import { createReleaseDryRuns } from './planned-releases/dry-run.ts'
import { createLastLooks } from './watch/last-looks.ts'
import { createLocks } from './watch/watch-lock.ts'
import { olderServer } from './server-release.ts'
import { startWorker, type StartedWorker } from './worker.ts'

/** Runs a worker process. The components are built in dependency order and shut down in the reverse order. */
export function runWorker(config: WorkerConfig, log: Log): Promise<Running> {
  const shutdown = new Shutdown({ log })
  return shutdown.guard(() => start({ config, log, shutdown, metrics: createMetrics('worker') }))
}

interface StartContext {
  config: WorkerConfig
  log: Log
  metrics: Metrics
  shutdown: Shutdown
}

async function start(context: StartContext): Promise<Running> {
  const { config, log, metrics, shutdown } = context
  shutdown.add({ step: 'send the last traces', run: await startTracing('worker') })
  const link = linkNats({
    url: config.QLEET_NATS_URL,
    token: config.QLEET_NATS_TOKEN,
    name: 'qleetos-worker',
    log,
  })
  const pages = createPages([...config.QLEET_ALLOWED_HOSTS, config.QLEET_WORKER_HOST])
  const pool = startPool(context)
  shutdown.add(
    { step: 'terminate the threads', run: () => pool.close() },
    { step: 'close the health endpoint', run: () => pages.close() },
    { step: 'close the connection to NATS', run: () => link.close() },
  )
  await link.waitFor(2000)
  const names = brokerNames(config.QLEET_NATS_PREFIX)
  const client = createClient({
    url: config.QLEET_SERVER_URL,
    token: config.QLEET_WORKER_TOKEN,
    program: 'the worker',
    headers: traceHeaders,
    post: createHttpTransport(),
  })
  const clusters = createClusters({ client, policy: clusterPolicy(config) })
  let stopReporting = async (): Promise<void> => undefined
  shutdown.add({ step: 'report the end of this worker', run: () => stopReporting() })
  const { steps, dispatcher } = startWorker({
    client,
    pool,
    queue: createNatsQueue(link, names),
    locks: createLocks(link, names),
    looks: createLastLooks(link, { names, settings: config }),
    clusters,
    kinds: reconciledKindNames,
    log,
    metrics,
    shutdown,
  })
  shutdown.add(...steps, serveQueries(context, { client, link, names }))

  addMetricsRoute(pages, metrics)
  let hasReported = false
  addHealthRoutes(pages, {
    // Takes a server, its database and a valid token.
    unready: async () => {
      const request = client.execute(ListWatchedDocument, {
        kind: KubernetesRuntimeInstance.kind,
        first: 1,
      })
      if (!(await respondsInTime(request))) return ['the API server does not respond']
      const older = await olderServer(config.QLEET_SERVER_URL).catch(() => undefined)
      if (older !== undefined) return [older]
      // Until then, servers say that there is no worker.
      return hasReported ? [] : ['the API server has no report of this worker yet']
    },
    degraded: async () =>
      link.isConnected
        ? []
        : [
            'NATS is unavailable: due objects are polled from the API server, and cluster queries are not served',
          ],
  })
  const { QLEET_WORKER_HOST: host, QLEET_WORKER_PORT: port } = config
  const address = await orUnavailable(
    `cannot listen on ${host}:${port} (QLEET_WORKER_HOST, QLEET_WORKER_PORT)`,
    () => pages.listen({ host, port }),
  )
  const send = async (report: ProcessReport): Promise<void> => {
    await client.execute(ReportProcessDocument, { report })
    hasReported = true
  }
  stopReporting = reportWorker(context, { address, send, link, clusters, dispatcher, pool })
  log.info({ address, capacity: pool.capacity }, 'reconciling')
  return { address, stop: () => shutdown.stop() }
}

function startPool({ config, log, metrics }: StartContext): ReconcilePool {
  const lostThreads = metrics.counter(
    'qleet_threads_replaced_total',
    'Threads that were replaced because a reconcile hung, spun, or exceeded its memory',
    ['why'],
  )
  return createPool({
    filename: programFile('workers/thread.ts'),
    settings: config,
    log,
    onLost: (why) => lostThreads.inc({ why }),
    ...(config.QLEET_WORKER_THREADS > 0 ? { threads: config.QLEET_WORKER_THREADS } : {}),
  })
}

interface ReportedWorker {
  address: string
  send(report: ProcessReport): Promise<void>
  link: NatsLink
  clusters: Clusters
  dispatcher: StartedWorker['dispatcher']
  pool: ReconcilePool
}

/** Reports the state of this worker to the API server. @returns A function that sends the last report. */
function reportWorker(
  { log }: StartContext,
  { address, send, link, clusters, dispatcher, pool }: ReportedWorker,
): () => Promise<void> {
  return reportSelf({
    role: 'worker',
    address,
    isConnected: () => link.isConnected,
    openBreakers: () => clusters.openBreakers(),
    reconciles: () => ({
      running: dispatcher.running().length,
      slots: dispatcher.slots(),
      limit: pool.limit,
      threads: pool.threads,
    }),
    send,
    log,
  })
}

/** Serves the cluster queries of servers, as soon as NATS is connected. */
function serveQueries(
  { config, log }: StartContext,
  { client, link, names }: { client: Client; link: NatsLink; names: BrokerNames },
): StopStep {
  const policy = clusterPolicy(config)
  const charts = createCharts(chartSettings(config), createDownloader(policy))
  const { handle, close } = createQueryHandlers({
    client,
    policy,
    dryRunRelease: createReleaseDryRuns(charts),
  })
  let stopServing = async (): Promise<void> => undefined
  link.onceConnected((connection) => {
    stopServing = serveClusterQueries({ connection, subject: names.questions, handle, log })
  })
  return { step: 'stop serving cluster queries', run: () => stopServing().then(close) }
}
