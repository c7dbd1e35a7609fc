import fastifyApollo, { fastifyApolloDrainPlugin } from '@as-integrations/fastify'
import { fastify, type FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { errorTable, isPlatformError, shownValue } from '../../schema/errors.ts'
import { clientsPath, workersPath } from '../../schema/endpoints.ts'
import type { Log } from '../../telemetry/log.ts'
import { addHealthRoutes, addMetricsRoute, type HealthOptions } from '../../process/health.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { addRequestSpans } from '../../telemetry/request-spans.ts'
import { addBackup } from './backup.ts'
import { contextFor, type Services } from './context.ts'
import { actorOf } from './edge/authentication.ts'
import type { Callers } from './edge/callers.ts'
import { addEdge } from './edge/edge.ts'
import { createEdgeServer } from './edge/http-server.ts'
import type { Limits } from './edge/limits.ts'
import { asPlatformError } from './failures.ts'
import { createGraphql } from './graphql.ts'
import { addGraphiql } from './graphiql.ts'
import { addNestingLimit } from './nesting.ts'
import { addRest } from './rest/routes.ts'
import { addSubscriptions } from './subscriptions.ts'

export interface HttpOptions extends HealthOptions {
  schema: GraphQLSchema
  /** The protocol of workers. */
  workerSchema: GraphQLSchema
  services: Services
  log: Log
  metrics: Metrics
  limits: Limits
  callers: Callers
  /** Milliseconds after which a subscription whose client reads nothing is ended. @default 10000 */
  slowAfter?: number
}

/** Creates the HTTP server: GraphQL over HTTP, WebSocket and SSE, REST, GraphiQL, health and metrics. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log, metrics, limits, callers } = options
  const app = fastify({
    // The edge limits bodies that are buffered; a restore streams its body without a limit.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (handler) => createEdgeServer(handler, limits),
  })
  countRequests(app, metrics)
  addRequestSpans(app)
  const edge = addEdge(app, { authenticator: services.authenticator, metrics, limits, callers })
  addHealthRoutes(app, options)
  addMetricsRoute(app, metrics)
  addNestingLimit(app)
  addErrors(app, log)
  addGraphiql(app)

  await addGraphql(app, clientsPath, options)
  await addGraphql(app, workersPath, { ...options, schema: options.workerSchema })
  addSubscriptions(app, { ...options, edge })
  addRest(app, services)
  addBackup(app, services)
  return app
}

/** Serves the queries and mutations of a schema. */
async function addGraphql(
  app: FastifyInstance,
  path: string,
  { schema, services, log }: Pick<HttpOptions, 'schema' | 'services' | 'log'>,
): Promise<void> {
  const apollo = createGraphql(schema, { log, requests: services.fairness.requests })
  apollo.addPlugin(fastifyApolloDrainPlugin(app))
  await apollo.start()
  await app.register(fastifyApollo(apollo), {
    path,
    context: async (request) => contextFor(services, { actor: actorOf(request), headers: request.headers }),
    method: ['POST'],
  })
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram('qleet_http_request_seconds', 'Duration of requests', [
    'method',
    'route',
    'status',
  ])
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
}

/** Adds handlers for errors outside of GraphQL, such as a missing token or a body that is too large. */
function addErrors(app: FastifyInstance, log: Log): void {
  app.setNotFoundHandler(({ method, url }, reply) => {
    const message = `no route matches ${method} ${shownValue(url)}; see /graphql in a browser, and \`qleetctl api-resources\` for the kinds of /v0`
    return reply
      .code(errorTable.NOT_FOUND.http)
      .send({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] })
  })
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status !== undefined && !isPlatformError(error)) {
      const { message } = error as Error
      return reply.code(status).send({ errors: [{ message, extensions: { code: 'INVALID_INPUT' } }] })
    }
    const failure = asPlatformError(error)
    if (failure.code === 'INTERNAL') log.error({ err: error, url: request.url }, 'a request failed')
    const extensions = { code: failure.code, ...failure.details }
    return reply
      .code(status ?? errorTable[failure.code].http)
      .send({ errors: [{ message: failure.message, extensions }] })
  })
}

/** Returns the 4xx status that an error carries, or undefined for errors that are not the client's fault. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? status : undefined
}
