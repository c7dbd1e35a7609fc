import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { trustedPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import { schema, workerSchema } from '../../schema/graphql/schema.ts'
import { createPolicy, type Policy } from '../../server/auth/policy.ts'
import { createSessions } from '../../server/auth/sessions.ts'
import { createAuthenticator, storeBootstrapTokens } from '../../server/auth/tokens.ts'
import { createBackups } from '../../server/backup/backups.ts'
import { startChangeFeed } from '../../server/delivery/change-feed.ts'
import { limitsFor, type Limits } from '../../server/http/edge/limits.ts'
import { createHttp, type HttpOptions } from '../../server/http/http.ts'
import { createFairness } from '../../server/http/fairness.ts'
import { createDigesterThreads } from '../../server/manifests/threads.ts'
import { createEncryption, type Encryption } from '../../server/store/encryption.ts'
import { createModules } from '../../server/modules/modules.ts'
import { createStore } from '../../server/store/store.ts'
import { startPresence, type PresenceLink } from '../../server/presence/presence.ts'
import { createWebhooks } from '../../server/webhooks/webhooks.ts'
import { clientsPath, workersPath } from '../../schema/endpoints.ts'
import { PlatformError, type FieldError } from '../../schema/errors.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { QueryWorkers } from '../../schema/cluster-queries.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { write } from './store.ts'

export interface TestServer {
  app: FastifyInstance
  store: Store
  adminToken: string
  workerToken: string
  database: TestDatabase
  encryption: Encryption
  /** Sends a GraphQL request as the administrator, or with the given token. */
  graphql(
    query: string,
    variables?: object,
    token?: string,
  ): Promise<{ status: number; body: GraphqlResponse }>
  /** Sends a request of the protocol of workers, as a worker, or with the given token. */
  workers(
    query: string,
    variables?: object,
    token?: string,
  ): Promise<{ status: number; body: GraphqlResponse }>
  /** Sends a REST request. */
  rest(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: RestResponse }>
  stop(): Promise<void>
}

export interface GraphqlResponse {
  data?: Record<string, never> | null
  errors?: {
    message: string
    path?: unknown[]
    extensions: { code: string; fields?: { path: string }[]; [key: string]: unknown }
  }[]
}

export interface RestResponse {
  Meta: { Page: number; Size: number; TotalCount: number }
  Type: string
  Data: Record<string, unknown>[] | null
  Status: { code: number; message: string; error: string; fields?: FieldError[]; requestId?: string }
}

const noWorkers: QueryWorkers = () => {
  throw new PlatformError('UNAVAILABLE', 'no worker is running')
}

/** The link of a server that has no broker. */
export const noOtherServers: PresenceLink = {
  connected: false,
  shareReport: () => undefined,
  onReport: () => undefined,
}

/** What differs from the limits of a server, and from its settings. */
export type TestServerOptions = Partial<
  Pick<HttpOptions, 'schema' | 'workerSchema' | 'slowAfter' | 'callers' | 'trusted' | 'web' | 'terminals'>
> & {
  limits?: Partial<Limits>
  clusters?: ClusterPolicy
  policy?: Policy
  /** Milliseconds between polls of the change feed. @default 20 */
  pollInterval?: number
  /** Replaces the store that requests use. */
  instead?: (store: Store) => Store
}

/** Creates a server in this process, on a new database and without a broker. */
export async function createTestServer(
  queryWorkers: QueryWorkers = noWorkers,
  {
    limits = {},
    clusters = trustedPolicy,
    policy = createPolicy(),
    pollInterval = 20,
    instead = (store) => store,
    ...options
  }: TestServerOptions = {},
): Promise<TestServer> {
  const database = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const feed = await startChangeFeed({ pool: database.sql, log, interval: pollInterval })
  const encryption = createEncryption(randomBytes(32))
  const digester = createDigesterThreads()
  const store = createStore({
    database,
    encryption,
    digester,
    clusters,
    onChange: () => feed.hint(),
  })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  const [adminToken, workerToken] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
  await storeBootstrapTokens(database.sql, { admin: adminToken, worker: workerToken })
  const authenticator = createAuthenticator(database.sql)
  const metrics = createMetrics('test')
  const onChange = (): void => feed.hint()
  const modules = await createModules({ sql: database.sql, encryption, rules: clusters, metrics, onChange })
  const presence = startPresence({ sql: database.sql, link: noOtherServers, self: () => undefined, log })
  const app = await createHttp({
    schema,
    workerSchema,
    services: {
      fairness: createFairness({ store: instead(store), policy, connections: 10 }),
      policy,
      webhooks: createWebhooks(store),
      feed,
      modules,
      authenticator,
      sessions: createSessions(database.sql, authenticator),
      features: [],
      processes: { ...presence, queued: async () => undefined },
      queryWorkers,
      backups: createBackups(database.sql, encryption, onChange),
    },
    log,
    metrics,
    limits: { ...limitsFor({ body: 8_000_000, connections: 1000 }), ...limits },
    callers: { hosts: [], origins: [] },
    ...options,
    unready: async () => [],
    degraded: async () => [],
  })
  app.addHook('onClose', () => modules.upstreams.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = (token: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  })
  const send =
    (url: string, given: string): TestServer['graphql'] =>
    async (query, variables = {}, token = given) => {
      const payload = JSON.stringify({ query, variables })
      const { statusCode, body } = await app.inject({ method: 'POST', url, headers: headers(token), payload })
      return { status: statusCode, body: JSON.parse(body) as GraphqlResponse }
    }
  return {
    app,
    store,
    adminToken,
    workerToken,
    database,
    encryption,
    graphql: send(clientsPath, adminToken),
    workers: send(workersPath, workerToken),
    rest: async (method, url, body, more = {}) => {
      const payload =
        body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
      const { authorization, ...json } = headers(adminToken)
      const response = await app.inject({
        method,
        url,
        headers: { authorization: authorization ?? '', ...(body === undefined ? {} : json), ...more },
        ...payload,
      })
      return { status: response.statusCode, body: JSON.parse(response.body) as RestResponse }
    },
    stop: async () => {
      await app.close()
      await presence.stop()
      await feed.stop()
      await digester.close()
      await database.drop()
    },
  }
}
