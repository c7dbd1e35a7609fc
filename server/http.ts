import fastifyApollo, { fastifyApolloDrainPlugin } from '@as-integrations/fastify'
import { fastify, type FastifyInstance } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { errorTable, shownValue } from '../schema/errors.ts'
import { release, releaseHeader } from '../schema/release.ts'
import type { Log } from '../telemetry/log.ts'
import { addHealthRoutes, type HealthOptions } from '../telemetry/health.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { addRequestSpans } from '../telemetry/request-spans.ts'
import { addBackup } from './backup/routes.ts'
import { contextOf, type Services } from './context.ts'
import { asPlatformError } from './failures.ts'
import { createGraphql } from './graphql.ts'
import { addGraphiql } from './graphiql.ts'
import { addNestingLimit } from './nesting.ts'
import { addRest } from './rest/routes.ts'
import { addSubscriptions } from './subscriptions.ts'

export interface HttpOptions extends HealthOptions {
  schema: GraphQLSchema
  services: Services
  log: Log
  maxBody: number
  /** Milliseconds after which a subscription that takes nothing is ended. @default 10000 */
  slowAfter?: number
}

/** Everything that a server answers: GraphQL over HTTP, WebSocket and SSE, REST, GraphiQL, health and metrics. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { schema, services, log, metrics, maxBody } = options
  const app = fastify({
    bodyLimit: maxBody,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  // Raw, so that streams have it as well.
  app.addHook('onRequest', async (_, reply) => void reply.raw.setHeader(releaseHeader, release))
  countRequests(app, metrics)
  addRequestSpans(app)
  addHealthRoutes(app, options)
  addNestingLimit(app)
  addErrors(app, log)
  addGraphiql(app)

  const apollo = createGraphql(schema, log)
  apollo.addPlugin(fastifyApolloDrainPlugin(app))
  await apollo.start()
  await app.register(fastifyApollo(apollo), {
    context: (request) => contextOf(services, request.headers).catch(refuseRequest),
    method: ['POST'],
  })
  addSubscriptions(app, options)
  addRest(app, services)
  addBackup(app, services)
  return app
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

/** Apollo takes the HTTP status of a request that gets no context from the extensions of the error. */
function refuseRequest(error: unknown): never {
  const failure = asPlatformError(error)
  const extensions = { http: { status: errorTable[failure.code].http } }
  throw new GraphQLError(failure.message, { originalError: failure, extensions })
}

/** Failures outside of GraphQL, such as a missing token or a body that is too long. */
function addErrors(app: FastifyInstance, log: Log): void {
  app.setNotFoundHandler(({ method, url }, reply) => {
    const message = `there is no ${method} ${shownValue(url)} here; see /graphql in a browser, and \`qleetctl api-resources\` for the kinds of /v0`
    return reply
      .code(errorTable.NOT_FOUND.http)
      .send({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] })
  })
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 400 && status < 500) {
      const message = status === 413 ? 'the request is too long; split it' : (error as Error).message
      return reply.code(status).send({ errors: [{ message, extensions: { code: 'INVALID_INPUT' } }] })
    }
    const failure = asPlatformError(error)
    if (failure.code === 'INTERNAL') log.error({ err: error, url: request.url }, 'a request failed')
    const extensions = { code: failure.code, ...failure.details }
    return reply
      .code(errorTable[failure.code].http)
      .send({ errors: [{ message: failure.message, extensions }] })
  })
}
