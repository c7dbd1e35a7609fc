import type { FastifyInstance } from 'fastify'
import { GraphQLError } from 'graphql'
import { MessageType, type Context, type ErrorMessage } from 'graphql-ws'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer, type WebSocket } from 'ws'
import { type PlatformError, rateLimited } from '../../schema/errors.ts'
import type { Reader } from '../../schema/graphql/context.ts'
import { defined } from '../../schema/inputs.ts'
import { contextOf } from './context.ts'
import type { BodyShare } from './edge/body-budget.ts'
import { executeInTurn } from './execution.ts'
import { asPlatformError } from './failures.ts'
import { limitSocket } from './edge/socket-limits.ts'
import { addUpgrades } from './edge/upgrades.ts'
import { assertFlat } from './nesting.ts'
import { validateDocument } from './refused-documents.ts'
import { tooSlow } from './slow-readers.ts'
import type { Transport } from './transport.ts'

/** Operations over WebSocket, many over one connection. */
export function addSockets(
  app: FastifyInstance,
  { schema, services, slowReaders, told, edge }: Transport,
): void {
  const { limits, budget, connections, callers } = edge
  const sockets = new WebSocketServer({
    noServer: true,
    path: '/graphql',
    maxPayload: limits.message,
    // One message of each connection before it is the turn of others, however many came together.
    allowSynchronousEvents: false,
  })
  addUpgrades(app.server, sockets, callers)
  const accepted = new WeakMap<WebSocket, (share: BodyShare) => void>()
  sockets.on('connection', (socket, { socket: stream }) =>
    accepted.set(socket, limitSocket({ socket, stream }, limits)),
  )
  const readers = new WeakMap<WebSocket, Map<string, Reader>>()

  const letGo = ({ extra: { socket }, subscriptions }: SocketContext): void => {
    for (const [id, operation] of Object.entries(subscriptions)) {
      const originalError = tooSlow(readers.get(socket)?.get(id) ?? {})
      const payload = told([new GraphQLError(originalError.message, { originalError })])
      socket.send(JSON.stringify({ id, type: MessageType.Error, payload } satisfies ErrorMessage))
      if (operation !== null && 'return' in operation) void operation.return(undefined)
    }
    // Ends behind what waits to be taken, or after thirty seconds.
    socket.close(tryAgainLater, 'too slow')
  }

  const server = useServer<ConnectionParameters>(
    {
      schema,
      validate: validateDocument,
      execute: executeInTurn(services.fairness.requests),
      // It has a deadline already, which ends connections that do not close in turn as well.
      connectionInitWaitTimeout: 0,
      // A connection without a known token is closed with 4403.
      onConnect: async (context) => {
        const { socket, request } = context.extra
        try {
          const authorization = authorizationOf(context.connectionParams)
          const { name } = await services.authenticator.authenticate(authorization)
          accepted.get(socket)?.(budget.share(name))
          connections.known(request.socket)
        } catch {
          return false
        }
        readers.set(socket, new Map())
        const owesAnswer = keepAlive(socket)
        const unwatch = slowReaders.watch({ socket: request.socket, letGo: () => letGo(context), owesAnswer })
        socket.once('close', unwatch)
        return true
      },
      context: async ({ connectionParams, extra: { socket } }, id) => {
        const context = await contextOf(services, { authorization: authorizationOf(connectionParams) })
        readers.get(socket)?.set(id, context.reader)
        return { ...context }
      },
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
      onNext: ({ extra: { socket } }, id, __, ___, result) => {
        const reader = readers.get(socket)?.get(id)
        if (reader?.given !== undefined) reader.cursor = reader.given
        return result.errors === undefined
          ? undefined
          : { ...defined({ data: result.data }), errors: told(result.errors) }
      },
      onComplete: ({ extra: { socket } }, id) => void readers.get(socket)?.delete(id),
    },
    sockets,
    // Its own pings would end a connection without a word.
    0,
  )
  app.addHook('preClose', async () => {
    await server.dispose()
  })
}

/** Milliseconds between two pings, so that nobody in between takes the connection for unused. */
const pingEvery = 15_000

/** @returns Whether a ping was not answered yet. */
function keepAlive(socket: WebSocket): () => boolean {
  let isAsked = false
  const pinging = setInterval(() => {
    if (isAsked || socket.readyState !== socket.OPEN) return
    isAsked = true
    socket.ping()
  }, pingEvery)
  socket.on('pong', () => void (isAsked = false))
  socket.once('close', () => clearInterval(pinging))
  return () => isAsked
}

type SocketContext = Context<ConnectionParameters, Extra>

/** https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number */
const tryAgainLater = 1013

/** Operations that run at once over one connection. */
const mostOperations = 100

function tooMany(): PlatformError {
  const message = `more than ${mostOperations} operations run over this connection; end some, or open another`
  return rateLimited(message)
}

type ConnectionParameters = Record<string, unknown> | undefined

function authorizationOf(parameters: Readonly<ConnectionParameters>): string | undefined {
  const value = parameters?.['authorization'] ?? parameters?.['Authorization']
  return typeof value === 'string' ? value : undefined
}
