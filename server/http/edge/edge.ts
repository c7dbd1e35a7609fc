import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../../telemetry/metrics.ts'
import type { Authenticator } from '../../auth/tokens.ts'
import { rateLimited } from '../../../schema/errors.ts'
import { createSlowReaders } from '../slow-readers.ts'
import { addAuthentication } from './authentication.ts'
import { addBodies } from './bodies.ts'
import { BodyBudget } from './body-budget.ts'
import { checkCaller, type Callers } from './callers.ts'
import { AnonymousConnections } from './connections.ts'
import { exceedsPipeline } from './http-server.ts'
import type { Limits } from './limits.ts'
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
}

/**
 * Adds the checks that every request passes, cheapest first: host and origin, then the token, then the length, rate and
 * shape of the body. Must be called before routes are added.
 */
export function addEdge(
  app: FastifyInstance,
  { authenticator, metrics, limits, callers }: EdgeOptions,
): Edge {
  const ended = metrics.counter(
    'qleet_connections_ended_total',
    'Connections that a server closed to protect itself, by reason',
    ['why'],
  )
  const connections = new AnonymousConnections(limits, () => ended.inc({ why: 'anonymous' }))
  connections.watch(app.server)
  app.server.on('drop', () => ended.inc({ why: 'tooMany' }))

  app.addHook('onRequest', async (request, reply) => {
    setResponseHeaders(reply.raw)
    checkCaller(request.headers, callers)
  })
  if (callers.origins.length > 0) void app.register(cors, { origin: [...callers.origins], maxAge: 600 })
  addPipelineLimit(app, limits)
  addRefusedBodies(app)
  addUnreadResponses(app, limits.unread, () => ended.inc({ why: 'slowReader' }))
  addAuthentication(app, { authenticator, onKnown: ({ raw }) => connections.authenticated(raw.socket) })
  const budget = new BodyBudget(limits)
  addBodies(app, { limits, budget, onSlow: () => ended.inc({ why: 'slowBody' }) })
  return { limits, callers, budget, connections }
}

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
