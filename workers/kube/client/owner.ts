import type { ResourceOwner } from '../../resource-owner.ts'
import type { KubeObject } from './client.ts'

/** Labels on every object that QleetOS applies to a cluster. */
export const labels = {
  managedBy: 'app.kubernetes.io/managed-by',
  objectId: 'qleet.io/object-id',
  object: 'qleet.io/object',
  kind: 'qleet.io/kind',
  project: 'qleet.io/project',
  controlPlane: 'qleet.io/control-plane',
} as const

/** The object of the control plane that owns resources in a cluster. */
export type Owner = ResourceOwner

/** Returns labels that identify the owner of a resource even when its id no longer does, for example after a restore. */
export function originOf({ kind, project, name, controlPlane }: Owner): Record<string, string> {
  if (controlPlane === undefined) return {}
  return {
    [labels.controlPlane]: controlPlane,
    [labels.kind]: kind,
    [labels.project]: project,
    [labels.object]: name,
  }
}

/** Reports whether the labels of a resource name the owner. Two control planes may use the same ids. */
export function isOwn({ metadata }: KubeObject, { id, controlPlane }: Owner): boolean {
  const plane = metadata.labels?.[labels.controlPlane]
  return (
    metadata.labels?.[labels.objectId] === id &&
    (plane === undefined || controlPlane === undefined || plane === controlPlane)
  )
}

/** Reports whether the labels of a resource name another owner. */
export function isOwnedByAnother(object: KubeObject, owner: Owner): boolean {
  return object.metadata.labels?.[labels.objectId] !== undefined && !isOwn(object, owner)
}

/** Reports whether all labels of a resource but the id name the owner, so that only somebody who has edited the id can be the reason. */
export function isRelabelled({ metadata: { labels: found = {} } }: KubeObject, owner: Owner): boolean {
  const origin = Object.entries(originOf(owner))
  return (
    origin.length > 0 &&
    found[labels.objectId] !== owner.id &&
    origin.every(([key, value]) => found[key] === value)
  )
}

/** Describes the owner of a resource by its labels, from the point of view of `viewer`. */
export function describeOwner(object: KubeObject, viewer: Owner): string {
  const { labels: found = {} } = object.metadata
  const { [labels.kind]: kind, [labels.project]: project = '', [labels.objectId]: id = '' } = found
  const name = found[labels.object] ?? id
  if (kind === undefined) return name
  const plane = found[labels.controlPlane]
  const elsewhere =
    plane === undefined || plane === viewer.controlPlane ? '' : ` of another control plane (${plane})`
  const namesake = isRelabelled(object, viewer) ? ` with another id (${id})` : ''
  return `${kind} ${project === '' ? '' : `${project}/`}${name}${elsewhere}${namesake}`
}
