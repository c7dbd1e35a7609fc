import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { terminalPath } from '../../../schema/endpoints.ts'
import { PlatformError, rateLimited } from '../../../schema/errors.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import type { Log } from '../../../telemetry/log.ts'
import { contextFor, type Services } from '../context.ts'
import type { Edge } from '../edge/edge.ts'
import { limitSocket } from '../edge/socket-limits.ts'
import { addUpgrades } from '../edge/upgrades.ts'
import { keepAlive } from '../keep-alive.ts'
import { requestIdOf } from '../request-id.ts'
import { createSlowReaders, stallTimeout } from '../slow-readers.ts'
import { Terminal } from './terminal.ts'

/** The limits of terminals. */
export interface TerminalLimits {
  /** The most terminals of one actor that are open at the same time, on this server. */
  each: number
  /** Milliseconds without input and output after which a terminal is closed. */
  idle: number
}

export const terminalLimits: TerminalLimits = { each: 20, idle: 30 * 60_000 }

export interface TerminalOptions {
  services: Services
  edge: Edge
  log: Log
  /** @default {@link terminalLimits} */
  terminals?: TerminalLimits | undefined
}

/** Adds terminals in containers: a WebSocket for each, whose bytes a worker exchanges with the cluster. */
export function addTerminals(
  app: FastifyInstance,
  { services, edge, log, terminals: limits = terminalLimits }: TerminalOptions,
): void {
  const { callers, connections, budget } = edge
  // Longer messages than a terminal accepts are read up to this length, so that the page gets an error that it can show.
  const sockets = new WebSocketServer({ noServer: true, path: terminalPath, maxPayload: edge.limits.message })
  const actors = new WeakMap<IncomingMessage, Actor>()
  const counted = new OpenTerminals(limits.each)
  const slowReaders = createSlowReaders(stallTimeout, () => undefined)
  const open = new Set<Terminal>()
  addUpgrades(app.server, {
    sockets,
    callers,
    path: terminalPath,
    authenticate: async (request) => {
      actors.set(request, await services.authenticator.authenticate(request.headers))
      connections.authenticated(request.socket)
    },
  })
  sockets.on('connection', (socket, request) => {
    const actor = actors.get(request)
    if (actor === undefined) return socket.terminate()
    const context = contextFor(services, { actor, headers: request.headers })
    const accept = limitSocket({ socket, stream: request.socket }, edge.limits)
    const terminal = new Terminal({
      socket,
      context,
      log,
      idle: limits.idle,
      enter: () => counted.enter(actor.name),
    })
    open.add(terminal)
    const awaitsPong = keepAlive(socket)
    const unwatch = slowReaders.watch({
      socket: request.socket,
      disconnect: () => socket.terminate(),
      awaitsPong,
    })
    socket.once('message', () => accept(budget.share(actor.name)))
    socket.once('close', () => {
      open.delete(terminal)
      unwatch()
    })
    log.info({ actor: actor.name, requestId: requestIdOf(request.headers) }, 'a terminal was connected')
  })
  app.addHook('preClose', async () => {
    slowReaders.stop()
    const stopping = new PlatformError('UNAVAILABLE', 'the server is stopping; open the terminal again')
    for (const terminal of open) terminal.fail(stopping)
  })
}

/** Counts the open terminals of each actor. */
class OpenTerminals {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Returns a function to call once the terminal has ended. Throws RATE_LIMITED if the actor has too many. */
  enter(name: string): () => void {
    const count = this.#counts.get(name) ?? 0
    if (count >= this.#most) {
      const message = `${this.#most} terminals of ${name} are open on this server, which is the most; close some of them first`
      throw rateLimited(message)
    }
    this.#counts.set(name, count + 1)
    return () => {
      const left = (this.#counts.get(name) ?? 1) - 1
      if (left === 0) this.#counts.delete(name)
      else this.#counts.set(name, left)
    }
  }
}
