import type { Server } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * The grace period of a new connection, in milliseconds. Its first request may not have been read yet, for example when
 * hundreds of requests arrive through one proxy at once.
 */
const grace = 1000
/** The multiple of the limit up to which connections get the grace period. */
const graceFactor = 4

/**
 * Bounds the connections that have not been authenticated yet. When one address, or all together, have too many, it closes
 * the oldest: a client with a token sends it at once, so the oldest connection is the least likely to have one.
 */
export class AnonymousConnections {
  readonly #limits: Pick<Limits, 'anonymous' | 'anonymousOfAddress'>
  readonly #onEnded: () => void
  /** All unauthenticated connections with the time when each was opened, in that order. */
  readonly #all = new Map<Socket, number>()
  readonly #ofAddress = new Map<string, Set<Socket>>()
  #isScheduled = false

  constructor(limits: Pick<Limits, 'anonymous' | 'anonymousOfAddress'>, onEnded: () => void) {
    this.#limits = limits
    this.#onEnded = onEnded
  }

  watch(server: Server): void {
    server.on('connection', (socket) => this.#add(socket))
  }

  /** Removes a connection whose client has been authenticated. */
  authenticated(socket: Socket): void {
    this.#all.delete(socket)
    const address = addressOf(socket)
    const ofAddress = this.#ofAddress.get(address)
    ofAddress?.delete(socket)
    if (ofAddress?.size === 0) this.#ofAddress.delete(address)
  }

  #add(socket: Socket): void {
    const address = addressOf(socket)
    const ofAddress = this.#ofAddress.get(address) ?? new Set()
    this.#ofAddress.set(address, ofAddress.add(socket))
    this.#all.set(socket, performance.now())
    socket.once('close', () => this.authenticated(socket))
    this.#trim(ofAddress, this.#limits.anonymousOfAddress)
    this.#trim(this.#all, this.#limits.anonymous)
  }

  #trim(sockets: Pick<ReadonlySet<Socket>, 'size' | 'keys'>, max: number): void {
    for (const oldest of sockets.keys()) {
      if (sockets.size <= max) return
      const isNew = performance.now() - (this.#all.get(oldest) ?? 0) < grace
      if (isNew && sockets.size <= max * graceFactor) return this.#trimLater()
      this.authenticated(oldest)
      this.#onEnded()
      oldest.destroy()
    }
  }

  #trimLater(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    // After the requests that have arrived by then are read.
    setTimeout(() => setImmediate(() => this.#trimAll()), grace / 4).unref()
  }

  #trimAll(): void {
    this.#isScheduled = false
    for (const ofAddress of this.#ofAddress.values()) this.#trim(ofAddress, this.#limits.anonymousOfAddress)
    this.#trim(this.#all, this.#limits.anonymous)
  }
}

const addresses = new WeakMap<Socket, string>()

/** Returns the address of a socket; cached, because a closed socket has none. */
function addressOf(socket: Socket): string {
  const address = addresses.get(socket) ?? networkOf(socket.remoteAddress ?? '')
  addresses.set(socket, address)
  return address
}

/**
 * Returns the /64 network of an IPv6 address, because one client usually has a whole /64; returns IPv4 addresses
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...between, ...after].slice(0, 4).join(':')
}
