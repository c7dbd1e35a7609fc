import type { KubeRequest } from '../../../workers/kube/client/client.ts'
import { wholeResponse } from '../../../workers/kube/client/response.ts'
import type { KubeBody, KubeTransport } from '../../../workers/kube/client/transport.ts'
import type { World } from '../world/world.ts'
import type { StreamedResponse, SimulatedCluster } from './cluster.ts'
import { ConnectionError, type Network } from './network.ts'

export interface ClusterNetworkOptions {
  world: World
  network: Network
  /** Returns the current cluster; undefined if it does not exist. */
  cluster: () => SimulatedCluster | undefined
  /** Called with each request as it is sent. */
  onSend: (request: KubeRequest) => void
}

/** Carries requests to a cluster over the simulated network, in place of connections over HTTP. */
export function createClusterTransport({
  world,
  network,
  cluster,
  onSend,
}: ClusterNetworkOptions): KubeTransport {
  const transport: KubeTransport = {
    request: async (request, { maxBytes }) =>
      wholeResponse(await transport.send(request), { server: request.path, maxBytes }),
    send: async (request, { idleTimeout = 0 } = {}) => {
      onSend(request)
      const { method, path, query = {}, signal } = request
      const found = cluster()
      const isRefusing = found === undefined || found.availability === 'refusing'
      const label = `${method} ${path}${query['dryRun'] === undefined ? '' : ' (dry run)'}${query['watch'] === undefined ? '' : ' (watch)'}`
      const to = isRefusing ? absentProcess : found.process
      if (found?.availability === 'silent') {
        world.trace.add(world.current().name, `${label} gets no response`)
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        )
      }
      const response = await network.call({
        to,
        label,
        signal,
        effect: () => respond(found, request),
      })
      return {
        statusCode: response.status,
        headers: response.headers,
        body: bodyOf(world, response, { signal, cluster, idleTimeout }),
      }
    },
    close: async () => undefined,
  }
  return transport
}

const absentProcess = { name: 'nobody', alive: false, pausedUntil: 0 }

function respond(
  cluster: SimulatedCluster | undefined,
  request: KubeRequest,
): Promise<StreamedResponse> | StreamedResponse {
  if (cluster === undefined) throw new ConnectionError('ECONNREFUSED')
  if (cluster.availability === 'failing') return refusal(503, {})
  if (cluster.availability === 'throttling') return refusal(429, { 'retry-after': '1' })
  return cluster.handle(request)
}

function refusal(status: number, headers: Record<string, string>): StreamedResponse {
  const text = JSON.stringify({ kind: 'Status', apiVersion: 'v1', code: status, message: 'unavailable' })
  return { status, headers, text, isComplete: true, onPiece: () => undefined, close: () => undefined }
}

interface BodyOptions {
  signal: AbortSignal | undefined
  /** Milliseconds without a chunk after which the body ends; 0 for never. */
  idleTimeout: number
  cluster: () => SimulatedCluster | undefined
}

/** Delivers chunks in order, each a little later than it was sent; a watch breaks with its cluster. */
function bodyOf(
  world: World,
  response: StreamedResponse,
  { signal, cluster, idleTimeout }: BodyOptions,
): KubeBody {
  const pieces: (string | undefined)[] = []
  let failure: Error | undefined
  let trigger: () => void = () => undefined
  let asString = false
  const fail = (error: Error): void => {
    failure ??= error
    response.close()
    trigger()
  }
  if (response.isComplete) pieces.push(response.text, undefined)
  else {
    if (response.text !== '') pieces.push(response.text)
    const reader = world.current()
    let last = world.now()
    let hasGap = false
    let stopIdleTimer = (): void => undefined
    const resetIdleTimer = (): void => {
      stopIdleTimer()
      if (idleTimeout > 0)
        stopIdleTimer = world.after(
          idleTimeout,
          '',
          () => fail(new ConnectionError('UND_ERR_BODY_TIMEOUT')),
          reader,
        )
    }
    resetIdleTimer()
    response.onPiece = (piece) => {
      last = Math.max(last, world.now() + world.random.next() * 5 + (cluster()?.lag ?? 0))
      const arrive = (): void => {
        const mood = cluster()?.availability
        // A connection with lost data delivers nothing after the gap.
        hasGap ||= mood === 'silent'
        if (hasGap) return
        resetIdleTimer()
        if (mood === 'refusing' || mood === undefined) return fail(new ConnectionError('ECONNRESET'))
        pieces.push(piece)
        trigger()
      }
      world.after(last - world.now(), '', arrive, reader)
    }
    signal?.addEventListener('abort', () => fail(signal.reason as Error), { once: true })
  }
  return {
    setEncoding: () => (asString = true),
    on: () => undefined,
    destroy: () => response.close(),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (failure !== undefined) throw failure
        if (pieces.length === 0) await new Promise<void>((resolve) => (trigger = resolve))
        if (failure !== undefined) throw failure
        const piece = pieces.shift()
        if (piece === undefined) return
        yield asString ? piece : Buffer.from(piece)
      }
    },
  }
}
