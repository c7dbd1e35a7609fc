import type { KubeObject } from '../kube/client/client.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { labels } from '../kube/client/owner.ts'

/*
 * What operators make for a custom resource of ours does not carry our label: that it belongs to the object is only told
 * by its owners, from one to the next. An owner is in the namespace of what it owns:
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */

/** Groups with a dot whose namespaced kinds Kubernetes itself serves; no operator makes pods of them. */
const builtIn: ReadonlySet<string> = new Set([
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'storage.k8s.io',
])

/** Namespaces with custom resources, where operators may make what does not carry our label. */
export function operatorNamespaces(entries: readonly InventoryEntry[]): Set<string> {
  const custom = entries.filter(
    ({ group, namespace }) => namespace !== '' && group.includes('.') && !builtIn.has(group),
  )
  return new Set(custom.map(({ namespace }) => namespace))
}

/** Uids of resources of an inventory. */
export function uidsOf(entries: readonly InventoryEntry[]): Set<string> {
  return new Set(entries.flatMap(({ uid }) => uid ?? []))
}

/** The owner that makes an object what it is, of several. */
export function ownerOf({ metadata }: KubeObject) {
  const owners = metadata.ownerReferences ?? []
  return owners.find(({ controller }) => controller === true) ?? owners[0]
}

/** Owners of objects of a namespace that are neither among the objects nor among the roots. */
export function unknownOwners(
  objects: readonly KubeObject[],
  { namespace, roots }: { namespace: string; roots: ReadonlySet<string> },
): { apiVersion: string; kind: string }[] {
  const known = new Set(objects.map(({ metadata }) => metadata.uid))
  return objects
    .filter(({ metadata }) => metadata.namespace === namespace)
    .flatMap((object) => ownerOf(object) ?? [])
    .filter(({ uid }) => !known.has(uid) && !roots.has(uid))
}

/** The pods that carry the label of an object, or whose owners lead to one of the roots. */
export function ownPods(
  objects: readonly KubeObject[],
  { labelId, roots }: { labelId: string; roots: ReadonlySet<string> },
): KubeObject[] {
  const byUid = new Map(objects.map((object) => [object.metadata.uid, object]))
  const leads = (object: KubeObject, seen: ReadonlySet<string>): boolean => {
    const uid = ownerOf(object)?.uid
    if (uid === undefined || seen.has(uid)) return false
    const owner = byUid.get(uid)
    return roots.has(uid) || (owner !== undefined && leads(owner, new Set([...seen, uid])))
  }
  return objects.filter(
    (object) =>
      object.kind === 'Pod' &&
      (object.metadata.labels?.[labels.objectId] === labelId || leads(object, new Set())),
  )
}
