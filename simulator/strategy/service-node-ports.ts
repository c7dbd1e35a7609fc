import { invalidValue } from '../errors/field-errors.ts'
import { internalError, invalid, plainError } from '../errors/status-error.ts'
import { equal, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { specOf } from './default-fields.ts'
import { firstPort, lastPort, type ServiceAllocations } from './service-allocations.ts'

/** Reports whether the service can be reached from outside the cluster, for which its ports have node ports. */
export function isExternal(spec: JsonObject): boolean {
  return spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer'
}

/** Reports whether a load balancer must probe each node for pods of the service. */
export function needsHealthCheck(spec: JsonObject): boolean {
  return spec['type'] === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local'
}

/** Keeps the node ports that an update omits, or removes those that its type does not use and the user did not change. */
export function keepNodePorts(next: JsonObject, before: JsonObject): void {
  keepHealthCheckPort(next, before)
  const [ports, old] = [objectsOf(next['ports']), objectsOf(before['ports'])]
  const owned = new Set(nodePortsOf(old))
  const kept = nodePortsOf(ports)
  if (isExternal(before) && !isExternal(next)) {
    if (kept.every((port) => owned.has(port))) for (const port of ports) delete port['nodePort']
    return
  }
  if (!assignsPorts(before) || !assignsPorts(next)) return
  for (const port of ports) {
    // Ports keep their number by name; a service with one port may leave it unnamed.
    const known = old.find((each) => stringOf(each['name']) === stringOf(port['name']))?.['nodePort']
    if (port['nodePort'] === undefined && typeof known === 'number' && !kept.includes(known))
      port['nodePort'] = known
  }
}

function keepHealthCheckPort(next: JsonObject, before: JsonObject): void {
  const port = before['healthCheckNodePort']
  if (!needsHealthCheck(before) || port === undefined) return
  if (needsHealthCheck(next)) next['healthCheckNodePort'] ??= port
  else if (equal(next['healthCheckNodePort'], port)) delete next['healthCheckNodePort']
}

/**
 * Assigns the node ports of a new service.
 * @throws StatusError for requested ports that another port or service has, or that are out of range.
 */
export function assignNodePorts(service: KubeObject, allocations: ServiceAllocations): void {
  const spec = specOf(service)
  const requests = new PortRequests(service, allocations)
  if (isExternal(spec)) {
    const ports = objectsOf(spec['ports'])
    const numbers = new Map<unknown, number>()
    for (const [index, port] of ports.entries()) {
      if (port['nodePort'] === undefined && !assignsPorts(spec)) continue
      // Protocols of the same port share a node port, if no other one is requested.
      const shared = numbers.get(port['port'])
      const requested =
        shared === undefined
          ? nodePortsOf(ports.filter((each) => each['port'] === port['port']))[0]
          : nodePortsOf([port])[0]
      const number =
        requested === undefined || requested === shared
          ? (shared ?? requests.next())
          : requests.reserve(requested, index)
      port['nodePort'] = number
      if (shared === undefined) numbers.set(port['port'], number)
    }
  }
  if (needsHealthCheck(spec)) requests.assignHealthCheckPort(spec)
}

/**
 * Assigns the node ports that an update of a service adds.
 * @throws StatusError for added ports that another port or service has, or that are out of range.
 */
export function assignAddedNodePorts(
  service: KubeObject,
  old: KubeObject,
  allocations: ServiceAllocations,
): void {
  const [spec, before] = [specOf(service), objectOf(old['spec'])]
  const requests = new PortRequests(service, allocations)
  if (isExternal(spec)) {
    const owned = new Set(nodePortsOf(objectsOf(before['ports'])))
    const seen = new Set<string>()
    for (const [index, port] of objectsOf(spec['ports']).entries()) {
      const [requested] = nodePortsOf([port])
      if (requested === undefined && !assignsPorts(spec)) continue
      const number = requested ?? requests.next()
      if (requested !== undefined && !owned.has(requested)) {
        requests.reserve(requested, index)
        owned.add(requested)
      }
      const id = `{${stringOf(port['protocol'])} ${number}}`
      if (seen.has(id)) throw plainError(`duplicate nodePort: ${id}`)
      seen.add(id)
      port['nodePort'] = number
    }
  }
  if (needsHealthCheck(spec) && !needsHealthCheck(before)) requests.assignHealthCheckPort(spec)
}

/** Reports whether ports without a requested node port are assigned one. */
function assignsPorts(spec: JsonObject): boolean {
  return isExternal(spec) && spec['allocateLoadBalancerNodePorts'] !== false
}

function nodePortsOf(ports: readonly JsonObject[]): number[] {
  return ports.map(({ nodePort }) => nodePort).filter((port) => typeof port === 'number')
}

/** What one request allocates; the store has it only once the service is written. */
class PortRequests {
  readonly #service: KubeObject
  readonly #allocations: ServiceAllocations
  readonly #taken = new Set<number>()

  constructor(service: KubeObject, allocations: ServiceAllocations) {
    this.#service = service
    this.#allocations = allocations
  }

  next(): number {
    const port = this.#allocations.freePort(this.#taken)
    this.#taken.add(port)
    return port
  }

  reserve(port: number, index: number): number {
    const problem = this.#problemOf(port)
    if (problem !== undefined)
      throw invalid({ group: '', kind: 'Service' }, this.#service.metadata.name, [
        invalidValue(`spec.ports[${index}].nodePort`, port, problem),
      ])
    this.#taken.add(port)
    return port
  }

  assignHealthCheckPort(spec: JsonObject): void {
    const requested = spec['healthCheckNodePort']
    const problem = typeof requested === 'number' ? this.#problemOf(requested) : undefined
    if (problem !== undefined)
      throw internalError(
        `failed to allocate requested HealthCheck NodePort ${String(requested)}: ${problem}`,
      )
    spec['healthCheckNodePort'] ??= this.next()
  }

  #problemOf(port: number): string | undefined {
    if (port < firstPort || port > lastPort)
      return `provided port is not in the valid range. The range of valid ports is ${firstPort}-${lastPort}`
    if (this.#taken.has(port) || this.#allocations.hasPort(port)) return 'provided port is already allocated'
    return undefined
  }
}
