import { defined } from '../../schema/defined.ts'
import { isSmaller } from '../../schema/sizes.ts'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { mergePatch } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { isTrue, record, string } from '../kube/health/fields.ts'
import { findObjects, type Inspected } from '../support-services/proofs.ts'

/** The address of a service within its cluster. */
export interface ServiceAddress {
  namespace: string
  service: string
  port: number
}

/** The objects of the operator of Prometheus. */
const prometheuses = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus' }

/** Returns the address of Prometheus in a cluster, of the first by namespace and name that is available; undefined if none is. */
export async function findPrometheus(inspected: Inspected): Promise<ServiceAddress | undefined> {
  const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`
  const [first] = (await findObjects(inspected, prometheuses))
    .filter((each) => isTrue(record(each['status']), 'Available'))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  if (first === undefined) return undefined
  // The operator creates a Service for all of its servers in a namespace, unless an object has one of its own.
  const service = string(record(first['spec'])['serviceName']) || 'prometheus-operated'
  return { namespace: first.metadata.namespace ?? '', service, port: 9090 }
}

const claimType: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
}

interface ClaimSelection {
  namespace: string
  /** The name of the claim. @default all that the selector selects */
  name?: string
  labelSelector?: string
}

interface Claim {
  metadata: KubeObject['metadata']
  /** The requested storage. */
  size: string
}

async function findClaims(
  inspected: Inspected,
  { namespace, name, labelSelector }: ClaimSelection,
): Promise<Claim[]> {
  const where = { namespace, ...defined({ name, labelSelector }) }
  const found = await findObjects(inspected, { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...where })
  return (found as (KubeObject & { spec?: unknown })[]).flatMap(({ metadata, spec }) => {
    const size = requestedStorage(spec)
    return size === '' ? [] : [{ metadata, size }]
  })
}

/** Returns the storage that the spec of a claim requests; empty for none. */
function requestedStorage(spec: unknown): string {
  return string(record(record(record(spec)['resources'])['requests'])['storage'])
}

/**
 * Returns the storage that claims can have: the desired one, or what they have already if that is more. It can be more if an
 * instance decides now that used what another one had installed.
 */
export async function possibleStorage(
  inspected: Inspected,
  claims: ClaimSelection & { storage: string },
): Promise<string> {
  const sizes = (await findClaims(inspected, claims)).map(({ size }) => size)
  return sizes.reduce((largest, size) => (isSmaller(largest, size) ? size : largest), claims.storage)
}

/**
 * Raises the size of the claims of a Prometheus that are smaller than its object says: neither its operator nor its StatefulSet does.
 * That size is the one of the instance that decides. A storage class that does not permit it makes the API server refuse.
 */
export async function growClaims(
  { recordEvent, assertHeld }: ReconcileContext,
  inspected: Inspected,
  { name, ...claims }: ClaimSelection & { name: string },
): Promise<void> {
  const { cluster, signal } = inspected
  const { namespace } = claims
  const [found] = await findObjects(inspected, { ...prometheuses, namespace, name })
  const template = record(record(record(found?.['spec'])['storage'])['volumeClaimTemplate'])
  const storage = requestedStorage(template['spec'])
  if (storage === '') return
  for (const { metadata, size } of await findClaims(inspected, claims)) {
    if (!isSmaller(size, storage)) continue
    const patch = { spec: { resources: { requests: { storage } } } }
    const claim = { type: claimType, namespace, name: metadata.name }
    await mergePatch(cluster.client, claim, { patch, signal, assertHeld })
    const message = `Raised the size of PersistentVolumeClaim ${namespace}/${metadata.name} from ${size} to ${storage}.`
    recordEvent(event('Normal', 'VolumeGrown', message))
  }
}
