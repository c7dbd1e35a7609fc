import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Services } from './context.ts'
import type { Edge } from './edge/edge.ts'
import { formatError } from './graphql.ts'
import { createSlowReaders, patience } from './slow-readers.ts'
import { addEventStream } from './event-stream.ts'
import { addSockets } from './sockets.ts'
import type { Transport } from './transport.ts'

export interface SubscriptionOptions {
  schema: GraphQLSchema
  services: Services
  log: Log
  metrics: Metrics
  edge: Edge
  /** Milliseconds after which a connection that takes nothing is let go. @default 10000 */
  slowAfter?: number
}

/** Subscriptions over WebSocket (graphql-ws) at /graphql and over SSE (graphql-sse) at /graphql/stream. */
export function addSubscriptions(
  app: FastifyInstance,
  { schema, services, log, metrics, edge, slowAfter = patience }: SubscriptionOptions,
): void {
  const letGo = metrics.counter(
    'qleet_slow_readers_total',
    'Connections of subscriptions that were ended because they took nothing',
  )
  const slowReaders = createSlowReaders(slowAfter, () => letGo.inc())
  const told: Transport['told'] = (errors) =>
    errors.map((error) => {
      const { message, extensions = {} } = formatError(error.toJSON(), error, log)
      return { message, extensions }
    })
  addEventStream(app, { schema, services, slowReaders, told, edge })
  addSockets(app, { schema, services, slowReaders, told, edge })
  app.addHook('onClose', async () => slowReaders.stop())
}
