import { join } from 'node:path'
import { clusterPolicy } from '../schema/clusters/policy.ts'
import { schema, workerSchema } from '../schema/graphql/schema.ts'
import { openDatabase, type Database } from '../prisma/client.ts'
import { migrate } from '../prisma/migrate.ts'
import { orUnavailable } from '../process/environment.ts'
import { addMetricsRoute, respondsInTime } from '../process/health.ts'
import { installation } from '../process/installation.ts'
import { createPages } from '../process/pages.ts'
import type { Running } from '../process/run-process.ts'
import { reportSelf } from '../process/self-report.ts'
import { processId } from '../schema/processes.ts'
import { Shutdown } from '../process/shutdown.ts'
import type { Log } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { createPolicy } from './auth/policy.ts'
import { createSessions } from './auth/sessions.ts'
import { createAuthenticator, storeBootstrapTokens } from './auth/tokens.ts'
import { createBackups } from './backup/backups.ts'
import type { ServerConfig } from './config.ts'
import { connectBroker, type Broker } from './delivery/broker.ts'
import { startChangeFeed } from './delivery/change-feed.ts'
import { addDeliveryMetrics } from './delivery-metrics.ts'
import { addLogMetrics } from './delivery/metrics.ts'
import { limitsFor } from './http/edge/limits.ts'
import { createFairness } from './http/fairness.ts'
import { createHttp } from './http/http.ts'
import { readTrustedDocuments } from './http/trusted-documents.ts'
import { leasedWork, startLeasedWork } from './leased-work.ts'
import { addNotificationMetrics } from './notification-metrics.ts'
import { createModules, type Modules } from './modules/modules.ts'
import { createDigesterThreads } from './manifests/threads.ts'
import { startPresence, type Presence } from './presence/presence.ts'
import { addSealingMetrics } from './sealing.ts'
import { storeBuiltIns } from './store/built-in.ts'
import { createEncryption, type Encryption } from './store/encryption.ts'
import { assertKeys } from './store/sealing-keys.ts'
import { createStore } from './store/store.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/**
 * Serves the API and competes for the leases of singleton work. Components start in order and stop in reverse order.
 */
export function runServer(config: ServerConfig, log: Log): Promise<Running> {
  const shutdown = new Shutdown({ log })
  return shutdown.guard(() => start({ config, log, shutdown, metrics: createMetrics('server') }))
}

interface Starting {
  config: ServerConfig
  log: Log
  metrics: Metrics
  shutdown: Shutdown
}

async function start(starting: Starting): Promise<Running> {
  const { config, log, metrics, shutdown } = starting
  shutdown.add({ step: 'export the last traces', run: await startTracing('server') })
  const database = await startDatabase(starting)
  const broker = await connectBroker({
    url: config.QLEET_NATS_URL,
    token: config.QLEET_NATS_TOKEN,
    prefix: config.QLEET_NATS_PREFIX,
    log,
  })
  shutdown.add({ step: 'close the connection to NATS', run: () => broker.close() })
  const encryption = encryptionOf(config)
  await assertKeys(database.sql, encryption)
  const [current, ...former] = encryption.keyIds
  log.info({ current, former }, 'encryption keys')
  const feed = await startChangeFeed({ pool: database.sql, log })
  const digester = createDigesterThreads()
  shutdown.add(
    { step: 'stop the change feed', run: () => feed.stop() },
    { step: 'stop the threads that parse manifests', run: () => digester.close() },
  )
  broker.onChangesHint(() => feed.hint())
  const onChange = (): void => {
    feed.hint()
    broker.hintChanges()
  }
  const store = createStore({ database, encryption, digester, clusters: clusterPolicy(config), onChange })
  await storeBuiltIns(store)

  addLogMetrics(metrics, database.sql)
  addSealingMetrics(metrics, database.sql, encryption)
  addDeliveryMetrics(metrics, database.sql)
  addNotificationMetrics(metrics, database.sql)
  const retention = { age: config.QLEET_CHANGE_RETENTION, maxEntries: config.QLEET_CHANGE_MOST }
  const services = { pool: database.sql, store, feed, broker, encryption, retention, log }
  shutdown.add(startLeasedWork(leasedWork({ ...services, ...countersOf(metrics) }), services))

  const { QLEET_TRUSTED_DOCUMENTS: manifest } = config
  const trusted = manifest === undefined ? undefined : await readTrustedDocuments(manifest, schema)
  const policy = createPolicy()
  const authenticator = createAuthenticator(database.sql)
  const modules = await createModules({
    sql: database.sql,
    encryption,
    metrics,
    onChange,
    rules: clusterPolicy(config),
  })
  shutdown.add({ step: 'close connections to modules', run: () => modules.upstreams.close() })
  const presence = startServerPresence(starting, { database, broker, modules })
  const app = await createHttp({
    schema,
    workerSchema,
    services: {
      fairness: createFairness({
        store,
        policy,
        connections: config.QLEET_DATABASE_CONNECTIONS,
      }),
      feed,
      modules,
      authenticator,
      sessions: createSessions(database.sql, authenticator),
      features: [
        'WATCH_OBJECTS',
        'HISTORY',
        ...(trusted === undefined ? [] : ['TRUSTED_DOCUMENTS_ONLY' as const]),
      ],
      policy,
      webhooks: createWebhooks(store),
      processes: { ...presence, queued: () => broker.queued().catch(() => undefined) },
      queryWorkers: broker.queryWorkers,
      backups: createBackups(database.sql, encryption, onChange),
    },
    trusted,
    log,
    metrics,
    limits: limitsFor({ body: config.QLEET_MAX_BODY, connections: config.QLEET_MAX_CONNECTIONS }),
    callers: {
      hosts: [...config.QLEET_ALLOWED_HOSTS, config.QLEET_HOST],
      origins: config.QLEET_ALLOWED_ORIGINS,
    },
    unready: async () =>
      (await respondsInTime(database.sql.query('SELECT 1'))) ? [] : ['the database is unavailable'],
    degraded: async () =>
      broker.connected
        ? []
        : ['NATS is unavailable: reconciles start with a delay, and cluster queries fail'],
  })
  const pages = createPages([...config.QLEET_ALLOWED_HOSTS, config.QLEET_METRICS_HOST])
  shutdown.add(
    { step: 'finish the last requests', run: () => app.close() },
    { step: 'stop serving metrics', run: () => pages.close() },
  )
  const { QLEET_HOST: host, QLEET_PORT: port } = config
  const address = await orUnavailable(`cannot listen on ${host}:${port} (QLEET_HOST, QLEET_PORT)`, () =>
    app.listen({ host, port }),
  )
  addMetricsRoute(pages, metrics)
  await serveMetrics(pages, starting)
  presence.reportServer(address)
  log.info({ address }, 'serving')
  return { address, stop: () => shutdown.stop() }
}

