import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../../telemetry/metrics.ts'
import type { Authenticator } from '../../auth/tokens.ts'
import { rateLimited } from '../../../schema/errors.ts'
import { releaseHeader } from '../../../schema/release.ts'
import { requestIdHeader } from '../request-id.ts'
import { createSlowReaders } from '../slow-readers.ts'
import { addAuthentication } from './authentication.ts'
import {
  addBodies,
  type BytesReader,
  type JsonParser,
  type LongTextReader,
  type TextReader,
} from './bodies.ts'
import { BodyBudget } from './body-budget.ts'
import { checkCaller, type Callers } from './callers.ts'
import { AnonymousConnections } from './connections.ts'
import { exceedsPipeline } from './http-server.ts'
import type { Limits } from './limits.ts'
import { addPathCheck } from './paths.ts'
import { addRefusedBodies } from './refused-body.ts'
import { setResponseHeaders } from './response-headers.ts'

export interface EdgeOptions {
  authenticator: Authenticator
  metrics: Metrics
  limits: Limits
  callers: Callers
}

/** The checks between clients and the routes of a server. */
export interface Edge {
  limits: Limits
  callers: Callers
  budget: BodyBudget
  connections: AnonymousConnections
  /** {@link addBodies} */
  parseJson: JsonParser
  readText: TextReader
  readBytes: BytesReader
  readLongText: LongTextReader
}

/**
 * Adds the checks that every request passes, cheapest first: host and origin, then the token, then the length, rate and
 * shape of the body. Must be called before routes are added.
 */
export async function addEdge(
  app: FastifyInstance,
  { authenticator, metrics, limits, callers }: EdgeOptions,
): Promise<Edge> {
  const ended = metrics.counter(
    'qleet_connections_ended_total',
    'Connections that a server closed to protect itself, by reason',
    ['why'],
  )
  const connections = new AnonymousConnections(limits, () => ended.inc({ why: 'anonymous' }))
  connections.watch(app.server)
  app.server.on('drop', () => ended.inc({ why: 'tooMany' }))

  app.addHook('onRequest', async (request, reply) => {
    setResponseHeaders(reply.raw, request.id)
    checkCaller(request.headers, callers)
  })
  await addCors(app, callers)
  addPipelineLimit(app, limits)
  addRefusedBodies(app)
  addUnreadResponses(app, limits.unread, () => ended.inc({ why: 'slowReader' }))
  addAuthentication(app, { authenticator, onKnown: ({ raw }) => connections.authenticated(raw.socket) })
  addPathCheck(app)
  const budget = new BodyBudget(limits)
  const readers = addBodies(app, { limits, budget, onSlow: () => ended.inc({ why: 'slowBody' }) })
  return { limits, callers, budget, connections, ...readers }
}

/**
 * Lets pages of allowed origins use the API. Awaited, so that its hook runs before those that refuse requests: a page can
 * read an error only if it has the headers as well.
 */
async function addCors(app: FastifyInstance, { origins }: Pick<Callers, 'origins'>): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    // Clients that send credentials with every request work as well; the cookies of sessions are refused from other origins.
    credentials: true,
    maxAge: 600,
    strictPreflight: false,
  })
}

/** The headers of responses that pages of other origins may read, besides the common ones. */
const exposedHeaders = [
  'allow',
  'etag',
  'link',
  'location',
  'retry-after',
  'warning',
  releaseHeader,
  requestIdHeader,
]

function addPipelineLimit(app: FastifyInstance, { pipelined }: Pick<Limits, 'pipelined'>): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!exceedsPipeline(raw)) return
    void reply.header('connection', 'close')
    const message = `more than ${pipelined} requests are waiting on this connection; open another, or wait for the responses`
    throw rateLimited(message)
  })
}

/** Closes connections whose client does not read the response. Subscriptions end sooner, with an error first. */
function addUnreadResponses(app: FastifyInstance, unread: number, onEnded: () => void): void {
  const readers = createSlowReaders(unread, onEnded)
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    reply.raw.once('close', readers.watch({ socket, disconnect: () => socket.destroy() }))
  })
  app.addHook('onClose', async () => readers.stop())
}
