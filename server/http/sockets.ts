import type { FastifyInstance } from 'fastify'
import { GraphQLError } from 'graphql'
import { MessageType, type Context, type ErrorMessage } from 'graphql-ws'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer, type WebSocket } from 'ws'
import { clientsPath } from '../../schema/endpoints.ts'
import { type PlatformError, rateLimited } from '../../schema/errors.ts'
import type { Reader } from '../../schema/graphql/context.ts'
import { defined } from '../../schema/defined.ts'
import type { Credentials } from '../auth/credentials.ts'
import { contextOf } from './context.ts'
import type { BodyShare } from './edge/body-budget.ts'
import { executeFairly, subscribeWithinLimits, errorsOfLength } from './execution.ts'
import { asPlatformError } from './failures.ts'
import { limitSocket } from './edge/socket-limits.ts'
import { SocketMessages } from './edge/socket-messages.ts'
import { addUpgrades } from './edge/upgrades.ts'
import { keepAlive } from './keep-alive.ts'
import { assertFlat } from './nesting.ts'
import { validateDocument } from './refused-documents.ts'
import { tooSlow } from './slow-readers.ts'
import type { Transport } from './transport.ts'
import { validateTrusted } from './trusted-documents.ts'

/** Adds operations over WebSocket, many over one connection. */
export function addSockets(
  app: FastifyInstance,
  { schema, services, slowReaders, formatErrors, edge, trusted }: Transport,
): void {
  const { limits, budget, connections, callers } = edge
  const sockets = new WebSocketServer({
    noServer: true,
    path: clientsPath,
    maxPayload: limits.message,
    // Connections take turns after each message, however many arrived together on one of them.
    allowSynchronousEvents: false,
  })
  addUpgrades(app.server, { sockets, callers, path: clientsPath })
  const accepted = new WeakMap<WebSocket, (share: BodyShare) => void>()
  const messages = new SocketMessages()
  sockets.on('connection', (socket, { socket: stream }) => {
    accepted.set(socket, limitSocket({ socket, stream }, limits))
    messages.follow(socket)
  })
  const readers = new WeakMap<WebSocket, Map<string, Reader>>()

  const disconnect = ({ extra: { socket }, subscriptions }: SocketContext): void => {
    for (const [id, operation] of Object.entries(subscriptions)) {
      const originalError = tooSlow(readers.get(socket)?.get(id) ?? {})
      const payload = formatErrors([new GraphQLError(originalError.message, { originalError })])
      socket.send(JSON.stringify({ id, type: MessageType.Error, payload } satisfies ErrorMessage))
      if (operation !== null && 'return' in operation) void operation.return(undefined)
    }
    // Closes after the buffered data, or after the close timeout of `ws`, 30 seconds.
    socket.close(tryAgainLater, 'too slow')
  }

  const server = useServer<ConnectionParameters>(
    {
      schema,
      validate: validateTrusted(trusted, validateDocument),
      execute: executeFairly(services.fairness.requests),
      subscribe: subscribeWithinLimits,
      // `limitSocket` already sets a deadline, which also ends connections whose client does not close them.
      connectionInitWaitTimeout: 0,
      // Without a valid token or session, graphql-ws closes the connection with 4403.
      onConnect: async (context) => {
        const { socket, request } = context.extra
        try {
          const { connectionParams: payload } = context
          messages.check(socket, { type: MessageType.ConnectionInit, ...defined({ payload }) })
          const { name } = await services.authenticator.authenticate(credentialsOf(context))
          accepted.get(socket)?.(budget.share(name))
          connections.authenticated(request.socket)
        } catch {
          return false
        }
        readers.set(socket, new Map())
        const awaitsPong = keepAlive(socket)
        const unwatch = slowReaders.watch({
          socket: request.socket,
          disconnect: () => disconnect(context),
          awaitsPong,
        })
        socket.once('close', unwatch)
        return true
      },
      context: async (context, id) => {
        const ofOperation = await contextOf(services, credentialsOf(context))
        readers.get(context.extra.socket)?.set(id, ofOperation.reader)
        return { ...ofOperation }
      },
      onSubscribe: ({ subscriptions, extra: { socket } }, id, payload) => {
        try {
          messages.check(socket, { id, type: MessageType.Subscribe, payload })
          assertFlat(payload)
          // `subscriptions` already includes this one.
          if (Object.keys(subscriptions).length > maxOperations) throw tooMany()
          return undefined
        } catch (error) {
          const originalError = asPlatformError(error)
          return [new GraphQLError(originalError.message, { originalError })]
        }
      },
      // oxlint-disable-next-line max-params -- the signature is that of graphql-ws
      onError: (_, __, ___, errors) => formatErrors(errors),
      // oxlint-disable-next-line max-params -- the signature is that of graphql-ws
      onNext: ({ extra: { socket } }, id, __, ___, result) => {
        const reader = readers.get(socket)?.get(id)
        if (reader?.given !== undefined) reader.cursor = reader.given
        const tooLong = errorsOfLength(result)
        if (tooLong !== undefined) return { data: null, errors: formatErrors(tooLong) }
        return result.errors === undefined
          ? undefined
          : { ...defined({ data: result.data }), errors: formatErrors(result.errors) }
      },
      onComplete: ({ extra: { socket } }, id) => void readers.get(socket)?.delete(id),
    },
    sockets,
    // Disables the pings of graphql-ws, which terminate a connection without an error message.
    0,
  )
  app.addHook('preClose', async () => {
    await server.dispose()
  })
}

type SocketContext = Context<ConnectionParameters, Extra>

/** https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number */
const tryAgainLater = 1013

/** The maximum number of operations that run at once over one connection. */
const maxOperations = 100

function tooMany(): PlatformError {
  const message = `more than ${maxOperations} operations are running over this connection; end some of them, or open another connection`
  return rateLimited(message)
}

type ConnectionParameters = Record<string, unknown> | undefined

/** Returns what a connection shows: the token of its first message, or else the cookie of its request. */
function credentialsOf({ connectionParams: given, extra: { request } }: SocketContext): Credentials {
  const { cookie, host, origin, 'sec-fetch-site': site } = request.headers
  const value = given?.['authorization'] ?? given?.['Authorization']
  const authorization = typeof value === 'string' ? value : undefined
  return { authorization, cookie, host, origin, 'sec-fetch-site': site }
}
