import { everything, type Removal } from '../../../schema/confirmation.ts'
import { event } from '../../../schema/status.ts'
import type { KubeObject } from '../client/client.ts'
import { applyObject, deleteObject, getObject, type ObjectRef } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { dataLossOf, displayName, isDefinition, mayHoldData } from './guard.ts'
import { healthOf } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import { isUnavailable, isKubeError } from '../client/kube-error.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { healthOfRefusal } from './refused.ts'
import { isOwnedByAnother, isOwn, labels } from '../client/owner.ts'
import { pathOf } from '../client/paths.ts'
import { applyPhase, fieldManager, isAdopted, isKept } from '../client/resource.ts'
import { concurrency, type Guard, type ResourceState, type SyncContext } from './sync-context.ts'

/** The result of a removal. */
export interface Removed {
  /** Resources that still exist, for example because of a finalizer. */
  leaving: ResourceState[]
  /** Removals that wait for a confirmation. */
  held: Removal[]
}

export interface RemoveOptions {
  /** The total number of resources of the object; left out if all of them are removed. */
  of?: number
}

/**
 * Deletes the resources of inventory entries in reverse apply order, and drops the entries of those that no longer exist.
 * With a guard, deletes nothing while any removal that needs a confirmation lacks it.
 */
export async function removeEntries(
  context: SyncContext,
  entries: readonly InventoryEntry[],
  { of }: RemoveOptions = {},
): Promise<Removed> {
  const { guard } = context
  const held = guard === undefined ? [] : await unconfirmedRemovals(context, guard, { entries, of })
  if (held.length > 0) return { leaving: [], held }
  const leaving: ResourceState[] = []
  const gone: InventoryEntry[] = []
  for (const phase of inReverseOrder(entries)) {
    await mapWithLimit(phase, concurrency, async (entry) => {
      const state = await removeEntry(context, entry)
      if (state === undefined) gone.push(entry)
      else leaving.push(state)
    })
    // Resources that are still terminating may need those of earlier phases.
    if (leaving.length > 0) break
  }
  // All at once, since the next reconcile finds the entries of an interrupted one gone as well.
  await context.inventory.drop(gone)
  return { leaving, held: [] }
}

function inReverseOrder(entries: readonly InventoryEntry[]): InventoryEntry[][] {
  const phases = new Map<number, InventoryEntry[]>()
  for (const entry of entries)
    phases.set(applyPhase(entry), [...(phases.get(applyPhase(entry)) ?? []), entry])
  return [...phases].sort(([a], [b]) => b - a).map(([, group]) => group.sort((a, b) => b.order - a.order))
}

/** Returns the removals that need a confirmation and lack it, if all resources of the inventory were deleted. */
export async function heldRemovals(context: SyncContext): Promise<Removal[]> {
  const entries = [...context.inventory.load().values()]
  return context.guard === undefined
    ? []
    : unconfirmedRemovals(context, context.guard, { entries, of: undefined })
}

/** Returns the removals that need a confirmation and lack it. */
async function unconfirmedRemovals(
  context: SyncContext,
  guard: Guard,
  { entries, of }: { entries: readonly InventoryEntry[]; of: number | undefined },
): Promise<Removal[]> {
  const { count, percent, always } = guard.thresholds
  const { length } = entries
  const isMost = of !== undefined && length >= count && length * 100 > of * percent
  const isTooMany = length >= always || isMost
  const candidates = isTooMany ? entries : entries.filter(mayHoldData)
  const removals = await mapWithLimit(
    candidates,
    concurrency,
    async (entry): Promise<Removal | undefined> => {
      const found = await findOwned(context, entry)
      const { live } = found ?? {}
      if (live === undefined || live.metadata.deletionTimestamp !== undefined || isAdopted(live))
        return undefined
      if (isKept(live)) return undefined
      if (context.keepsUsedDefinitions === true && isDefinition(entry)) return undefined
      const why =
        (await dataLossOf(context, entry)) ??
        (guard.holdsDefinitions === true && isDefinition(entry)
          ? 'its kind leaves the cluster'
          : undefined) ??
        (isTooMany ? 'one of many at once' : undefined)
      return why === undefined
        ? undefined
        : { id: live.metadata.uid ?? '', text: `${displayName(entry)}: ${why}` }
    },
  )
  const held = removals.filter((removal) => removal !== undefined)
  return guard.confirmed.has(everything) || held.every(({ id }) => guard.confirmed.has(id)) ? [] : held
}

