import { at, objectsOf, stringOf, stringsOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { listenersOf, type Listener } from './gateway-listeners.ts'

export const routeResources = [
  'httproutes.gateway.networking.k8s.io',
  'tcproutes.gateway.networking.k8s.io',
] as const

/** Returns the references of a route to a Gateway. */
export function parentsOf(route: KubeObject, gateway: KubeObject): JsonObject[] {
  if (route.metadata.namespace !== gateway.metadata.namespace) return []
  return objectsOf(at(route, 'spec', 'parentRefs')).filter(({ name }) => name === gateway.metadata.name)
}

/** The listeners that accept a route, or why none does. */
export interface Acceptance {
  listeners: readonly Listener[]
  problem?: { reason: string; message: string }
}

/** Returns the listeners of a Gateway that accept a route by one of its references. */
export function acceptingListeners(
  route: KubeObject,
  parentRef: JsonObject,
  gateway: KubeObject,
): Acceptance {
  const section = stringOf(parentRef['sectionName'])
  const named = listenersOf(gateway).filter(({ name }) => section === '' || name === section)
  if (named.length === 0) return refusal('NoMatchingParent', `No listeners match this parent ref: ${section}`)
  const ofKind = named.filter(({ routeKind }) => routeKind === route.kind)
  if (ofKind.length === 0)
    return refusal('NotAllowedByListeners', `${route.kind} is not allowed by any listener`)
  const hosts = stringsOf(at(route, 'spec', 'hostnames'))
  const matching = ofKind.filter(
    ({ hostname }) => hosts.length === 0 || hostname === '' || hosts.some((host) => matches(host, hostname)),
  )
  return matching.length === 0
    ? refusal(
        'NoMatchingListenerHostname',
        'There were no hostname intersections between the Route and this parent ref',
      )
    : { listeners: matching }
}

function refusal(reason: string, message: string): Acceptance {
  return { listeners: [], problem: { reason, message } }
}

function matches(host: string, hostname: string): boolean {
  const covers = (pattern: string, name: string): boolean =>
    pattern === name || (pattern.startsWith('*.') && name.endsWith(pattern.slice(1)))
  return covers(hostname, host) || covers(host, hostname)
}
