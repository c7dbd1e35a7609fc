import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { schema } from '../../schema/graphql/schema.ts'
import { createAuthenticator, storeBootstrapTokens } from '../../server/auth/tokens.ts'
import { createBackups } from '../../server/backup/routes.ts'
import { startChangeFeed } from '../../server/change-feed.ts'
import { createHttp, type HttpOptions } from '../../server/http.ts'
import { createEncryption } from '../../server/store/encryption.ts'
import { createStore } from '../../server/store/store.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { AskWorkers } from '../../schema/questions.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { write } from './store.ts'

export interface TestServer {
  app: FastifyInstance
  store: Store
  adminToken: string
  workerToken: string
  database: TestDatabase
  /** Sends a GraphQL request as the administrator, or as whom the token says. */
  graphql(query: string, variables?: object, token?: string): Promise<{ status: number; body: GraphqlAnswer }>
  /** Sends a REST request. */
  rest(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: RestAnswer }>
  stop(): Promise<void>
}

export interface GraphqlAnswer {
  data?: Record<string, never> | null
  errors?: {
    message: string
    path?: unknown[]
    extensions: { code: string; fields?: { path: string }[]; [key: string]: unknown }
  }[]
}

export interface RestAnswer {
  Meta: { Page: number; Size: number; TotalCount: number }
  Type: string
  Data: Record<string, unknown>[] | null
  Status: { code: number; message: string; error: string }
}

const noWorkers: AskWorkers = () => {
  throw new PlatformError('UNAVAILABLE', 'no worker is running')
}

/** A server in this process, on a database of its own, without a broker: what requests need. */
export async function createTestServer(
  askWorkers: AskWorkers = noWorkers,
  options: Pick<HttpOptions, 'slowAfter'> = {},
): Promise<TestServer> {
  const database = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const feed = await startChangeFeed({ pool: database.sql, log, interval: 20 })
  const encryption = createEncryption(randomBytes(32))
  const store = createStore({
    database,
    encryption,
    onChange: () => feed.hint(),
  })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  const [adminToken, workerToken] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')]
  await storeBootstrapTokens(database.prisma, { admin: adminToken, worker: workerToken })
  const app = await createHttp({
    schema,
    services: {
      store,
      prisma: database.prisma,
      feed,
      authenticator: createAuthenticator(database.prisma),
      askWorkers,
      backups: createBackups(database.sql, encryption, () => feed.hint()),
    },
    log,
    metrics: createMetrics('test'),
    maxBody: 8_000_000,
    ...options,
    unready: async () => [],
    degraded: async () => [],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = (token: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  })
  return {
    app,
    store,
    adminToken,
    workerToken,
    database,
    graphql: async (query, variables = {}, token = adminToken) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: headers(token),
        payload: JSON.stringify({ query, variables }),
      })
      return { status: statusCode, body: JSON.parse(body) as GraphqlAnswer }
    },
    rest: async (method, url, body, more = {}) => {
      const payload =
        body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
      const { authorization, ...json } = headers(adminToken)
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: authorization ?? '', ...(body === undefined ? {} : json), ...more },
        ...payload,
      })
      return { status: answer.statusCode, body: JSON.parse(answer.body) as RestAnswer }
    },
    stop: async () => {
      await app.close()
      await feed.stop()
      await database.drop()
    },
  }
}
