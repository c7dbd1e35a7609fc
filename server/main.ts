import { clusterPolicy } from '../schema/clusters/policy.ts'
import { isPlatformError } from '../schema/errors.ts'
import { defaultProject } from '../schema/names.ts'
import { schema } from '../schema/graphql/schema.ts'
import { openDatabase } from '../prisma/client.ts'
import { migrate } from '../prisma/migrate.ts'
import { addMetricsRoute, answers } from '../process/health.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createPages } from '../process/pages.ts'
import { orAway, orEnd } from '../process/environment.ts'
import { stopInOrder } from '../process/shutdown.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { createPolicy } from './auth/policy.ts'
import { createAuthenticator, storeBootstrapTokens } from './auth/tokens.ts'
import { createBackups } from './backup/backups.ts'
import { connectBroker } from './delivery/broker.ts'
import { startChangeFeed } from './delivery/change-feed.ts'
import { readServerConfig } from './config.ts'
import { limitsFor } from './http/edge/limits.ts'
import { createFairness } from './http/fairness.ts'
import { housekeepingWork } from './delivery/retention.ts'
import { createHttp } from './http/http.ts'
import { holdLease } from './delivery/leader-lease.ts'
import { measureLog } from './delivery/metrics.ts'
import { createDigesterThreads } from './manifests/threads.ts'
import { relayWork } from './delivery/relay.ts'
import { resyncWork } from './delivery/resync.ts'
import { sealingWork } from './sealing.ts'
import { createEncryption } from './store/encryption.ts'
import { assertKeyOf } from './store/key-check.ts'
import { createStore } from './store/store.ts'

/*
 * A server: serves the API, and takes its turn at the relay and the resync. Everything is built here, in order, and
 * undone in reverse.
 */

const config = await orEnd(() => readServerConfig(process.env))
const log = createLog('server', config.QLEET_LOG_LEVEL)
const metrics = createMetrics('server')
const endTracing = await startTracing('server')

const applied = await orAway('the database of QLEET_DATABASE_URL cannot be used', () =>
  migrate(config.QLEET_DATABASE_URL),
)
if (applied.length > 0) log.info({ migrations: applied }, 'applied migrations')
const database = openDatabase({
  url: config.QLEET_DATABASE_URL,
  connections: config.QLEET_DATABASE_CONNECTIONS,
})
await storeBootstrapTokens(database.prisma, {
  admin: config.QLEET_ADMIN_TOKEN,
  worker: config.QLEET_WORKER_TOKEN,
})

const broker = await connectBroker({
  url: config.QLEET_NATS_URL,
  token: config.QLEET_NATS_TOKEN,
  prefix: config.QLEET_NATS_PREFIX,
  log,
})
const feed = await startChangeFeed({ pool: database.sql, log })
broker.onChangesHint(() => feed.hint())
const [encryptionKey, ...formerKeys] = [
  config.QLEET_ENCRYPTION_KEY,
  ...config.QLEET_FORMER_ENCRYPTION_KEYS,
].map((key) => Buffer.from(key, 'base64')) as [Buffer, ...Buffer[]]
const encryption = createEncryption(encryptionKey, formerKeys)
await orEnd(() => assertKeyOf(database.sql, encryption))
const onChange = (): void => {
  feed.hint()
  broker.hintChanges()
}
const digester = createDigesterThreads()
const clusters = clusterPolicy(config)
const store = createStore({ database, encryption, digester, clusters, onChange })
await store
  .create({ kind: 'Project', name: defaultProject, spec: {} }, { actor: 'server' })
  .catch((error: unknown) => {
    if (!isPlatformError(error) || error.code !== 'NAME_TAKEN') throw error
  })

measureLog(metrics, database.sql)
const relayed = metrics.counter('qleet_relay_changes_total', 'Changes that were turned into triggers')
const passing = metrics.histogram(
  'qleet_relay_seconds',
  'Time from a change to its triggers, by the clocks of database and server',
)
const resynced = metrics.counter(
  'qleet_resync_objects_total',
  'Objects that were triggered because they were due',
)
const endRelay = holdLease(
  database.sql,
  log,
  relayWork({
    pool: database.sql,
    feed,
    broker,
    log,
    onPassed: (changes) => {
      relayed.inc(changes.length)
      for (const { time } of changes) passing.observe(Math.max(0, Date.now() - time.getTime()) / 1000)
    },
  }),
)
const endResync = holdLease(
  database.sql,
  log,
  resyncWork({ pool: database.sql, broker, log, onResynced: (objects) => resynced.inc(objects) }),
)
const endHousekeeping = holdLease(
  database.sql,
  log,
  housekeepingWork({
    pool: database.sql,
    log,
    retention: { age: config.QLEET_CHANGE_RETENTION, most: config.QLEET_CHANGE_MOST },
  }),
)

const endSealing = holdLease(database.sql, log, sealingWork({ pool: database.sql, log, encryption }))

const policy = createPolicy()
const app = await createHttp({
  schema,
  services: {
    fairness: createFairness({
      store,
      policy,
      connections: config.QLEET_DATABASE_CONNECTIONS,
    }),
    feed,
    authenticator: createAuthenticator(database.prisma),
    policy,
    askWorkers: broker.askWorkers,
    backups: createBackups(database.sql, encryption, onChange),
  },
  log,
  metrics,
  limits: limitsFor({ body: config.QLEET_MAX_BODY, connections: config.QLEET_MAX_CONNECTIONS }),
  callers: {
    hosts: [...config.QLEET_ALLOWED_HOSTS, config.QLEET_HOST],
    origins: config.QLEET_ALLOWED_ORIGINS,
  },
  unready: async () => ((await answers(database.sql.query('SELECT 1'))) ? [] : ['the database is away']),
  degraded: async () =>
    broker.connected
      ? []
      : ['NATS is away: changes are reconciled a little later, and clusters are not asked'],
})
const { QLEET_HOST: host, QLEET_PORT: port } = config
const address = await orAway(`cannot listen on ${host}:${port} (QLEET_HOST, QLEET_PORT)`, () =>
  app.listen({ host, port }),
)
const { QLEET_METRICS_HOST: metricsHost, QLEET_METRICS_PORT: metricsPort } = config
const pages = createPages([...config.QLEET_ALLOWED_HOSTS, metricsHost])
addMetricsRoute(pages, metrics)
if (metricsPort !== undefined) {
  const what = `cannot listen on ${metricsHost}:${metricsPort} (QLEET_METRICS_HOST, QLEET_METRICS_PORT)`
  const served = await orAway(what, () => pages.listen({ host: metricsHost, port: metricsPort }))
  log.info({ address: served }, 'serving metrics')
}
let stopping: Promise<void> | undefined
const stop = (): Promise<void> =>
  stopInOrder(log, [
    [
      { step: 'answer the last requests', run: () => app.close() },
      { step: 'close the metrics', run: () => pages.close() },
    ],
    [
      { step: 'hand back the relay', run: endRelay },
      { step: 'hand back resync', run: endResync },
      { step: 'hand back housekeeping', run: endHousekeeping },
      { step: 'hand back sealing', run: endSealing },
    ],
    [
      { step: 'end the change feed', run: () => feed.stop() },
      { step: 'end the threads that read texts', run: () => digester.close() },
    ],
    [{ step: 'close the connection to NATS', run: () => broker.close() }],
    [{ step: 'close connections to the database', run: () => database.close() }],
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

log.info({ address }, 'serving')
process.send?.({ ready: true, address })
