import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Bytes of a rejected body that are read and discarded, so that clients can finish sending short bodies. */
const maxDiscarded = 256 * 1024
/**
 * Milliseconds for which the connection stays open after the response: a client that is cut off while sending does not
 * read it.
 */
const lingerTimeout = 500

/** Reports whether a request has a body, by its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Closes the connection after a response that was sent before the body was read, as Go's server does (`closeWriteAndWait`
 * in net/http/server.go). Node would read the whole body to get to the next request.
 */
export function addRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    if (hasBody(raw) && !raw.readableEnded) {
      void reply.header('connection', 'close')
      closeAfterResponse(raw)
    }
    return payload
  })
}

function closeAfterResponse(message: IncomingMessage): void {
  let remaining = maxDiscarded
  message.on('data', (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining <= 0) message.pause()
  })
  message.on('error', () => undefined)
  const { socket } = message
  // Node calls `destroySoon` after the response. The original cuts off a client that is still sending, and so loses the
  // response.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerTimeout)
    socket.once('close', () => clearTimeout(timer))
  }
}
