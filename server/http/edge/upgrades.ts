import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import { errorTable } from '../../../schema/errors.ts'
import { asPlatformError } from '../failures.ts'
import { checkCaller, type Callers } from './callers.ts'

/** Makes WebSockets of what asks for it, where it may. Hooks of Fastify do not see these requests. */
export function addUpgrades(server: Server, sockets: WebSocketServer, callers: Callers): void {
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    try {
      checkCaller(request.headers, callers)
    } catch (error) {
      refuse(stream, error)
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      sockets.emit('connection', socket, request)
      // Wrong frames are no failures of ours: ws ends such a connection itself, and graphql-ws would print each with its stack.
      socket.removeAllListeners('error')
      socket.on('error', () => undefined)
    })
  })
}

function refuse(stream: Duplex, error: unknown): void {
  const { code, message } = asPlatformError(error)
  const status = errorTable[code].http
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  stream.on('error', () => stream.destroy())
  stream.once('finish', () => stream.destroy())
  stream.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
