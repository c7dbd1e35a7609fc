import type { Server } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Milliseconds that a connection gets in any case: what came with it may not have been read yet, as when hundreds of requests come
 * through one proxy at the same moment.
 */
const grace = 1000
/** How many times as many as there may be at rest get it. */
const atOnce = 4

/**
 * Bounds connections on which nobody has shown a token yet. Where there are too many, of one address or of all, the oldest of them ends:
 * whoever has a token shows it at once, so whoever waits longest is the least likely to have one.
 */
export class AnonymousConnections {
  readonly #limits: Pick<Limits, 'anonymous' | 'anonymousOfAddress'>
  readonly #onEnded: () => void
  /** With the times at which they came, in their order. */
  readonly #all = new Map<Socket, number>()
  readonly #ofAddress = new Map<string, Set<Socket>>()
  #isLooking = false

  constructor(limits: Pick<Limits, 'anonymous' | 'anonymousOfAddress'>, onEnded: () => void) {
    this.#limits = limits
    this.#onEnded = onEnded
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#add(socket))
  }

  /** Its client has shown a token. */
  known(socket: Socket): void {
    this.#all.delete(socket)
    const address = addressOf(socket)
    const own = this.#ofAddress.get(address)
    own?.delete(socket)
    if (own?.size === 0) this.#ofAddress.delete(address)
  }

  #add(socket: Socket): void {
    const address = addressOf(socket)
    const own = this.#ofAddress.get(address) ?? new Set()
    this.#ofAddress.set(address, own.add(socket))
    this.#all.set(socket, performance.now())
    socket.once('close', () => this.known(socket))
    this.#trim(own, this.#limits.anonymousOfAddress)
    this.#trim(this.#all, this.#limits.anonymous)
  }

  #trim(sockets: Pick<ReadonlySet<Socket>, 'size' | 'keys'>, most: number): void {
    for (const oldest of sockets.keys()) {
      if (sockets.size <= most) return
      const isNew = performance.now() - (this.#all.get(oldest) ?? 0) < grace
      if (isNew && sockets.size <= most * atOnce) return this.#lookLater()
      this.known(oldest)
      this.#onEnded()
      oldest.destroy()
    }
  }

  #lookLater(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    // Once what has come until then was read.
    setTimeout(() => setImmediate(() => this.#look()), grace / 4).unref()
  }

  #look(): void {
    this.#isLooking = false
    for (const own of this.#ofAddress.values()) this.#trim(own, this.#limits.anonymousOfAddress)
    this.#trim(this.#all, this.#limits.anonymous)
  }
}

const addresses = new WeakMap<Socket, string>()

/** A socket that is gone has no address any more, so it is remembered. */
function addressOf(socket: Socket): string {
  const address = addresses.get(socket) ?? networkOf(socket.remoteAddress ?? '')
  addresses.set(socket, address)
  return address
}

/** Who has one address of IPv6 has 64 bits of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...between, ...after].slice(0, 4).join(':')
}
