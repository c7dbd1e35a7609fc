import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Creates a server with the timeouts of a public one. Node starts every pipelined request at once. Beyond the limit, one
 * request is handled, to be rejected with a response that closes the connection, and the following ones are dropped. Far
 * beyond the limit, the connection is closed at once, because even reading the requests would block the event loop.
 */
export function createEdgeServer(
  handler: RequestListener,
  limits: Pick<Limits, 'headers' | 'idle' | 'connections' | 'pipelined'>,
): Server {
  const waiting = new WeakMap<Socket, number>()
  const server = createServer(
    {
      headersTimeout: limits.headers,
      // Node checks the timeouts at this interval, by default only every 30 seconds.
      connectionsCheckingInterval: Math.min(limits.headers / 4, 5000),
      keepAliveTimeout: limits.idle,
      // Bodies have a minimum rate instead of a deadline: a restore over a slow connection takes long.
      requestTimeout: 0,
      // Any other upgrade that a client offers, such as that of curl to HTTP/2, may be ignored (RFC 9110, 7.8).
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.trim().toLowerCase() === 'websocket',
    },
    (request, response) => {
      const { socket } = request
      const count = (waiting.get(socket) ?? 0) + 1
      waiting.set(socket, count)
      if (count > floodFactor * limits.pipelined) socket.destroy()
      if (count > limits.pipelined + 1) return
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
      if (count > limits.pipelined) excessRequests.add(request)
      handler(request, response)
    },
  )
  server.maxConnections = limits.connections
  server.on('connection', readInChunks)
  return server
}

/** The multiple of the limit beyond which pipelined requests are treated as an attack. */
const floodFactor = 8

/** Bytes that are parsed between two checks of whether the connection was closed. */
const chunkSize = 8192

/**
 * Splits received chunks. Node parses each chunk of up to 64 kB, with a thousand small requests, as a whole, even when the
 * connection was closed because of the first of them. The extra `data` listener makes Node deliver chunks through `push`,
 * where they can be split.
 */
function readInChunks(socket: Socket): void {
  const push = socket.push.bind(socket)
  socket.on('data', () => undefined)
  socket.push = (chunk: Buffer | null, encoding) => {
    let wantsMore = true
    if (chunk === null || chunk.length <= chunkSize) return push(chunk, encoding)
    for (let start = 0; start < chunk.length && !socket.destroyed; start += chunkSize)
      wantsMore = push(chunk.subarray(start, start + chunkSize), encoding)
    return wantsMore
  }
}

const excessRequests = new WeakSet<object>()

/** Reports whether a request exceeds the pipelining limit of its connection. */
export function exceedsPipeline(request: object): boolean {
  return excessRequests.has(request)
}
