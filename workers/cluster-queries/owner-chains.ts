import type { KubeObject } from '../kube/client/client.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import { labels } from '../kube/client/owner.ts'

/*
 * Resources that operators create for our custom resources do not carry our label. They are attributed to an object by
 * the chain of their owner references. An owner is in the namespace of its dependents:
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */

/** API groups of Kubernetes itself that look like custom ones. No operator creates pods for their kinds. */
const builtIn: ReadonlySet<string> = new Set([
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'storage.k8s.io',
])

/** Returns the namespaces with custom resources, in which operators may create resources without our label. */
export function operatorNamespaces(entries: readonly InventoryEntry[]): Set<string> {
  const custom = entries.filter(
    ({ group, namespace }) => namespace !== '' && group.includes('.') && !builtIn.has(group),
  )
  return new Set(custom.map(({ namespace }) => namespace))
}

/** Returns the uids of the resources of an inventory. */
export function uidsOf(entries: readonly InventoryEntry[]): Set<string> {
  return new Set(entries.flatMap(({ uid }) => uid ?? []))
}

/** Returns the controller of an object, or its first owner if none is the controller. */
export function ownerOf({ metadata }: KubeObject) {
  const owners = metadata.ownerReferences ?? []
  return owners.find(({ controller }) => controller === true) ?? owners[0]
}

/** Returns the owners of the objects of a namespace that are neither objects nor roots themselves. */
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

/** Returns the pods that carry the label of an object, or whose chain of owners leads to one of the roots. */
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
