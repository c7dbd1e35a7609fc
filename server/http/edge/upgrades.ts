import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import { errorTable } from '../../../schema/errors.ts'
import { asPlatformError } from '../failures.ts'
import { checkCaller, type Callers } from './callers.ts'

/** Upgrades requests to WebSockets after checking the caller, because hooks of Fastify do not run for upgrades. */
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
      // Invalid frames are the client's fault: ws closes the connection itself, and graphql-ws would print a stack
      // trace for each.
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
