import { at, numberOf, objectsOf, stringOf } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'

/** The name of the controller of Envoy Gateway. */
export const controllerName = 'gateway.envoyproxy.io/gatewayclass-controller'

export function isOwnClass(gatewayClass: KubeObject): boolean {
  return stringOf(at(gatewayClass, 'spec', 'controllerName')) === controllerName
}

/** A listener of a Gateway. */
export interface Listener {
  name: string
  port: number
  protocol: string
  /** The host name; empty for all. */
  hostname: string
  /** The kind of routes that it accepts. */
  routeKind: string
  /** The names of the Secrets with its certificates. */
  secrets: readonly string[]
}

export function listenersOf(gateway: KubeObject): Listener[] {
  return objectsOf(at(gateway, 'spec', 'listeners')).map((each) => {
    const protocol = stringOf(each['protocol'])
    return {
      name: stringOf(each['name']),
      port: numberOf(each['port']),
      protocol,
      hostname: stringOf(each['hostname']),
      routeKind: protocol === 'HTTP' || protocol === 'HTTPS' ? 'HTTPRoute' : 'TCPRoute',
      secrets: objectsOf(at(each['tls'], 'certificateRefs')).map(({ name }) => stringOf(name)),
    }
  })
}

/** Returns the conflict of a listener with one of an older Gateway; undefined if there is none. */
export function conflictOf(
  gateway: KubeObject,
  listener: Listener,
  others: readonly KubeObject[],
): { reason: string; message: string } | undefined {
  for (const other of others.filter((each) => isOlder(each, gateway)))
    for (const { port, protocol, hostname } of listenersOf(other)) {
      if (port !== listener.port) continue
      if (protocol !== listener.protocol)
        return {
          reason: 'ProtocolConflict',
          message: `All listeners for a given port must use a compatible protocol, and ${nameOf(other)} uses ${protocol}`,
        }
      if (hostname === listener.hostname)
        return {
          reason: 'HostnameConflict',
          message: `All listeners for a given port must use a unique hostname, and ${nameOf(other)} has the same`,
        }
    }
  return undefined
}

function isOlder(one: KubeObject, other: KubeObject): boolean {
  if (one.metadata.uid === other.metadata.uid) return false
  const [first, second] = [one, other].map(({ metadata }) => metadata.creationTimestamp)
  return first === second ? nameOf(one) < nameOf(other) : String(first) < String(second)
}

function nameOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
