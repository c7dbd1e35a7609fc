import type { Manifest } from '../../../schema/manifests.ts'
import { replicasField } from '../client/autoscaled.ts'
import type { Autoscalers } from './autoscalers.ts'
import type { KubeObject } from '../client/client.ts'
import { findField, parseFieldPath } from './field-path.ts'
import { fieldsOf, managersOf, owns, type Manager } from './ownership.ts'
import { fieldManager, type DesiredResource } from '../client/resource.ts'

/**
 * Fields that others decide: those that are named in `ignoreDifferences`, and the replicas of what an autoscaler
 * scales, be it one of the same definition or one that somebody else has made. The replicas that an autoscaler has
 * written are the definition's again as soon as there is no autoscaler any more.
 */
export async function handedOver(
  autoscalers: Autoscalers,
  resource: DesiredResource,
  live: KubeObject,
): Promise<readonly string[]> {
  const { ignored } = resource.policy
  const replicas = replicasOfOthers(resource, live)
  if (replicas.length === 0) return ignored
  const scaled = await autoscalers.scales(resource.identity)
  // Where we may not see whether there is one, what it has written is the only sign of it.
  const left =
    scaled === 'unknown' ? replicas.filter((field) => isWrittenByAutoscaler(live, field)) : replicas
  return scaled === false ? ignored : [...ignored, ...left]
}

/** Whether replicas are others than declared, for no reason any more: the autoscaler that has set them is gone. */
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
  const given = await handedOver(autoscalers, resource, live)
  return differing.some((field) => !given.includes(field))
}

/** Replicas that an autoscaler which is gone has left: they are nobody's, and may be taken without asking anyone. */
export function abandonedBy(live: KubeObject, resource: DesiredResource, given: readonly string[]): string[] {
  return replicasOfOthers(resource, live).filter(
    (field) => !given.includes(field) && isWrittenByAutoscaler(live, field),
  )
}

/** Declared replicas that another manager owns, and that `ignoreDifferences` and the definition leave to nobody. */
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

/** Managers other than us. */
function ownersOf(live: KubeObject, field: string): Manager[] {
  const found = findField(live, parseFieldPath(field))
  if (found === undefined) return []
  return managersOf(live).filter((manager) => manager.manager !== fieldManager && owns(manager, found.steps))
}

function isScaling({ subresource }: Manager): boolean {
  return subresource === 'scale'
}

/** Field managers of the autoscalers of Kubernetes and of KEDA; people scale by others. */
const autoscalerManagers = new Set(['kube-controller-manager', 'keda'])

function isWrittenByAutoscaler(live: KubeObject, field: string): boolean {
  return ownersOf(live, field).every((owner) => isScaling(owner) && autoscalerManagers.has(owner.manager))
}

/**
 * The manifest without saying anything about those fields. A field that somebody else owns is left out, so that it is
 * theirs; one that only we own keeps its value, since leaving it out would take it away.
 */
export function withoutHandedOver(manifest: Manifest, live: KubeObject, paths: readonly string[]): Manifest {
  const desired = structuredClone(manifest)
  for (const path of paths) {
    const segments = parseFieldPath(path)
    const found = findField(desired, segments)
    if (found === undefined) continue
    const now = findField(live, segments)
    const theirs = ownersOf(live, path).length > 0
    const { container, key } = found
    if (Array.isArray(container))
      container.splice(Number(key), 1, ...(theirs ? [] : [now?.value ?? found.value]))
    else if (theirs) delete container[key]
    else if (now !== undefined) container[key] = now.value
  }
  return desired
}
