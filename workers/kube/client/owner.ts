import type { ResourceOwner } from '../../resource-owner.ts'
import type { KubeObject } from './client.ts'

/** Labels that every object of ours carries in a cluster. */
export const labels = {
  managedBy: 'app.kubernetes.io/managed-by',
  objectId: 'qleet.io/object-id',
  object: 'qleet.io/object',
  kind: 'qleet.io/kind',
  project: 'qleet.io/project',
  controlPlane: 'qleet.io/control-plane',
} as const

/** The object of the control plane whose resources these are. */
export type Owner = ResourceOwner

/** Labels that tell whose a resource is also where the id says nothing any more, as after a restore. */
export function originOf({ kind, project, name, controlPlane }: Owner): Record<string, string> {
  if (controlPlane === undefined) return {}
  return {
    [labels.controlPlane]: controlPlane,
    [labels.kind]: kind,
    [labels.project]: project,
    [labels.object]: name,
  }
}

/** Whether a resource is labelled as one of the owner. Ids of two control planes may be equal. */
export function isOwn({ metadata }: KubeObject, { id, controlPlane }: Owner): boolean {
  const plane = metadata.labels?.[labels.controlPlane]
  return (
    metadata.labels?.[labels.objectId] === id &&
    (plane === undefined || controlPlane === undefined || plane === controlPlane)
  )
}

/** Whether a resource is labelled as one of somebody else. */
export function isOfAnother(object: KubeObject, owner: Owner): boolean {
  return object.metadata.labels?.[labels.objectId] !== undefined && !isOwn(object, owner)
}

/** Whose a resource is by its labels, in words. */
export function describeOwner({ metadata: { labels: found = {} } }: KubeObject, asker: Owner): string {
  const { [labels.kind]: kind, [labels.project]: project = '', [labels.objectId]: id = '' } = found
  const name = found[labels.object] ?? id
  if (kind === undefined) return name
  const plane = found[labels.controlPlane]
  const elsewhere =
    plane === undefined || plane === asker.controlPlane ? '' : ` of another control plane (${plane})`
  return `${kind} ${project === '' ? '' : `${project}/`}${name}${elsewhere}`
}
