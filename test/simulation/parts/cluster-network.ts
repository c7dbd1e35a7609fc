import type { KubeRequest } from '../../../workers/kube/client/client.ts'
import type { KubeBody, KubeTransport } from '../../../workers/kube/client/transport.ts'
import type { World } from '../world/world.ts'
import type { Answer, SimulatedCluster } from './cluster.ts'
import { ConnectionError, type Network } from './network.ts'

export interface ClusterNetworkOptions {
  world: World
  network: Network
  /** The cluster that is there now; undefined when there is none any more. */
  cluster: () => SimulatedCluster | undefined
  /** Told of each request as it is sent. */
  onSend: (request: KubeRequest) => void
}

/** Carries requests to a cluster over the simulated network, in place of connections over HTTP. */
export function createClusterTransport({
  world,
  network,
  cluster,
  onSend,
}: ClusterNetworkOptions): KubeTransport {
  return {
    send: async (request, { idleTimeout = 0 } = {}) => {
      onSend(request)
      const { method, path, query = {}, signal } = request
      const found = cluster()
      const isRefusing = found === undefined || found.mood === 'refusing'
      const label = `${method} ${path}${query['dryRun'] === undefined ? '' : ' (dry run)'}${query['watch'] === undefined ? '' : ' (watch)'}`
      const to = isRefusing ? absentProcess : found.process
      if (found?.mood === 'silent') {
        world.trace.add(world.current().name, `${label} gets no answer`)
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        )
      }
      const answer = await network.call({
        to,
        label,
        signal,
        effect: () => inMood(found, request),
      })
      return {
        statusCode: answer.status,
        headers: answer.headers,
        body: bodyOf(world, answer, { signal, cluster, idleTimeout }),
      }
    },
    close: async () => undefined,
  }
}

const absentProcess = { name: 'nobody', alive: false, pausedUntil: 0 }

function inMood(cluster: SimulatedCluster | undefined, request: KubeRequest): Promise<Answer> | Answer {
  if (cluster === undefined) throw new ConnectionError('ECONNREFUSED')
  if (cluster.mood === 'failing') return refusal(503, {})
  if (cluster.mood === 'throttling') return refusal(429, { 'retry-after': '1' })
  return cluster.handle(request)
}

function refusal(status: number, headers: Record<string, string>): Answer {
  const text = JSON.stringify({ kind: 'Status', apiVersion: 'v1', code: status, message: 'not now' })
  return { status, headers, text, isOver: true, onPiece: () => undefined, close: () => undefined }
}

interface Reading {
  signal: AbortSignal | undefined
  /** Milliseconds without a piece after which it is over; 0 for never. */
  idleTimeout: number
  cluster: () => SimulatedCluster | undefined
}

/** Pieces arrive in their order, each a little later than it was sent; a watch breaks with its cluster. */
function bodyOf(world: World, answer: Answer, { signal, cluster, idleTimeout }: Reading): KubeBody {
  const pieces: (string | undefined)[] = []
  let failure: Error | undefined
  let trigger: () => void = () => undefined
  let asText = false
  const end = (error: Error): void => {
    failure ??= error
    answer.close()
    trigger()
  }
  if (answer.isOver) pieces.push(answer.text, undefined)
  else {
    if (answer.text !== '') pieces.push(answer.text)
    const reader = world.current()
    let last = world.now()
    let isCut = false
    let stopSilence = (): void => undefined
    const listen = (): void => {
      stopSilence()
      if (idleTimeout > 0)
        stopSilence = world.after(
          idleTimeout,
          '',
          () => end(new ConnectionError('UND_ERR_BODY_TIMEOUT')),
          reader,
        )
    }
    listen()
    answer.onPiece = (piece) => {
      last = Math.max(last, world.now() + world.random.next() * 5 + (cluster()?.lag ?? 0))
      const arrive = (): void => {
        const mood = cluster()?.mood
        // What is lost of a connection is not made good by what comes later: there is nothing more.
        isCut ||= mood === 'silent'
        if (isCut) return
        listen()
        if (mood === 'refusing' || mood === undefined) return end(new ConnectionError('ECONNRESET'))
        pieces.push(piece)
        trigger()
      }
      world.after(last - world.now(), '', arrive, reader)
    }
    signal?.addEventListener('abort', () => end(signal.reason as Error), { once: true })
  }
  return {
    setEncoding: () => (asText = true),
    on: () => undefined,
    destroy: () => answer.close(),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (failure !== undefined) throw failure
        if (pieces.length === 0) await new Promise<void>((resolve) => (trigger = resolve))
        if (failure !== undefined) throw failure
        const piece = pieces.shift()
        if (piece === undefined) return
        yield asText ? piece : Buffer.from(piece)
      }
    },
  }
}
