import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * A server with the time limits of one that anybody reaches. Node begins with every request that it has got, also while those before it
 * on the connection are not answered: of those beyond the limit one is handled, to be refused, and a few are dropped, as its
 * answer ends the connection. Where still more come, the connection ends at once: reading them alone would hold up everybody.
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
      if (count > flood * limits.pipelined) socket.destroy()
      if (count > limits.pipelined + 1) return
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
      if (count > limits.pipelined) tooMany.add(request)
      handler(request, response)
    },
  )
  server.maxConnections = limits.connections
  server.on('connection', readInPieces)
  return server
}

/** How many times as many requests as may wait are no mistake of a client. */
const flood = 8

/** Bytes that are parsed before it is seen whether the connection has ended. */
const pieceSize = 8192

/**
 * Node parses all that came at once, which are a thousand small requests in 64 kB, and a connection that was ended because of
 * the first of them goes on until then. Somebody who listens to the data as well makes it come through `push`, where it is
 * cut.
 */
function readInPieces(socket: Socket): void {
  const push = socket.push.bind(socket)
  socket.on('data', () => undefined)
  socket.push = (chunk: Buffer | null, encoding) => {
    let wantsMore = true
    if (chunk === null || chunk.length <= pieceSize) return push(chunk, encoding)
    for (let at = 0; at < chunk.length && !socket.destroyed; at += pieceSize)
      wantsMore = push(chunk.subarray(at, at + pieceSize), encoding)
    return wantsMore
  }
}

const tooMany = new WeakSet<object>()

/** Whether a request is one more than its connection may wait for. */
export function isTooMany(request: object): boolean {
  return tooMany.has(request)
}
