import type { ClusterContext } from '../context.ts'
import { equal, listOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import type { Pod, Service } from '../objects/kinds.ts'
import { shortHash } from '../objects/short-hash.ts'
import { getKind, listKind, listOwned, kindOf } from '../objects/stored.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import type { StoreEvent } from '../storage/history.ts'
import {
  controllerReference,
  isDeleting,
  itself,
  keyOf,
  splitKey,
  type Control,
  type Controller,
} from './controller.ts'
import { hasEnded, isReady } from './pods.ts'

/** Assigns services of type LoadBalancer an address from the range reserved for documentation. */
export const loadBalancerController: Controller = {
  name: 'load-balancer',
  component: 'cloud-controller-manager',
  watches: { services: itself },
  async reconcile(key, { context, writes }) {
    const service = getKind(context.store, 'services', splitKey(key))
    if (service === undefined || isDeleting(service)) return
    const { spec, status } = service
    const isManaged = spec.type === 'LoadBalancer' && spec.loadBalancerClass === undefined
    const has = (status.loadBalancer.ingress ?? []).length > 0
    if (isManaged === has || spec.loadBalancerClass !== undefined) return
    const ingress = isManaged
      ? [{ ip: spec.loadBalancerIP ?? freeAddress(context), ipMode: 'VIP' }]
      : undefined
    await writes.updateStatus(service, (draft) => {
      draft['status'] = { ...status, loadBalancer: ingress === undefined ? {} : { ingress } }
    })
  },
}

function freeAddress({ store }: ClusterContext): string {
  const used = new Set(
    listKind(store, 'services').flatMap(({ status }) =>
      objectsOf(status.loadBalancer?.ingress).map(({ ip }) => ip),
    ),
  )
  for (let index = 1; ; index++) {
    const address = `203.0.${113 + Math.floor(index / 254)}.${1 + ((index - 1) % 254)}`
    if (!used.has(address)) return address
  }
}

/** Maintains the Endpoints and EndpointSlice of every service with a selector. */
export const endpointsController: Controller = {
  name: 'endpoints',
  watches: { services: itself, pods: servicesOfPod, endpoints: deletedEndpoints },
  async reconcile(key, control) {
    const service = getKind(control.context.store, 'services', splitKey(key))
    if (service === undefined || isDeleting(service)) {
      await removeEndpoints(key, control)
      return
    }
    const { selector } = service.spec
    if (selector === undefined || service.spec.type === 'ExternalName') return
    const pods = listKind(control.context.store, 'pods', service.metadata.namespace).filter(
      (pod) =>
        matchesSelector({ matchLabels: selector }, pod.metadata.labels ?? {}) &&
        stringOf(pod.status.podIP) !== '' &&
        !hasEnded(pod),
    )
    await writeEndpoints(service, pods, control)
    await writeSlice(service, pods, control)
  },
}

function servicesOfPod({ object, previous }: StoreEvent, { store }: ClusterContext): string[] {
  const [pod, before] = [
    kindOf('pods', object),
    previous === undefined ? undefined : kindOf('pods', previous),
  ]
  const matters = before === undefined || relevant(pod) !== relevant(before)
  if (!matters) return []
  return listKind(store, 'services', object.metadata.namespace)
    .filter(({ spec }) => spec.selector !== undefined)
    .filter(({ spec }) =>
      [pod, before].some(
        (each) =>
          each !== undefined && matchesSelector({ matchLabels: spec.selector }, each.metadata.labels ?? {}),
      ),
    )
    .map(keyOf)
}

/** Returns the fields of a pod that endpoints depend on. */
function relevant(pod: Pod): string {
  return JSON.stringify([pod.status.podIP, isReady(pod), hasEnded(pod), isDeleting(pod), pod.metadata.labels])
}

function deletedEndpoints({ type, object }: StoreEvent): string[] {
  return type === 'DELETED' ? [keyOf(object)] : []
}

async function removeEndpoints(key: string, { context, writes }: Control): Promise<void> {
  const found = getKind(context.store, 'endpoints', splitKey(key))
  if (found !== undefined && found.metadata.labels?.[managedBy] === 'endpoint-controller')
    await writes.delete(found)
}

const managedBy = 'endpoints.kubernetes.io/managed-by'

function portNumber(target: string | number | undefined, pod: Pod): number | undefined {
  if (typeof target !== 'string') return target
  const ports = pod.spec.containers.flatMap((container) => objectsOf(container.ports))
  const found = ports.find((port) => port['name'] === target)?.['containerPort']
  return typeof found === 'number' ? found : undefined
}

function reference({ metadata }: Pod): JsonObject {
  return { kind: 'Pod', name: metadata.name, namespace: metadata.namespace, uid: metadata.uid }
}

function byAddress(a: Pod, b: Pod): number {
  return stringOf(a.status.podIP) < stringOf(b.status.podIP) ? -1 : 1
}

async function writeEndpoints(
  service: Service,
  pods: readonly Pod[],
  { context, writes }: Control,
): Promise<void> {
  const address = (pod: Pod) => ({
    ip: pod.status.podIP ?? '',
    nodeName: pod.spec.nodeName,
    targetRef: reference(pod),
  })
  const useful = pods
    .filter((pod) => !isDeleting(pod) || service.spec.publishNotReadyAddresses === true)
    .toSorted(byAddress)
  const ready = useful.filter((pod) => isReady(pod) || service.spec.publishNotReadyAddresses === true)
  const others = useful.filter((pod) => !ready.includes(pod))
  const [first] = useful
  const ports = first === undefined ? [] : portsOf(service, first, 'name')
  const subsets: Json[] =
    useful.length === 0
      ? []
      : [{ addresses: ready.map(address), notReadyAddresses: others.map(address), ports }].map(dropEmpty)
  const found = getKind(context.store, 'endpoints', {
    namespace: service.metadata.namespace ?? '',
    name: service.metadata.name,
  })
  const labels = {
    ...service.metadata.labels,
    [managedBy]: 'endpoint-controller',
    ...(service.spec.clusterIP === 'None' ? { 'service.kubernetes.io/headless': '' } : {}),
  }
  if (found === undefined) {
    await writes.create({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: service.metadata.name, namespace: service.metadata.namespace, labels },
      subsets,
    })
    return
  }
  if (equal(listOf(found['subsets']), subsets) && equal(found.metadata.labels, labels)) return
  await writes.update(found, (draft) => {
    draft['subsets'] = subsets
    draft.metadata.labels = labels
  })
}

