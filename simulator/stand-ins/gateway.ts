import { timestamp, type ClusterContext } from '../context.ts'
import { at, equal, listOf, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { getKind } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import {
  controllerReference,
  isDeleting,
  itself,
  keyOf,
  splitKey,
  type Control,
} from '../controllers/controller.ts'
import { conflictOf, controllerName, isOwnClass, listenersOf, type Listener } from './gateway-listeners.ts'
import { acceptingListeners, parentsOf, routeResources } from './gateway-routes.ts'
import type { StandIn } from './stand-in.ts'

/*
 * A stand-in of Envoy Gateway, with merged gateways: all Gateways of a class share one Service and its address. It writes
 * status as the real controller does, and forwards no requests.
 */

const service = 'gateway'
const component = 'envoy-gateway'
const classResource = 'gatewayclasses.gateway.networking.k8s.io'
const gatewayResource = 'gateways.gateway.networking.k8s.io'
const namespace = 'envoy-gateway-system'

/** Accepts classes, and maintains the Service that the Gateways of a class share. */
export const gatewayClasses: StandIn = {
  name: classResource,
  service,
  component,
  resource: classResource,
  watches: {
    [classResource]: itself,
    [gatewayResource]: (_, { store }) => store.list(classResource).map(keyOf),
  },
  async reconcile(key, control) {
    const { store } = control.context
    const found = store.get({ resource: classResource, ...splitKey(key) })
    if (found === undefined || isDeleting(found) || !isOwnClass(found)) return
    await writeConditions(found, control, { conditions: [accepted('Valid GatewayClass')] })
    await writeService(found, control)
  },
}

async function writeService(owner: KubeObject, { context, writes }: Control): Promise<void> {
  const { store } = context
  const numbers = gatewaysOf(store, owner.metadata.name).flatMap((each) =>
    listenersOf(each).map(({ port }) => port),
  )
  const ports = [...new Set(numbers)].toSorted((a, b) => a - b)
  const name = serviceName(owner.metadata.name)
  const existing = getKind(store, 'services', { namespace, name })
  const desired = ports.map((port) => ({ name: `port-${port}`, port, protocol: 'TCP' }))
  if (existing === undefined) {
    if (ports.length === 0) return
    const ownerReferences = [controllerReference(owner)]
    await writes.create({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace, ownerReferences },
      spec: { type: 'LoadBalancer', ports: desired },
    })
    return
  }
  if (ports.length === 0) {
    await writes.delete(existing)
    return
  }
  const current = objectsOf(existing.spec.ports).map(({ port }) => port)
  if (!equal(current, ports))
    await writes.update(existing, (draft) => {
      draft['spec'] = { ...objectOf(draft['spec']), ports: desired }
    })
}

function serviceName(className: string): string {
  return `envoy-${className}`
}

function gatewaysOf(store: Store, className: string): KubeObject[] {
  return store
    .list(gatewayResource)
    .filter((each) => stringOf(at(each, 'spec', 'gatewayClassName')) === className && !isDeleting(each))
}

const ofGateways = (_: StoreEvent, { store }: ClusterContext): string[] =>
  store.list(gatewayResource).map(keyOf)

