import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { createHandler } from 'graphql-sse/lib/use/fastify'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { PlatformError } from '../schema/errors.ts'
import { defined } from '../schema/inputs.ts'
import type { Log } from '../telemetry/log.ts'
import { contextOf, type Services } from './context.ts'
import { asPlatformError } from './failures.ts'
import { formatError } from './graphql.ts'
import { assertFlat } from './nesting.ts'

export interface SubscriptionOptions {
  schema: GraphQLSchema
  services: Services
  log: Log
}

/** Subscriptions over WebSocket (graphql-ws) at /graphql and over SSE (graphql-sse) at /graphql/stream. */
export function addSubscriptions(app: FastifyInstance, { schema, services, log }: SubscriptionOptions): void {
  /** Errors as those of queries and mutations are told: with code and details, ours masked. */
  const told = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
    errors.map((error) => {
      const { message, extensions = {} } = formatError(error.toJSON(), error, log)
      return { message, extensions }
    })
  const sse = createHandler<Record<PropertyKey, unknown>>({
    schema,
    // One connection per operation: nothing is kept for those who have not said who they are.
    authenticate: () => null,
    onNext: async (_, { context }, result) => {
      await drained(context.reply.raw)
      return result.errors === undefined
        ? undefined
        : {
            ...result,
            errors: told(result.errors).map(
              ({ message, extensions }) => new GraphQLError(message, defined({ extensions })),
            ),
          }
    },
    context: async (request) => ({
      ...(await contextOf(services, { authorization: request.headers.get('authorization') ?? undefined })),
    }),
  })
  app.all('/graphql/stream', (request, reply) => sse(request, reply))

  const sockets = new WebSocketServer({ server: app.server, path: '/graphql', maxPayload: 16_000_000 })
  const server = useServer<ConnectionParameters>(
    {
      schema,
      // A connection without a known token is closed with 4403.
      onConnect: ({ connectionParams }) =>
        services.authenticator.authenticate(authorizationOf(connectionParams)).then(
          () => true,
          () => false,
        ),
      context: async ({ connectionParams }) => ({
        ...(await contextOf(services, { authorization: authorizationOf(connectionParams) })),
      }),
      onSubscribe: ({ subscriptions }, _, payload) => {
        try {
          assertFlat(payload)
          // This one is among them already.
          if (Object.keys(subscriptions).length > mostOperations) throw tooMany()
          return undefined
        } catch (error) {
          const originalError = asPlatformError(error)
          return [new GraphQLError(originalError.message, { originalError })]
        }
      },
      // oxlint-disable-next-line max-params -- the signature is that of graphql-ws
      onError: (_, __, ___, errors) => told(errors),
      // oxlint-disable-next-line max-params -- the signature is that of graphql-ws
      onNext: (_, __, ___, ____, result) =>
        result.errors === undefined
          ? undefined
          : { ...defined({ data: result.data }), errors: told(result.errors) },
    },
    sockets,
    15_000,
  )
  app.addHook('preClose', async () => {
    await server.dispose()
  })
}

/** Operations that run at once over one connection. */
const mostOperations = 100

function tooMany(): PlatformError {
  const message = `more than ${mostOperations} operations run over this connection; end some, or open another`
  return new PlatformError('RATE_LIMITED', message, { details: { retryAfter: 1 } })
}

/** Milliseconds between two looks at a connection whose client does not take what was sent. */
const drainEvery = 20

/**
 * Waits until a client has taken what was sent to it. graphql-sse keeps whatever its source gives until it is sent, so
 * the source is held up; graphql-ws waits by itself.
 */
async function drained(response: ServerResponse): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  while (response.writableLength > 0 && !response.destroyed) await sleep(drainEvery)
}

type ConnectionParameters = Record<string, unknown> | undefined

function authorizationOf(parameters: Readonly<ConnectionParameters>): string | undefined {
  const value = parameters?.['authorization'] ?? parameters?.['Authorization']
  return typeof value === 'string' ? value : undefined
}