function portsOf(service: Service, pod: Pod, nameKey: 'name' | 'slice'): JsonObject[] {
  return (service.spec.ports ?? []).flatMap(({ name, protocol, targetPort, port, appProtocol }) => {
    const number = portNumber(targetPort ?? port, pod)
    if (number === undefined) return []
    return [
      {
        ...(nameKey === 'slice' ? { name: name ?? '' } : name === undefined ? {} : { name }),
        port: number,
        protocol,
        appProtocol,
      },
    ]
  })
}

async function writeSlice(service: Service, pods: readonly Pod[], control: Control): Promise<void> {
  const { context, writes } = control
  const { metadata, spec } = service
  const [existing] = listOwned(context.store, 'endpointslices.discovery.k8s.io', service)
  const endpoints = pods.toSorted(byAddress).map((pod) => endpointOf(pod, service, context))
  const [first] = pods
  const ports: Json = first === undefined ? [] : portsOf(service, first, 'slice')
  const labels = {
    ...metadata.labels,
    'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    'kubernetes.io/service-name': metadata.name,
    ...(spec.clusterIP === 'None' ? { 'service.kubernetes.io/headless': '' } : {}),
  }
  if (existing === undefined) {
    await writes.create({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: `${metadata.name}-${shortHash(metadata.uid).slice(0, 5)}`,
        generateName: `${metadata.name}-`,
        namespace: metadata.namespace,
        labels,
        ownerReferences: [controllerReference(service)],
      },
      addressType: 'IPv4',
      endpoints,
      ports,
    })
    return
  }
  if (
    equal(listOf(existing['endpoints']), endpoints) &&
    equal(listOf(existing['ports']), ports) &&
    equal(existing.metadata.labels, labels)
  )
    return
  await writes.update(existing, (draft) => {
    draft['endpoints'] = endpoints
    draft['ports'] = ports
    draft.metadata.labels = labels
  })
}

function endpointOf(pod: Pod, { spec }: Service, { store }: ClusterContext): JsonObject {
  const ready = isReady(pod)
  const node = store.get({ resource: 'nodes', namespace: '', name: pod.spec.nodeName ?? '' })
  return {
    addresses: [pod.status.podIP ?? ''],
    conditions: {
      ready: spec.publishNotReadyAddresses === true || (ready && !isDeleting(pod)),
      serving: ready,
      terminating: isDeleting(pod),
    },
    nodeName: pod.spec.nodeName,
    targetRef: reference(pod),
    zone: node?.metadata.labels?.['topology.kubernetes.io/zone'],
  }
}

function dropEmpty(subset: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(subset).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  )
}