/** Starts to follow which processes there are; with the address of this server, it is one of them. */
function startServerPresence(
  { log, shutdown }: Starting,
  { database, broker, modules }: { database: Database; broker: Broker; modules: Modules },
): Presence & { reportServer(address: string): void } {
  let self: string | undefined
  let stopReporting = async (): Promise<void> => undefined
  const presence = startPresence({ sql: database.sql, link: broker, self: () => self, log })
  shutdown.add({ step: 'stop following other processes', run: () => presence.stop() })
  shutdown.add({ step: 'report the end of this server', run: () => stopReporting() })
  const send: Presence['report'] = (report) => {
    self = processId(report)
    return presence.report(report)
  }
  return {
    ...presence,
    reportServer: (address) => {
      stopReporting = reportSelf({
        role: 'server',
        address,
        isConnected: () => broker.connected,
        openBreakers: () => modules.upstreams.openBreakers(),
        send,
        log,
      })
    },
  }
}

/** Migrates and opens the database, and stores the tokens of the settings. */
async function startDatabase({ config, log, shutdown }: Starting): Promise<Database> {
  const applied = await orUnavailable('cannot use the database of QLEET_DATABASE_URL', () =>
    migrate(config.QLEET_DATABASE_URL, { folder: join(installation, 'prisma/migrations') }),
  )
  if (applied.length > 0) log.info({ migrations: applied }, 'applied migrations')
  const database = openDatabase({
    url: config.QLEET_DATABASE_URL,
    connections: config.QLEET_DATABASE_CONNECTIONS,
  })
  shutdown.add({ step: 'close connections to the database', run: () => database.close() })
  await storeBootstrapTokens(database.sql, {
    admin: config.QLEET_ADMIN_TOKEN,
    worker: config.QLEET_WORKER_TOKEN,
  })
  return database
}

function encryptionOf(config: ServerConfig): Encryption {
  const [key, ...formerKeys] = [config.QLEET_ENCRYPTION_KEY, ...config.QLEET_FORMER_ENCRYPTION_KEYS].map(
    (base64) => Buffer.from(base64, 'base64'),
    // The array begins with QLEET_ENCRYPTION_KEY, so it is never empty.
  ) as [Buffer, ...Buffer[]]
  return createEncryption(key, formerKeys)
}

function countersOf(metrics: Metrics): Pick<Parameters<typeof leasedWork>[0], 'onRelayed' | 'onResynced'> {
  const relayed = metrics.counter('qleet_relay_changes_total', 'Changes whose triggers were published')
  const passing = metrics.histogram(
    'qleet_relay_seconds',
    'Time from a change to the publication of its triggers, by the clocks of database and server',
  )
  const resynced = metrics.counter(
    'qleet_resync_objects_total',
    'Objects that resync triggered because they were due',
  )
  return {
    onRelayed: (changes) => {
      relayed.inc(changes.length)
      for (const { time } of changes) passing.observe(Math.max(0, Date.now() - time.getTime()) / 1000)
    },
    onResynced: (objects) => resynced.inc(objects),
  }
}

/** Serves metrics, without authentication, on the port that the settings name; without such a port, does nothing. */
async function serveMetrics(pages: ReturnType<typeof createPages>, { config, log }: Starting): Promise<void> {
  const { QLEET_METRICS_HOST: host, QLEET_METRICS_PORT: port } = config
  if (port === undefined) return
  const what = `cannot listen on ${host}:${port} (QLEET_METRICS_HOST, QLEET_METRICS_PORT)`
  const address = await orUnavailable(what, () => pages.listen({ host, port }))
  log.info({ address }, 'serving metrics')
}
