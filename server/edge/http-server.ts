import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * A server with the time limits of one that anybody reaches. Node begins with every request that it has got, also while those before it
 * on the connection are not answered: of those beyond the limit one is handled, to be refused, and the others are dropped, as its
 * answer ends the connection.
 */
export function createEdgeServer(
  handler: RequestListener,
  limits: Pick<Limits, 'headers' | 'idle' | 'connections' | 'pipelined'>,
): Server {
  const waiting = new WeakMap<Socket, number>()
  const server = createServer(
    {
      headersTimeout: limits.headers,
      // What is too slow is found at a look, of which Node has one in half a minute otherwise.
      connectionsCheckingInterval: Math.min(limits.headers / 4, 5000),
      keepAliveTimeout: limits.idle,
      // Bodies have a pace instead of an end: a restore over a slow line takes long.
      requestTimeout: 0,
    },
    (request, response) => {
      const { socket } = request
      const count = (waiting.get(socket) ?? 0) + 1
      waiting.set(socket, count)
      if (count > limits.pipelined + 1) return
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
      if (count > limits.pipelined) tooMany.add(request)
      handler(request, response)
    },
  )
  server.maxConnections = limits.connections
  return server
}

const tooMany = new WeakSet<object>()

/** Whether a request is one more than its connection may wait for. */
export function isTooMany(request: object): boolean {
  return tooMany.has(request)
}
