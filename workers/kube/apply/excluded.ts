import { describeIdentity } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { isOwn } from '../client/owner.ts'
import { isNamespace, type DesiredResource } from '../client/resource.ts'
import { healthOf, type Health } from '../health/health.ts'
import { ownedBy } from './ensure.ts'
import type { InventoryEntry } from './inventory.ts'
import type { Live } from './live.ts'
import { healthOfRefusal } from './refused.ts'
import type { ResourceState, SyncContext } from './sync-context.ts'

/** A desired resource that a reconcile leaves as it is, and why. */
export interface Excluded {
  why: ExclusionReason
  /** Its state; absent if nothing is to be reported of it. */
  state?: ResourceState
}

export type ExclusionReason =
  /** A namespace that existed before the object used it. It is neither changed nor deleted. */
  | 'foreign'
  /** The cluster refuses to show it, for example for lack of a permission for its kind. */
  | 'unreadable'
  /** Its namespace is being deleted. */
  | 'blocked'
  /** It belongs to another object of the control plane. */
  | 'taken'

/** Desired resources as they were recorded, and as they are. */
export interface Known {
  entries: ReadonlyMap<string, InventoryEntry>
  live: Live
}

/** Returns the desired resources that are not applied, by key, and records all others as the object's own. */
export async function claimResources(
  context: SyncContext,
  desired: readonly DesiredResource[],
  known: Known,
): Promise<ReadonlyMap<string, Excluded>> {
  const unavailable = unavailableResources(context, desired, known)
  const available = desired.filter(({ key }) => !unavailable.has(key))
  return new Map([...unavailable, ...(await intend(context, available, known))])
}

/** Returns the resources of which the cluster shows that they cannot be applied. */
function unavailableResources(
  context: SyncContext,
  desired: readonly DesiredResource[],
  known: Known,
): Map<string, Excluded> {
  const ending = endingNamespaces(desired, known.live.objects)
  const exclusionOf = (resource: DesiredResource): Excluded | undefined =>
    foreignNamespace(context, resource, known) ??
    unreadable(resource, known) ??
    blocked(resource, known, ending)
  return new Map(
    desired.flatMap((resource) => {
      const excluded = exclusionOf(resource)
      return excluded === undefined ? [] : [[resource.key, excluded]]
    }),
  )
}

function foreignNamespace(
  { owner }: SyncContext,
  { key, type, identity }: DesiredResource,
  { entries, live: { objects } }: Known,
): Excluded | undefined {
  const live = objects.get(key)
  if (!isNamespace(identity) || live === undefined) return undefined
  if (entries.get(key)?.hash != null || isOwn(live, owner)) return undefined
  return isEnding(live)
    ? { why: 'foreign', state: { key, type, live, health: endingHealth(live) } }
    : { why: 'foreign' }
}

function unreadable({ key, type }: DesiredResource, { entries, live }: Known): Excluded | undefined {
  const refusal = live.refused.get(key)
  return (
    refusal && { why: 'unreadable', state: { key, type, health: healthOfRefusal(refusal, entries.get(key)) } }
  )
}

/**
 * Excludes what is desired in a namespace that is being deleted, because API servers create nothing in it. Once it is gone, it is created
 * again with what is desired in it.
 */
function blocked(
  { key, type, identity: { namespace } }: DesiredResource,
  { live }: Known,
  ending: ReadonlySet<string>,
): Excluded | undefined {
  if (!ending.has(namespace) || live.objects.has(key)) return undefined
  const message = `waits until namespace ${namespace} is deleted, to be created in a new one`
  const health: Health = { state: 'progressing', reason: 'NamespaceTerminating', message }
  return { why: 'blocked', state: { key, type, health } }
}

/** Records the resources that are about to be applied. Returns those that belong to other objects. */
async function intend(
  { inventory }: SyncContext,
  resources: readonly DesiredResource[],
  { entries, live }: Known,
): Promise<Map<string, Excluded>> {
  const taken = await inventory.intend(resources.filter((each) => needsIntent(each, entries.get(each.key))))
  const owners = new Map(taken.map(({ by, ...identity }) => [describeIdentity(identity), by]))
  return new Map(
    resources.flatMap(({ key, type }): [string, Excluded][] => {
      const by = owners.get(key)
      if (by === undefined) return []
      // A namespace that passes to the object belongs to another one until that has reported.
      if (isNamespace(type) && live.objects.has(key)) return [[key, { why: 'taken' }]]
      return [[key, { why: 'taken', state: { key, type, ...ownedBy(`${by.kind} ${by.name}`) } }]]
    }),
  )
}

function needsIntent(resource: DesiredResource, entry: InventoryEntry | undefined): boolean {
  return entry === undefined || entry.order !== resource.order || entry.version !== resource.type.version
}

/** Returns the names of desired namespaces that are being deleted. */
function endingNamespaces(
  desired: readonly DesiredResource[],
  live: ReadonlyMap<string, KubeObject>,
): ReadonlySet<string> {
  const ending = desired.filter(({ identity, key }) => isNamespace(identity) && isEnding(live.get(key)))
  return new Set(ending.map(({ identity }) => identity.name))
}

function endingHealth(namespace: KubeObject): Health {
  const message = `${healthOf(namespace).message}; it and what is desired in it are created once it is gone`
  return { state: 'failed', reason: 'NamespaceTerminating', message }
}

function isEnding(live: KubeObject | undefined): boolean {
  return live?.metadata.deletionTimestamp !== undefined
}