/** Reports which listeners of a Gateway work, and its address. */
export const gateways: StandIn = {
  name: gatewayResource,
  service,
  component,
  resource: gatewayResource,
  watches: {
    [gatewayResource]: ofGateways,
    [classResource]: ofGateways,
    services: ofGateways,
    secrets: ofGateways,
    ...Object.fromEntries(routeResources.map((resource) => [resource, ofGateways])),
  },
  async reconcile(key, control) {
    const { store } = control.context
    const gateway = store.get({ resource: gatewayResource, ...splitKey(key) })
    if (gateway === undefined || isDeleting(gateway)) return
    const className = stringOf(at(gateway, 'spec', 'gatewayClassName'))
    const gatewayClass = store.get({ resource: classResource, namespace: '', name: className })
    if (gatewayClass === undefined || !isOwnClass(gatewayClass)) return
    const others = gatewaysOf(store, className)
    const addresses = addressesOf(store, className)
    const listeners = listenersOf(gateway).map((listener) =>
      listenerStatus({ gateway, listener, others }, control),
    )
    const works = addresses.length > 0
    const programmed: Condition = works
      ? {
          type: 'Programmed',
          status: 'True',
          reason: 'Programmed',
          message: 'Address assigned to the Gateway',
        }
      : {
          type: 'Programmed',
          status: 'False',
          reason: 'AddressNotAssigned',
          message: 'No addresses have been assigned to the Gateway',
        }
    const conflicts = listenersOf(gateway).filter((each) => conflictOf(gateway, each, others) !== undefined)
    const isRefused = conflicts.length > 0 && conflicts.length === listeners.length
    const names = conflicts.map(({ name }) => name).join(', ')
    const conditions: Condition[] = [
      isRefused
        ? {
            type: 'Accepted',
            status: 'False',
            reason: 'ListenersNotValid',
            message: `No listeners are valid: ${names}`,
          }
        : accepted('The Gateway has been scheduled by Envoy Gateway'),
      programmed,
    ]
    await writeConditions(gateway, control, { conditions, fields: { addresses, listeners } })
  },
}

function addressesOf(store: Store, className: string): JsonObject[] {
  const found = getKind(store, 'services', { namespace, name: serviceName(className) })
  return objectsOf(found?.status.loadBalancer?.ingress).map(({ ip = null }) => ({
    type: 'IPAddress',
    value: ip,
  }))
}

interface Place {
  gateway: KubeObject
  listener: Listener
  /** All Gateways of the class. */
  others: readonly KubeObject[]
}

function listenerStatus(place: Place, { context }: Control): JsonObject {
  const { gateway, listener, others } = place
  const conflict = conflictOf(gateway, listener, others)
  const missing = missingCertificate(gateway, listener, context.store)
  const conditions: Condition[] = [
    conflict === undefined
      ? accepted('Listener has been successfully translated')
      : { type: 'Conflicted', status: 'True', ...conflict },
    missing === undefined
      ? {
          type: 'ResolvedRefs',
          status: 'True',
          reason: 'ResolvedRefs',
          message: 'Listener references have been resolved',
        }
      : { type: 'ResolvedRefs', status: 'False', reason: 'InvalidCertificateRef', message: missing },
    conflict === undefined && missing === undefined
      ? {
          type: 'Programmed',
          status: 'True',
          reason: 'Programmed',
          message: 'Sending translated listener configuration to the data plane',
        }
      : {
          type: 'Programmed',
          status: 'False',
          reason: 'Invalid',
          message: 'Listener is invalid, see other Conditions for details.',
        },
  ]
  const before = objectsOf(at(gateway, 'status', 'listeners')).find(({ name }) => name === listener.name)
  const now = timestamp(context.now())
  return {
    name: listener.name,
    supportedKinds: [{ group: 'gateway.networking.k8s.io', kind: listener.routeKind }],
    attachedRoutes: attachedRoutes(place, context.store),
    conditions: merged(before?.['conditions'], observed(gateway, conditions), now),
  }
}

function missingCertificate(
  { metadata }: KubeObject,
  { secrets }: Listener,
  store: Store,
): string | undefined {
  for (const name of secrets) {
    const secret = getKind(store, 'secrets', { namespace: metadata.namespace ?? '', name })
    if (secret === undefined) return `Certificate ref to secret ${metadata.namespace}/${name} does not exist.`
    if (stringOf(at(secret, 'data', 'tls.crt')) === '')
      return `Secret ${metadata.namespace}/${name} must contain tls.crt and tls.key.`
  }
  return undefined
}

function attachedRoutes({ gateway, listener }: Place, store: Store): number {
  const routes = routeResources.flatMap((resource) => store.list(resource))
  return routes.filter((route) =>
    parentsOf(route, gateway).some((ref) => {
      const { listeners } = acceptingListeners(route, ref, gateway)
      return listeners.some(({ name }) => name === listener.name)
    }),
  ).length
}

