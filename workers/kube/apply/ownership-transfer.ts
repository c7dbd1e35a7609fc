import type { Manifest } from '../../../schema/manifests.ts'
import { replicasField } from '../client/autoscaled.ts'
import type { Autoscalers } from './autoscalers.ts'
import type { KubeObject } from '../client/client.ts'
import { parseFieldPath } from '../../../schema/field-path.ts'
import { findField } from './field-path.ts'
import { fieldsOf, managersOf, owns, type Manager } from './ownership.ts'
import { fieldManager, type DesiredResource } from '../client/resource.ts'

/**
 * Returns the fields that are left to other managers: those in `ignoreDifferences`, and the replicas of a resource that
 * an autoscaler scales, whether the definition or another client has created the autoscaler. Once no autoscaler is left,
 * the definition decides the replicas again.
 */
export async function delegatedFields(
  autoscalers: Autoscalers,
  resource: DesiredResource,
  live: KubeObject,
): Promise<readonly string[]> {
  const { ignored } = resource.policy
  const replicas = replicasOfOthers(resource, live)
  if (replicas.length === 0) return ignored
  const scaled = await autoscalers.scales(resource.identity)
  // If autoscalers may not be listed, the fields that one has written are the only evidence of it.
  const delegated =
    scaled === 'unknown' ? replicas.filter((field) => isWrittenByAutoscaler(live, field)) : replicas
  return scaled === false ? ignored : [...ignored, ...delegated]
}

/** Reports whether replicas differ from the declared ones although the autoscaler that set them no longer exists. */
export async function hasAbandonedReplicas(
  autoscalers: Autoscalers,
  resource: DesiredResource,
  live: KubeObject,
): Promise<boolean> {
  const differing = replicasOfOthers(resource, live).filter((field) => {
    const segments = parseFieldPath(field)
    return findField(resource.manifest, segments)?.value !== findField(live, segments)?.value
  })
  if (differing.length === 0) return false
  const delegated = await delegatedFields(autoscalers, resource, live)
  return differing.some((field) => !delegated.includes(field))
}

/** Returns the replicas fields last written by an autoscaler that no longer exists; taking them over conflicts with no one. */
export function abandonedReplicas(
  live: KubeObject,
  resource: DesiredResource,
  delegated: readonly string[],
): string[] {
  return replicasOfOthers(resource, live).filter(
    (field) => !delegated.includes(field) && isWrittenByAutoscaler(live, field),
  )
}

/** Returns the declared replicas fields that another manager owns although no policy ignores them. */
function replicasOfOthers({ manifest, policy }: DesiredResource, live: KubeObject): string[] {
  const scaling = managersOf(live).filter(isScaling)
  const fields = new Set([replicasField, ...scaling.flatMap(({ fields: owned }) => fieldsOf(owned))])
  return [...fields].filter(
    (field) =>
      !policy.ignored.includes(field) &&
      findField(manifest, parseFieldPath(field)) !== undefined &&
      ownersOf(live, field).length > 0,
  )
}

/** Returns the managers of the field other than QleetOS. */
function ownersOf(live: KubeObject, field: string): Manager[] {
  const found = findField(live, parseFieldPath(field))
  if (found === undefined) return []
  return managersOf(live).filter((manager) => manager.manager !== fieldManager && owns(manager, found.steps))
}

function isScaling({ subresource }: Manager): boolean {
  return subresource === 'scale'
}

/** Field managers of the Kubernetes and KEDA autoscalers; manual scaling uses other managers. */
const autoscalerManagers = new Set(['kube-controller-manager', 'keda'])

function isWrittenByAutoscaler(live: KubeObject, field: string): boolean {
  return ownersOf(live, field).every((owner) => isScaling(owner) && autoscalerManagers.has(owner.manager))
}

/**
 * Returns the manifest without an opinion on the fields at the paths. Leaves out a field that another manager owns;
 * keeps the live value of a field that only QleetOS owns, because leaving it out would remove it.
 */
export function withoutDelegatedFields(
  manifest: Manifest,
  live: KubeObject,
  paths: readonly string[],
): Manifest {
  const desired = structuredClone(manifest)
  for (const path of paths) {
    const segments = parseFieldPath(path)
    const found = findField(desired, segments)
    if (found === undefined) continue
    const current = findField(live, segments)
    const hasOtherOwner = ownersOf(live, path).length > 0
    const { container, key } = found
    if (Array.isArray(container))
      container.splice(Number(key), 1, ...(hasOtherOwner ? [] : [current?.value ?? found.value]))
    else if (hasOtherOwner) delete container[key]
    else if (current !== undefined) container[key] = current.value
  }
  return desired
}
