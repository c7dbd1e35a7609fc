import { describeIdentity, groupOf, type ResourceIdentity } from '../../../schema/manifests.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import type { KubeObject } from '../client/client.ts'
import { getPermitted, listPermitted, mergePatch, type ObjectRef } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { managedNamespace } from '../client/namespaces.ts'
import { describeOwner, isOwn, labels } from '../client/owner.ts'
import { annotations, isNamespace, type DesiredResource } from '../client/resource.ts'
import type { InventoryEntry } from './inventory.ts'
import { concurrency, type SyncContext } from './sync-context.ts'

/*
 * Namespaces with a name of the user's choice, in which others may have put something since. Such a namespace stays as long as it is
 * in use: it passes to another object that has resources in it, or is released.
 */

const namespaces: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
}

const namespaced = (kind: string, plural: string, group = ''): ResourceType => ({
  group,
  version: 'v1',
  kind,
  plural,
  namespaced: true,
})

/** What runs in a namespace, whoever created it. */
const running: readonly ResourceType[] = [
  namespaced('Deployment', 'deployments', 'apps'),
  namespaced('StatefulSet', 'statefulsets', 'apps'),
  namespaced('DaemonSet', 'daemonsets', 'apps'),
  namespaced('CronJob', 'cronjobs', 'batch'),
  namespaced('Job', 'jobs', 'batch'),
  namespaced('Pod', 'pods'),
]

/**
 * Data and addresses, which are lost with it. Operators put them into the namespaces of others as well, so that only those of objects
 * count. What else objects have is applied again.
 */
const owned: readonly ResourceType[] = [
  namespaced('PersistentVolumeClaim', 'persistentvolumeclaims'),
  namespaced('Service', 'services'),
]

type Target = Pick<InventoryEntry, 'kind' | 'group' | 'name'>

/** Reports whether others may use a namespace: those that are created for one object have its id in their names. */
export function mayBeShared({ owner }: SyncContext, target: Target): boolean {
  return isNamespace(target) && target.name !== managedNamespace(owner)
}

/** Returns what others run or own in a namespace, without what is being deleted. */
export async function occupantsOf(
  { cluster: { client }, owner, signal }: Pick<SyncContext, 'cluster' | 'owner' | 'signal'>,
  namespace: string,
): Promise<KubeObject[]> {
  const listed = await mapWithLimit([...running, ...owned], concurrency, (type) =>
    listPermitted(client, {
      type,
      namespace,
      signal,
      ...(owned.includes(type) && { labelSelector: labels.objectId }),
    }),
  )
  return listed
    .flat()
    .filter(
      (object) =>
        !isOwn(object, owner) &&
        object.metadata.deletionTimestamp === undefined &&
        object.metadata.ownerReferences === undefined,
    )
}

/** What was found in a namespace that others may use. */
export interface NamespaceUse {
  /** A sentence about what it contains; undefined if nothing is in it any more. */
  use: string | undefined
  /** The namespace as it was before the last look at what it contains. */
  namespace: KubeObject
}

/** Leaves a namespace that is in use to another object with resources in it, or else to the cluster. */
export async function leaveInUse(
  context: SyncContext,
  ref: ObjectRef,
  live: KubeObject,
): Promise<NamespaceUse> {
  let heir: KubeObject | undefined
  let namespace = live
  for (;;) {
    const occupants = await occupantsOf(context, ref.name)
    if (occupants.length === 0) return { use: undefined, namespace }
    // The heir may have left after it was chosen, and before it could see that the namespace is its own.
    const inherits = heir !== undefined && occupants.some((object) => isSameOwner(object, heir))
    if (!inherits) {
      heir = occupants.find((object) => isOfControlPlane(object, context))
      namespace = await relabel(context, ref, heir)
    }
    if (inherits || heir === undefined) return { use: describeUse(context, occupants, heir), namespace }
  }
}

/** An entry that no inventory has. */
const unrecorded = { id: '', namespace: '', order: 0, uid: null, hash: null, deletableVersion: null }

