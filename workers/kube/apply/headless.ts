import { isRecord, type Manifest } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { KubeError } from '../client/kube-error.ts'
import { fieldManager, type DesiredResource } from '../client/resource.ts'
import { managersOf, owns } from './ownership.ts'

/**
 * Returns the refusal of a Service that is headless in the cluster, and no longer in its manifest; undefined for any other resource. API
 * servers do not refuse it: they keep the address of a Service that declares none, also if it is `None`, which they never assign
 * themselves. See `patchAllocatedValues` in
 * https://github.com/kubernetes/kubernetes/blob/master/pkg/registry/core/service/strategy.go
 */
export function headlessRefusal(
  { manifest, policy }: DesiredResource,
  live: KubeObject,
): KubeError | undefined {
  if (manifest.kind !== 'Service' || manifest.apiVersion !== 'v1') return undefined
  if (policy.ignored.includes('.spec.clusterIP')) return undefined
  const { clusterIP, clusterIPs, type } = specOf(manifest)
  if (clusterIP != null || clusterIPs != null || type === 'ExternalName') return undefined
  if (specOf(live)['clusterIP'] !== 'None' || isOfAnother(live)) return undefined
  const message =
    'spec.clusterIP: the Service is headless in the cluster, and remains so although clusterIP: None is no longer declared'
  return new KubeError('invalid', message, { status: 422, reason: 'Invalid' })
}

/** What to do instead of a replacement of such a Service. */
export const headlessAlternative = 'declare clusterIP: None again'

function specOf(object: Manifest | KubeObject): Record<string, unknown> {
  const spec: unknown = object['spec']
  return isRecord(spec) ? spec : {}
}

/** Reports whether another manager has declared the Service to be headless. */
function isOfAnother(live: KubeObject): boolean {
  const steps = [{ field: 'spec' }, { field: 'clusterIP' }]
  return managersOf(live).some((manager) => manager.manager !== fieldManager && owns(manager, steps))
}
