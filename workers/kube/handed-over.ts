import type { Manifest } from '../../schema/manifests.ts'
import { replicasField } from './autoscaled.ts'
import type { KubeObject } from './client.ts'
import { findField, parseFieldPath } from './field-path.ts'
import { managersOf, owns } from './ownership.ts'
import { fieldManager, type WantedResource } from './resource.ts'

/**
 * Fields that others decide: those that are named in `ignoreDifferences`, and the replicas of what an autoscaler
 * scales, be it one of the same definition or one that somebody else has made.
 */
export function handedOver(resource: WantedResource, live: KubeObject): readonly string[] {
  const scaled = managersOf(live).some(
    ({ manager, subresource, fields }) =>
      subresource === 'scale' &&
      manager === 'kube-controller-manager' &&
      owns({ manager, subresource, fields, operation: '', time: '' }, [
        { field: 'spec' },
        { field: 'replicas' },
      ]),
  )
  return scaled ? [...resource.policy.ignored, replicasField] : resource.policy.ignored
}

/**
 * The manifest without saying anything about those fields. A field that somebody else owns is left out, so that it is
 * theirs; one that only we own keeps its value, since leaving it out would take it away.
 */
export function withoutHandedOver(manifest: Manifest, live: KubeObject, paths: readonly string[]): Manifest {
  const wanted = structuredClone(manifest)
  for (const path of paths) {
    const segments = parseFieldPath(path)
    const found = findField(wanted, segments)
    if (found === undefined) continue
    const now = findField(live, segments)
    const theirs =
      now !== undefined &&
      managersOf(live).some((manager) => manager.manager !== fieldManager && owns(manager, now.steps))
    const { container, key } = found
    if (Array.isArray(container))
      container.splice(Number(key), 1, ...(theirs ? [] : [now?.value ?? found.value]))
    else if (theirs) delete container[key]
    else if (now !== undefined) container[key] = now.value
  }
  return wanted
}
