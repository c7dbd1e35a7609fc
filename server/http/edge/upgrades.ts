import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import { errorTable } from '../../../schema/errors.ts'
import { asPlatformError } from '../failures.ts'
import { checkCaller, type Callers } from './callers.ts'

export interface UpgradeOptions {
  sockets: WebSocketServer
  callers: Callers
  /** The path of the WebSocket. */
  path: string
  /** Throws if the request may not be upgraded. */
  authenticate?: (request: IncomingMessage) => Promise<void>
}

const handled = new WeakMap<Server, Map<string, UpgradeOptions>>()

/**
 * Upgrades requests for a path to WebSockets after checking the caller, because hooks of Fastify do not run for upgrades.
 * Requests for other paths are refused by the first WebSocketServer.
 */
export function addUpgrades(server: Server, options: UpgradeOptions): void {
  const known = handled.get(server)
  if (known !== undefined) {
    known.set(options.path, options)
    return
  }
  const byPath = new Map([[options.path, options]])
  handled.set(server, byPath)
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const path = (request.url ?? '').replace(/[?#].*$/, '')
    void upgrade(byPath.get(path) ?? options, request, { stream, head })
  })
}

async function upgrade(
  { sockets, callers, authenticate }: UpgradeOptions,
  request: IncomingMessage,
  { stream, head }: { stream: Duplex; head: Buffer },
): Promise<void> {
  // A client may disconnect while it is authenticated.
  const ignore = (): void => undefined
  stream.on('error', ignore)
  try {
    checkCaller(request.headers, callers)
    if (authenticate !== undefined) await authenticate(request)
  } catch (error) {
    refuse(stream, error)
    return
  } finally {
    stream.off('error', ignore)
  }
  sockets.handleUpgrade(request, stream, head, (socket) => {
    sockets.emit('connection', socket, request)
    // Invalid frames are the client's fault: ws closes the connection itself, and graphql-ws would print a stack
    // trace for each.
    socket.removeAllListeners('error')
    socket.on('error', () => undefined)
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
