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
import { isTooMany } from './http-server.ts'
import type { Limits } from './limits.ts'
import { addRefusedBodies } from './refused-body.ts'
import { setResponseHeaders } from './response-headers.ts'

export interface EdgeOptions {
  authenticator: Authenticator
  metrics: Metrics
  limits: Limits
  callers: Callers
}

/** What stands between clients and everything that a server answers. */
export interface Edge {
  limits: Limits
  callers: Callers
  budget: BodyBudget
  connections: AnonymousConnections
}

/**
 * Lets nothing get further than it must, in this order: callers by their headers, senders by their token, bodies by their length, pace and
 * shape. To be called before routes are added.
 */
export function addEdge(
  app: FastifyInstance,
  { authenticator, metrics, limits, callers }: EdgeOptions,
): Edge {
  const ended = metrics.counter(
    'qleet_connections_ended_total',
    'Connections that a server ended because they held something up',
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
  addUnreadAnswers(app, limits.unread, () => ended.inc({ why: 'slowReader' }))
  addAuthentication(app, { authenticator, onKnown: ({ raw }) => connections.known(raw.socket) })
  const budget = new BodyBudget(limits)
  addBodies(app, { limits, budget, onSlow: () => ended.inc({ why: 'slowBody' }) })
  return { limits, callers, budget, connections }
}

function addPipelineLimit(app: FastifyInstance, { pipelined }: Pick<Limits, 'pipelined'>): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!isTooMany(raw)) return
    void reply.header('connection', 'close')
    const message = `more than ${pipelined} requests are waiting on this connection; open another, or wait for the answers`
    throw rateLimited(message)
  })
}

/** Ends connections whose client takes nothing of its answer. Streams of subscriptions end sooner, and say so first. */
function addUnreadAnswers(app: FastifyInstance, unread: number, onEnded: () => void): void {
  const readers = createSlowReaders(unread, onEnded)
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    reply.raw.once('close', readers.watch({ socket, letGo: () => socket.destroy() }))
  })
  app.addHook('onClose', async () => readers.stop())
}
