import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Bytes of a body that nobody wants which are taken and dropped, so that short ones are sent whole. */
const dropped = 256 * 1024
/** Milliseconds for which a client may go on sending behind the answer: it reads the answer only when it is not cut off. */
const linger = 500

/** Whether a body comes with the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Ends the connection behind an answer that was given before the body was read, as Go's server does
 * (`closeWriteAndWait` in net/http/server.go). Node would read all of it to go on with the next request.
 */
export function addRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    if (hasBody(raw) && !raw.readableEnded) {
      void reply.header('connection', 'close')
      endBehindAnswer(raw)
    }
    return payload
  })
}

function endBehindAnswer(message: IncomingMessage): void {
  let left = dropped
  message.on('data', (part: Buffer) => {
    left -= part.length
    if (left <= 0) message.pause()
  })
  message.on('error', () => undefined)
  const { socket } = message
  // Node calls it when the answer is sent; it cuts off who is still sending, and the answer is lost with that.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), linger)
    socket.once('close', () => clearTimeout(timer))
  }
}
