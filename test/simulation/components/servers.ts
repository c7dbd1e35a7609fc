import { createClient, type Client, type Post } from '../../../client-sdk/index.ts'
import type { Actor } from '../../../schema/graphql/context.ts'
import type { Process, World } from '../world/world.ts'
import { ConnectionError, type Network } from './network.ts'
import type { SimulatedServer } from './server.ts'

/** All servers of a control plane, behind one address. */
export interface SimulatedServers {
  /** The running servers. */
  readonly running: SimulatedServer[]
  /** Starts another server. */
  start(): void
  /** Returns a client over the network, as workers and users have it. Each request goes to any server. */
  client(actor: Actor, options?: { retryFor?: number }): Client
}

export interface ServersOptions {
  world: World
  network: Network
  startServer: (name: string) => SimulatedServer
}

export function createServers({ world, network, startServer }: ServersOptions): SimulatedServers {
  const random = world.random.fork()
  const running: SimulatedServer[] = []
  let started = 0
  /** The process that receives requests while no server runs; it refuses all of them. */
  const noServer: Process = { ...world.process('no server'), alive: false }

  const call = (body: string, actor: Actor, signal: AbortSignal | undefined): Promise<string> => {
    const label = /(?:query|mutation) (\w+)/.exec(body)?.[1] ?? 'operation'
    const alive = running.filter(({ process }) => process.alive)
    if (alive.length === 0)
      return network.call({
        to: noServer,
        label,
        signal,
        effect: () => Promise.reject(new Error('unreachable')),
      })
    const { process, respond } = random.pick(alive)
    return network.call({ to: process, label, signal, effect: () => respond(body, actor) })
  }

  const postAs =
    (actor: Actor): Post =>
    (_, { body, timeout, signal }) => {
      const response = call(body, actor, signal).then((text) => ({ status: 200, text }))
      return new Promise((resolve, reject) => {
        const stop = world.after(timeout, '', () => reject(new ConnectionError('ETIMEDOUT')))
        response.then(resolve, reject).finally(stop)
      })
    }

  return {
    running,
    start: () => {
      running.push(startServer(`server-${(started += 1)}`))
    },
    client: (actor, options = {}) =>
      createClient({ url: 'http://server', token: actor.name, post: postAs(actor), ...options }),
  }
}
