import { isSmaller } from '../../schema/sizes.ts'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { pathOf } from '../kube/client/paths.ts'
import { fieldManager } from '../kube/client/resource.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { isTrue, record, string } from '../kube/health/fields.ts'
import { findObjects, type Inspected } from '../support-services/proofs.ts'

/** The address of a service within its cluster. */
export interface ServiceAddress {
  namespace: string
  service: string
  port: number
}

/** Returns the address of Prometheus in a cluster, of the first by namespace and name that is available; undefined if none is. */
export async function findPrometheus(inspected: Inspected): Promise<ServiceAddress | undefined> {
  const target = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus' }
  const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`
  const [first] = (await findObjects(inspected, target))
    .filter((each) => isTrue(record(each['status']), 'Available'))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  if (first === undefined) return undefined
  // The operator creates a Service for all of its servers in a namespace, unless an object has one of its own.
  const service = string(record(first['spec'])['serviceName']) || 'prometheus-operated'
  return { namespace: first.metadata.namespace ?? '', service, port: 9090 }
}

const claims: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
}

/** Raises the size of claims that are smaller. A storage class that does not permit it makes the API server refuse. */
export async function growClaims(
  { recordEvent, assertHeld }: ReconcileContext,
  inspected: Inspected,
  { namespace, labelSelector, storage }: { namespace: string; labelSelector: string; storage: string },
): Promise<void> {
  const { cluster, signal } = inspected
  const target = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, labelSelector }
  for (const { metadata, spec } of (await findObjects(inspected, target)) as (KubeObject & {
    spec?: unknown
  })[]) {
    const size = string(record(record(record(spec)['resources'])['requests'])['storage'])
    if (size === '' || !isSmaller(size, storage)) continue
    await cluster.client.request({
      method: 'PATCH',
      path: pathOf(claims, namespace, metadata.name),
      query: { fieldManager },
      contentType: 'application/merge-patch+json',
      body: { spec: { resources: { requests: { storage } } } },
      signal,
      beforeSend: assertHeld,
    })
    const message = `Raised the size of PersistentVolumeClaim ${namespace}/${metadata.name} from ${size} to ${storage}.`
    recordEvent(event('Normal', 'VolumeGrown', message))
  }
}
