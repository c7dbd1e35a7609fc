import { createClient } from '../client-sdk/index.ts'
import { brokerNames } from '../schema/events.ts'
import { clusterPolicy } from '../schema/clusters/policy.ts'
import { reconciledKindNames } from '../schema/kinds/index.ts'
import { defaultProject } from '../schema/names.ts'
import { addHealthRoutes, addMetricsRoute, answers } from '../process/health.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { linkNats } from '../process/nats-link.ts'
import { createPages } from '../process/pages.ts'
import { orAway, orEnd } from '../process/environment.ts'
import { stopInOrder } from '../process/shutdown.ts'
import { startTracing, traceHeaders } from '../telemetry/tracing.ts'
import { createQueryHandlers } from './cluster-queries/index.ts'
import { readWorkerConfig } from './config.ts'
import { serveClusterQueries } from './cluster-queries/serve.ts'
import { consumeTriggers } from './engine/consumer.ts'
import { takeDirectly } from './engine/direct.ts'
import { createDispatcher } from './engine/dispatcher.ts'
import { keepLeases } from './engine/lease-keeper.ts'
import { createLocks } from './watch/watch-lock.ts'
import { reportingLoss } from './engine/quarantine.ts'
import { createPool } from './engine/pool.ts'
import { runReconcile } from './engine/run-reconcile.ts'
import { createClusters } from './runtimes/clusters.ts'
import { watchRuntimes } from './watch/watch-runtimes.ts'

/*
 * A worker: takes triggers and lets pool threads reconcile the objects, each under a lease. Everything is built here, in order, and
 * undone in reverse.
 */

const config = await orEnd(() => readWorkerConfig(process.env))
const log = createLog('worker', config.QLEET_LOG_LEVEL)
const metrics = createMetrics('worker')
const endTracing = await startTracing('worker')

const nats = linkNats({
  url: config.QLEET_NATS_URL,
  token: config.QLEET_NATS_TOKEN,
  name: 'qleetos-worker',
  log,
})
await nats.waitFor(2000)
const names = brokerNames(config.QLEET_NATS_PREFIX)
const locks = createLocks(nats, names)
const lostThreads = metrics.counter(
  'qleet_threads_replaced_total',
  'Threads that were replaced because a reconcile hung, spun, or took too much memory',
  ['why'],
)
const pool = createPool({
  filename: new URL('./thread.ts', import.meta.url).href,
  log,
  onLost: (why) => lostThreads.inc({ why }),
  ...(config.QLEET_WORKER_THREADS > 0 ? { threads: config.QLEET_WORKER_THREADS } : {}),
})

const client = createClient({
  url: config.QLEET_SERVER_URL,
  token: config.QLEET_WORKER_TOKEN,
  program: 'the worker',
  headers: traceHeaders,
})

const durations = metrics.histogram('qleet_reconcile_seconds', 'Duration of reconciles', ['kind', 'result'])
const dispatcher = createDispatcher({
  pool,
  log,
  reportLost: ({ id, why }, lease) =>
    runReconcile({ id, lease, reconciler: reportingLoss(why), environment: undefined, client, log }),
  onFinished: (kind, result, seconds) =>
    durations.observe(
      { kind, result: result.result === 'reported' ? result.outcome : result.result },
      seconds,
    ),
})
const policy = clusterPolicy(config)
const clusters = createClusters({ client, policy })
const endWatches = watchRuntimes({ client, clusters, locks, log, metrics })
const { answer, close: closeAnswers } = createQueryHandlers(client, policy)
let endAnswers = async (): Promise<void> => undefined
nats.onceThere((connection) => {
  endAnswers = serveClusterQueries({ connection, subject: names.questions, answer, log })
})
const kinds = reconciledKindNames
const endConsumers = kinds.map((kind) => consumeTriggers({ link: nats, names, kind, dispatcher, log }))
const taken = metrics.counter(
  'qleet_taken_directly_total',
  'Objects that were taken from a server because NATS did not bring them',
)
const endTaking = takeDirectly({
  client,
  dispatcher,
  kinds,
  brokerIsThere: () => nats.isThere,
  log,
  onTaken: (objects) => taken.inc(objects),
})

const endLeases = keepLeases({ client, dispatcher, log })

const { QLEET_WORKER_HOST: host, QLEET_WORKER_PORT: port } = config
const health = createPages([...config.QLEET_ALLOWED_HOSTS, host])
addMetricsRoute(health, metrics)
addHealthRoutes(health, {
  // One object, which every control plane has: an answer takes a server, its database and our token.
  unready: async () => {
    const asked = client.objects.get({ kind: 'Project', name: defaultProject })
    return (await answers(asked)) ? [] : ['the server does not answer']
  },
  degraded: async () =>
    nats.isThere
      ? []
      : ['NATS is away: what is due is taken from the server, and questions are not answered'],
})
const address = await orAway(`cannot listen on ${host}:${port} (QLEET_WORKER_HOST, QLEET_WORKER_PORT)`, () =>
  health.listen({ host, port }),
)
/** Milliseconds that running reconciles get to end by themselves. */
const grace = 8000

let stopping: Promise<void> | undefined
const stop = (): Promise<void> =>
  stopInOrder(log, [
    [
      {
        step: 'take no more triggers',
        run: () => Promise.all([endTaking, ...endConsumers].map((end) => end())),
      },
      {
        step: 'wait for reconciles',
        run: () => dispatcher.drain(grace),
        waitsFor: () => dispatcher.running().map(({ kind, id }) => ({ kind, id })),
      },
      { step: 'end the watches', run: endWatches },
      { step: 'end answers to questions', run: () => endAnswers().then(closeAnswers) },
    ],
    [{ step: 'let go of the leases', run: endLeases }],
    [
      { step: 'end the threads', run: () => pool.close() },
      { step: 'close the health endpoint', run: () => health.close() },
      { step: 'close the connection to NATS', run: () => nats.close() },
    ],
    [{ step: 'send the last traces', run: endTracing }],
  ])
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.on(signal, () => {
    stopping ??= stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  })
}

log.info({ address, capacity: pool.capacity }, 'reconciling')
process.send?.({ ready: true, address })