/** Reports for each Gateway that a route refers to whether it gets requests. */
export const routes: readonly StandIn[] = routeResources.map((resource) => ({
  name: resource,
  service,
  component,
  resource,
  watches: {
    [resource]: itself,
    [gatewayResource]: (_: StoreEvent, { store }: ClusterContext) => store.list(resource).map(keyOf),
    services: (_: StoreEvent, { store }: ClusterContext) => store.list(resource).map(keyOf),
  },
  async reconcile(key, control) {
    const { store } = control.context
    const route = store.get({ resource, ...splitKey(key) })
    if (route === undefined || isDeleting(route)) return
    const resolved = resolvedRefs(route, store)
    const now = timestamp(control.context.now())
    const before = objectsOf(at(route, 'status', 'parents'))
    const parents = objectsOf(at(route, 'spec', 'parentRefs')).flatMap((parentRef) => {
      const name = stringOf(parentRef['name'])
      const gateway = store.get({
        resource: gatewayResource,
        namespace: route.metadata.namespace ?? '',
        name,
      })
      if (gateway === undefined) return []
      const { problem } = acceptingListeners(route, parentRef, gateway)
      const conditions = [
        problem === undefined
          ? accepted('Route is accepted')
          : { type: 'Accepted', status: 'False', ...problem },
        resolved,
      ]
      const known = before.find((each) => equal(each['parentRef'], parentRef))
      return [
        {
          parentRef,
          controllerName,
          conditions: merged(known?.['conditions'], observed(route, conditions), now),
        },
      ]
    })
    await writeStatus(route, control, { parents })
  },
}))

function resolvedRefs(route: KubeObject, store: Store): Condition {
  const type = 'ResolvedRefs'
  for (const rule of objectsOf(at(route, 'spec', 'rules')))
    for (const { name, port } of objectsOf(rule['backendRefs'])) {
      const found = getKind(store, 'services', {
        namespace: route.metadata.namespace ?? '',
        name: stringOf(name),
      })
      const where = `${route.metadata.namespace}/${stringOf(name)}`
      if (found === undefined)
        return { type, status: 'False', reason: 'BackendNotFound', message: `Service ${where} not found` }
      if (!objectsOf(found.spec.ports).some((each) => each['port'] === port))
        return {
          type,
          status: 'False',
          reason: 'PortNotFound',
          message: `TCP Port ${String(port)} not found on Service ${where}`,
        }
    }
  return {
    type,
    status: 'True',
    reason: 'ResolvedRefs',
    message: 'Resolved all the Object references for the Route',
  }
}

function accepted(message: string): Condition {
  return { type: 'Accepted', status: 'True', reason: 'Accepted', message }
}

function observed({ metadata }: KubeObject, conditions: readonly Condition[]): Condition[] {
  return conditions.map((each) => ({ ...each, observedGeneration: metadata.generation }))
}

/** Returns the conditions with the times of those that were there before with the same status. */
function merged(before: Json | undefined, conditions: readonly Condition[], now: string): Json[] {
  // Only this function writes the conditions of these objects.
  const known = listOf(before) as unknown as Condition[]
  return conditions.flatMap((each) =>
    withCondition(
      known.filter(({ type }) => type === each.type),
      each,
      now,
    ),
  )
}

async function writeConditions(
  object: KubeObject,
  control: Control,
  { conditions, fields = {} }: { conditions: readonly Condition[]; fields?: JsonObject },
): Promise<void> {
  const now = timestamp(control.context.now())
  const next = merged(at(object, 'status', 'conditions'), observed(object, conditions), now)
  await writeStatus(object, control, { conditions: next, ...fields })
}

async function writeStatus(object: KubeObject, { writes }: Control, status: JsonObject): Promise<void> {
  if (equal(object['status'], status)) return
  await writes.updateStatus(object, (draft) => {
    draft['status'] = status
  })
}
