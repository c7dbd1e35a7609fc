import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Services } from './context.ts'
import type { Edge } from './edge/edge.ts'
import { formatError } from './graphql-errors.ts'
import { createSlowReaders, stallTimeout } from './slow-readers.ts'
import { addEventStream } from './event-stream.ts'
import { addSockets } from './sockets.ts'
import type { Transport } from './transport.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

export interface SubscriptionOptions {
  schema: GraphQLSchema
  services: Services
  log: Log
  metrics: Metrics
  edge: Edge
  trusted?: TrustedDocuments | undefined
  /** Milliseconds after which a connection whose client reads nothing is closed. @default 10000 */
  slowAfter?: number
}

/** Adds subscriptions over WebSocket (graphql-ws) at /graphql and over SSE (graphql-sse) at /graphql/stream. */
export function addSubscriptions(
  app: FastifyInstance,
  { schema, services, log, metrics, edge, trusted, slowAfter = stallTimeout }: SubscriptionOptions,
): void {
  const stalled = metrics.counter(
    'qleet_slow_readers_total',
    'Subscription connections that were closed because their clients read nothing',
  )
  const slowReaders = createSlowReaders(slowAfter, () => stalled.inc())
  const formatErrors: Transport['formatErrors'] = (errors) =>
    errors.map((error) => {
      const { message, extensions = {} } = formatError(error.toJSON(), error, log)
      return { message, extensions }
    })
  const transport = { schema, services, slowReaders, formatErrors, edge, trusted }
  addEventStream(app, transport)
  addSockets(app, transport)
  app.addHook('onClose', async () => slowReaders.stop())
}