/**
 * Returns the namespaces that have passed to an object and in which it has had only entries that are gone, as entries that no inventory
 * has: their labels name it, it has not recorded them, and neither its other entries nor what it desires are in them. None has passed to it
 * in a cluster whose credentials may not read namespaces.
 */
export async function inheritedNamespaces(
  { cluster, inventory, owner, signal }: SyncContext,
  gone: readonly InventoryEntry[],
  desired: readonly Pick<DesiredResource, 'identity'>[],
): Promise<InventoryEntry[]> {
  const ids = new Set(gone.map(({ id }) => id))
  const remaining = [...inventory.load().values()].filter(({ id }) => !ids.has(id))
  const used = [...remaining, ...desired.map(({ identity }) => identity)]
  const kept = new Set([
    ...used.map(({ namespace }) => namespace),
    ...[...used, ...gone].filter(isNamespace).map(({ name }) => name),
  ])
  const first = new Map(gone.map((entry) => [entry.namespace, entry]))
  const left = [...first].filter(([name]) => name !== '' && !kept.has(name))
  const inherited = await mapWithLimit(left, concurrency, async ([name, entry]) => {
    const live = await getPermitted(cluster.client, { type: namespaces, namespace: '', name }, signal)
    return live !== undefined && isOwn(live, owner)
      ? { ...entry, ...namespaces, ...unrecorded, name }
      : undefined
  })
  return inherited.filter((entry) => entry !== undefined)
}

function describeUse(
  { owner }: SyncContext,
  [first, ...more]: readonly KubeObject[],
  heir: KubeObject | undefined,
): string {
  if (first === undefined) return ''
  const isOwned = first.metadata.labels?.[labels.objectId] !== undefined
  const { kind, metadata } = first
  const identity = { kind, group: groupOf(first.apiVersion), name: metadata.name, namespace: '' }
  const what = describeIdentity(identity) + (isOwned ? ` of ${describeOwner(first, owner)}` : '')
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const next = heir === undefined ? '' : ` It belongs to ${describeOwner(heir, owner)} now.`
  return `It contains ${what}${others}.${next}`
}

function isOfControlPlane({ metadata }: KubeObject, { owner }: SyncContext): boolean {
  const { [labels.objectId]: id, [labels.controlPlane]: plane } = metadata.labels ?? {}
  return id !== undefined && plane === owner.controlPlane
}

const ownerLabels = [labels.objectId, labels.object, labels.kind, labels.project, labels.controlPlane]

function isSameOwner(one: KubeObject, other: KubeObject | undefined): boolean {
  return ownerLabels.every((label) => one.metadata.labels?.[label] === other?.metadata.labels?.[label])
}

/** Gives a resource the owner of another one, or removes the labels of its owner. Resolves with the resource. */
export async function relabel(
  { cluster, signal, assertHeld }: SyncContext,
  ref: ObjectRef,
  like: KubeObject | undefined,
): Promise<KubeObject> {
  const changed = ownerLabels.map((label) => [label, like?.metadata.labels?.[label] ?? null])
  const patch = { metadata: { labels: Object.fromEntries(changed) } }
  return mergePatch(cluster.client, ref, { patch, signal, assertHeld })
}

/** Returns what a namespace contains that stays when its object is deleted. */
export function keptIn({ metadata }: KubeObject): string | undefined {
  return metadata.annotations?.[annotations.keeps]
}

/** Marks the namespace of a resource that stays, if it is that of an object: whenever that is deleted, it stays as well. */
export async function keepNamespaceOf(
  { cluster, signal, assertHeld }: SyncContext,
  resource: ResourceIdentity,
): Promise<void> {
  const ref = { type: namespaces, namespace: '', name: resource.namespace }
  const live = await getPermitted(cluster.client, ref, signal)
  if (live?.metadata.labels?.[labels.objectId] === undefined || keptIn(live) !== undefined) return
  const patch = { metadata: { annotations: { [annotations.keeps]: describeIdentity(resource) } } }
  await mergePatch(cluster.client, ref, { patch, signal, assertHeld })
}