/** A resource in the cluster that belongs to the owner. */
interface OwnedResource {
  type: ResourceType
  ref: ObjectRef
  live: KubeObject
}

/** Returns undefined if the resource no longer exists, or if an object of another owner has its name now. */
async function findOwned(context: SyncContext, entry: InventoryEntry): Promise<OwnedResource | undefined> {
  const { client, discovery } = context.cluster
  const apiVersion = entry.group === '' ? entry.version : `${entry.group}/${entry.version}`
  const type =
    (await discovery.find(apiVersion, entry.kind)) ?? (await discovery.findAny(entry.group, entry.kind))
  // A kind that is no longer served has no objects.
  if (type === undefined) return undefined
  const ref: ObjectRef = { type, namespace: entry.namespace, name: entry.name }
  const live = await getObject(client, ref, context.signal)
  return live === undefined || !isOurs(context, live, entry) ? undefined : { type, ref, live }
}

/** Deletes or releases one resource. Returns undefined if it no longer exists or was released. */
async function removeEntry(context: SyncContext, entry: InventoryEntry): Promise<ResourceState | undefined> {
  const found = await findOwned(context, entry)
  if (found === undefined) return undefined
  const { type, ref, live: before } = found
  const key = displayName(entry)
  if (isAdopted(before)) {
    await release(context, ref, before)
    context.recordEvent(event('Normal', 'Released', `${key} existed before and is not deleted.`))
    return undefined
  }
  if (isKept(before)) {
    await disown(context, ref)
    context.recordEvent(
      event('Normal', 'Released', `${key} is kept, as its annotation helm.sh/resource-policy asks.`),
    )
    return undefined
  }
  if (await isUsedDefinition(context, entry)) {
    await disown(context, ref)
    context.recordEvent(
      event('Normal', 'Released', `${key} is kept, because other owners have objects of it.`),
    )
    return undefined
  }
  if (before.metadata.deletionTimestamp === undefined && before.metadata.uid !== undefined) {
    const { cluster, signal, assertHeld } = context
    const { uid } = before.metadata
    let isGone: boolean
    try {
      isGone = await deleteObject(cluster.client, ref, { uid, signal, assertHeld })
    } catch (error) {
      if (!isKubeError(error) || isUnavailable(error)) throw error
      return { key, type, live: before, health: healthOfRefusal(error, undefined) }
    }
    context.recordEvent(event('Normal', 'Deleted', `Deleted ${key}.`))
    if (isGone) return undefined
  }
  const after = await getObject(context.cluster.client, ref, context.signal)
  return after === undefined || after.metadata.uid !== before.metadata.uid
    ? undefined
    : { key, type, live: after, health: healthOf(after) }
}

/** Reports whether an entry is a definition that stays because objects of other owners would be deleted with it. */
async function isUsedDefinition(context: SyncContext, entry: InventoryEntry): Promise<boolean> {
  if (context.keepsUsedDefinitions !== true || !isDefinition(entry)) return false
  return (await dataLossOf(context, entry)) !== undefined
}

/** Removes the fields that only QleetOS owns from an adopted resource, by applying an empty manifest. */
async function release(
  context: SyncContext,
  ref: ObjectRef,
  { apiVersion, kind }: KubeObject,
): Promise<void> {
  const manifest = { apiVersion, kind, metadata: { name: ref.name } }
  const { cluster, signal, assertHeld } = context
  await applyObject(cluster.client, ref, { manifest, signal, force: true, assertHeld })
}

/** Removes the labels of QleetOS from a resource that stays as it is. */
async function disown(
  { cluster, signal, assertHeld }: SyncContext,
  { type, namespace, name }: ObjectRef,
): Promise<void> {
  const own = [labels.objectId, labels.object, labels.kind, labels.project, labels.controlPlane]
  await cluster.client.request({
    method: 'PATCH',
    path: pathOf(type, namespace, name),
    query: { fieldManager },
    contentType: 'application/merge-patch+json',
    body: { metadata: { labels: Object.fromEntries(own.map((label) => [label, null])) } },
    signal,
    beforeSend: assertHeld,
  })
}

/**
 * Reports whether a live object belongs to the owner. An object with our labels does, even under another uid: a reconcile
 * that stopped before its report may have recreated it. Without our labels, the uid has to match, because the object may
 * have been created by another client after ours was deleted.
 */
function isOurs({ owner }: SyncContext, object: KubeObject, entry: InventoryEntry): boolean {
  return isOwn(object, owner) || (object.metadata.uid === entry.uid && !isOwnedByAnother(object, owner))
}
