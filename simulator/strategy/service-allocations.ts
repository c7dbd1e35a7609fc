import { randomInt } from 'node:crypto'
import { objectOf, objectsOf, stringOf } from '../json.ts'
import { internalError } from '../errors/status-error.ts'
import { pathOf } from '../storage/object-table.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'

export const firstPort = 30_000
export const lastPort = 32_767

/** The number of ports that are assigned only when they are requested, unless no others are free. */
const reservedPorts = 86

/**
 * What the Services of a cluster have allocated. It follows the store, so that an allocation does not have to read all Services, of
 * which a cluster may have thousands.
 */
export class ServiceAllocations {
  readonly #addresses = new Map<string, string>()
  readonly #ports = new Map<number, string>()

  constructor(store: Store) {
    for (const service of store.list('services')) this.#add(service)
    store.subscribe('services', ({ type, object, previous }) => {
      if (previous !== undefined) this.#remove(previous)
      if (type !== 'DELETED') this.#add(object)
    })
  }

  /** Reports whether a Service other than this one has the address. */
  hasAddress(address: string, except: KubeObject): boolean {
    const owner = this.#addresses.get(address)
    return owner !== undefined && owner !== pathOf(except)
  }

  hasPort(port: number): boolean {
    return this.#ports.has(port)
  }

  /** Returns a free address from 10.96.0.0/16; leaves the lower part to explicit requests. */
  freeAddress(): string {
    const size = 254 * 254
    const start = randomInt(size)
    for (let step = 0; step < size; step += 1) {
      const index = (start + step) % size
      const address = `10.96.${1 + Math.floor(index / 254)}.${1 + (index % 254)}`
      if (!this.#addresses.has(address)) return address
    }
    throw internalError('failed to allocate a serviceIP: range is full')
  }

  /**
   * Returns a free port, if possible above those that are left to explicit requests.
   * @param taken Ports that this Service has allocated but not stored.
   */
  freePort(taken: ReadonlySet<number>): number {
    const first = firstPort + reservedPorts
    const port = this.#freeIn(first, lastPort, taken) ?? this.#freeIn(firstPort, first - 1, taken)
    if (port === undefined) throw internalError('failed to allocate a nodePort: range is full')
    return port
  }

  /** Searches the range from a random port on. */
  #freeIn(first: number, last: number, taken: ReadonlySet<number>): number | undefined {
    const size = last - first + 1
    const start = randomInt(size)
    for (let step = 0; step < size; step += 1) {
      const port = first + ((start + step) % size)
      if (!this.#ports.has(port) && !taken.has(port)) return port
    }
    return undefined
  }

  #add(service: KubeObject): void {
    const spec = objectOf(service['spec'])
    const path = pathOf(service)
    const address = stringOf(spec['clusterIP'])
    if (address !== '' && address !== 'None') this.#addresses.set(address, path)
    for (const port of portsOf(service)) this.#ports.set(port, path)
  }

  #remove(service: KubeObject): void {
    this.#addresses.delete(stringOf(objectOf(service['spec'])['clusterIP']))
    for (const port of portsOf(service)) this.#ports.delete(port)
  }
}

const allocations = new WeakMap<Store, ServiceAllocations>()

/** Returns what the Services in a store have allocated. */
export function allocationsIn(store: Store): ServiceAllocations {
  const known = allocations.get(store) ?? new ServiceAllocations(store)
  allocations.set(store, known)
  return known
}

function portsOf(service: KubeObject): number[] {
  const spec = objectOf(service['spec'])
  const ports = objectsOf(spec['ports']).map(({ nodePort }) => nodePort)
  return [...ports, spec['healthCheckNodePort']].filter((port) => typeof port === 'number')
}
