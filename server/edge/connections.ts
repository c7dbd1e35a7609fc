import type { Server } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Bounds connections on which nobody has shown a token yet. Where there are too many, of one address or of all, the oldest of them ends:
 * whoever has a token shows it at once, so whoever waits longest is the least likely to have one.
 */
export class AnonymousConnections {
  readonly #limits: Pick<Limits, 'anonymous' | 'anonymousOfAddress'>
  readonly #onEnded: () => void
  /** In the order in which they came. */
  readonly #all = new Set<Socket>()
  readonly #ofAddress = new Map<string, Set<Socket>>()

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
    this.#all.add(socket)
    socket.once('close', () => this.known(socket))
    if (own.size > this.#limits.anonymousOfAddress) this.#endOldest(own)
    if (this.#all.size > this.#limits.anonymous) this.#endOldest(this.#all)
  }

  #endOldest(sockets: ReadonlySet<Socket>): void {
    const [oldest] = sockets
    if (oldest === undefined) return
    this.known(oldest)
    this.#onEnded()
    oldest.destroy()
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
