import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { clientsPath, workersPath } from '../../schema/endpoints.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import type { Audience } from '../../schema/graphql/permissions.ts'
import type { Log } from '../../telemetry/log.ts'
import { addHealthRoutes, addMetricsRoute, type HealthOptions } from '../../process/health.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { addRequestSpans } from '../../telemetry/request-spans.ts'
import { routeTemplate } from '../../telemetry/route-template.ts'
import { createAdmission } from './admission.ts'
import { collectMethods } from './allowed-methods.ts'
import { addBackup } from './backup.ts'
import { addConsole } from './console.ts'
import { CompiledOperations, maxCompiledFieldsPerDocument } from './compiled-operations.ts'
import { contextFor, type Services } from './context.ts'
import { actorOf } from './edge/authentication.ts'
import type { Callers } from './edge/callers.ts'
import { addEdge } from './edge/edge.ts'
import { createEdgeServer } from './edge/http-server.ts'
import type { Limits } from './edge/limits.ts'
import { maxParamLength, routedUrl } from './edge/paths.ts'
import { createGraphql } from './graphql.ts'
import { addGraphiql } from './graphiql.ts'
import { answerJoined } from './joined-operations.ts'
import { createKnownOperations } from './known-operations.ts'
import { addModules } from './modules/proxy.ts'
import { addNestingLimit } from './nesting.ts'
import { requestIdOf } from './request-id.ts'
import { addRest } from './rest/routes.ts'
import { addSession } from './session.ts'
import { addSubscriptions } from './subscriptions.ts'
import { addTerminals, type TerminalLimits } from './terminals/terminals.ts'
import { addTerraformState } from './terraform-state.ts'
import { addTrustedDocuments, type TrustedDocuments } from './trusted-documents.ts'
import { addErrors } from './unrouted.ts'
import { webFolder } from './web-folder.ts'
import { addWebhooks } from './webhooks.ts'

export interface HttpOptions extends HealthOptions {
  schema: GraphQLSchema
  /** The protocol of workers. */
  workerSchema: GraphQLSchema
  services: Services
  log: Log
  metrics: Metrics
  limits: Limits
  callers: Callers
  /** The documents that the API of clients executes. @default all */
  trusted?: TrustedDocuments | undefined
  /** Milliseconds after which a subscription whose client reads nothing is ended. @default 10000 */
  slowAfter?: number
  /** The limits of terminals in containers. @default those of `terminals.ts` */
  terminals?: TerminalLimits
  /** The folder of the web pages. @default dist/web */
  web?: string
}

/** Creates the HTTP server: GraphQL over HTTP, WebSocket and SSE, REST, modules, the console, terminals, GraphiQL, health and metrics. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log, metrics, limits, callers, web = webFolder } = options
  const app = fastify({
    // The edge limits bodies that are buffered; a restore streams its body without a limit.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: true,
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    rewriteUrl: routedUrl,
    serverFactory: (handler) => createEdgeServer(handler, limits),
  })
  countRequests(app, metrics)
  addRequestSpans(app)
  // Before the first route, since routes keep the error handler that they find.
  addErrors(app, { log, allowedMethods: collectMethods(app) })
  const edge = await addEdge(app, { authenticator: services.authenticator, metrics, limits, callers })
  addHealthRoutes(app, options)
  addMetricsRoute(app, metrics)
  addNestingLimit(app)
  addConsole(app, web)
  addGraphiql(app, web)
  addSession(app, { sessions: services.sessions, log, readText: edge.readText })

  addTrustedDocuments(app, options.trusted)
  await addGraphql(app, 'clients', options)
  await addGraphql(app, 'workers', { ...options, schema: options.workerSchema })
  addSubscriptions(app, { ...options, edge })
  addTerminals(app, { ...options, edge })
  addRest(app, { services, log, parseJson: edge.parseJson })
  addBackup(app, services)
  addTerraformState(app, services, edge)
  addWebhooks(app, services.webhooks, edge.readBytes)
  addModules(app, { services, log, limits })
  return app
}

/** Serves the queries and mutations of the schema of an audience. */
async function addGraphql(
  app: FastifyInstance,
  audience: Audience,
  { schema, services, log }: Pick<HttpOptions, 'schema' | 'services' | 'log'>,
): Promise<void> {
  const operations = new CompiledOperations(schema, maxCompiledFieldsPerDocument[audience])
  const admit = createAdmission(schema, services.fairness.requests)
  const contextOf = (request: FastifyRequest): RequestContext =>
    contextFor(services, { actor: actorOf(request), headers: request.headers, requestId: request.id })
  const apollo = createGraphql(schema, { log, admit, operations })
  apollo.addPlugin(fastifyApolloDrainPlugin(app))
  await apollo.start()
  const known = createKnownOperations({ operations, admit, contextOf, log })
  const answerAny = fastifyApolloHandler(apollo, { context: async (request) => contextOf(request) })
  const joins = audience === 'workers'
  app.post(
    joins ? workersPath : clientsPath,
    { config: { takesList: () => joins } },
    async function (request, reply) {
      const { body } = request
      if (Array.isArray(body)) return answerJoined(known, { request, operations: body, reply })
      return (await known.answer(request, reply)) ?? answerAny.call(this, request, reply)
    },
  )
}

function countRequests(app: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram('qleet_http_request_seconds', 'Duration of requests', [
    'method',
    'route',
    'status',
  ])
  app.addHook('onResponse', async (request, reply) => {
    const route = routeTemplate(request)
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
}
