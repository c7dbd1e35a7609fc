import { everything, type Removal } from '../../../schema/confirmation.ts'
import { defined } from '../../../schema/defined.ts'
import { describeIdentity } from '../../../schema/manifests.ts'
import { pause } from '../../../schema/retry.ts'
import { event } from '../../../schema/status.ts'
import type { KubeObject } from '../client/client.ts'
import { applyObject, deleteObject, getObject, type ObjectRef } from '../client/cluster.ts'
import { isDefinition, mayHoldData } from './deletable.ts'
import { dataLossOf } from './guard.ts'
import { healthOf, type Health } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import { isUnavailable, isKubeError } from '../client/kube-error.ts'
import {
  findRecorded,
  isReadable,
  RecordedReader,
  type OwnedResource,
  type RecordedResource,
  type UnreadableResource,
} from './recorded-resources.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { healthOfRefusal } from './refused.ts'
import { removeUnread, type UnreadDeletion } from './remove-unread.ts'
import {
  applyPhase,
  isAdopted,
  isKept,
  isNamespace,
  outlivesOwner,
  type DesiredResource,
} from '../client/resource.ts'
import {
  inheritedNamespaces,
  keepNamespaceOf,
  keptIn,
  leaveInUse,
  mayBeShared,
  occupantsOf,
  relabel,
} from './shared-namespace.ts'
import { concurrency, type Guard, type ResourceState, type SyncContext } from './sync-context.ts'

/** The result of a removal. */
export interface Removed {
  /** Resources that still exist, for example because of a finalizer. */
  leaving: ResourceState[]
  /** Removals that wait for a confirmation. */
  held: Removal[]
}

export interface RemoveOptions {
  /** The total number of resources of the object. @default all of them are removed */
  of?: number | undefined
  /** What the object is to have from now on, besides the rest of its inventory. @default nothing */
  desired?: readonly Pick<DesiredResource, 'identity'>[]
}

/**
 * Deletes the resources of inventory entries in reverse apply order, with the namespaces that have passed to the object and in which it
 * has nothing else, and drops the entries of those that no longer exist. With a guard, deletes nothing while any removal that needs a
 * confirmation lacks it. What the cluster refuses to show stays, with the namespace and the definition that would take it along.
 */
export async function removeEntries(
  context: SyncContext,
  entries: readonly InventoryEntry[],
  { of, desired = [] }: RemoveOptions = {},
): Promise<Removed> {
  if (entries.length === 0) return { leaving: [], held: [] }
  const removed = await removeInOrder(context, entries, of)
  const inherited = await inheritedNamespaces(context, removed.gone, desired)
  const { leaving, held, gone } = await removeInOrder(context, inherited)
  const remaining = new Set(inherited.filter((entry) => !gone.includes(entry)).map(({ name }) => name))
  // All at once, since the next reconcile finds the entries of an interrupted one gone as well. It finds a namespace that still exists by
  // the entries of what was in it.
  await context.inventory.drop(removed.gone.filter(({ namespace }) => !remaining.has(namespace)))
  return { leaving: [...removed.leaving, ...leaving], held: [...removed.held, ...held] }
}

/** Deletes all resources of the inventory, as {@link removeEntries} does. */
export function removeAll(context: SyncContext): Promise<Removed> {
  return removeEntries(context, [...context.inventory.load().values()])
}

interface RemovedInOrder extends Removed {
  /** The entries of resources that no longer exist. */
  gone: InventoryEntry[]
}

/** The context of one removal. */
interface RemovalContext extends SyncContext {
  /** What stays by the namespace that it is in, which stays as well. */
  kept: Map<string, string>
}

/** A resource that the cluster refuses to show. */
interface UnreadableEntry extends UnreadableResource {
  entry: InventoryEntry
}

async function removeInOrder(
  syncContext: SyncContext,
  entries: readonly InventoryEntry[],
  of?: number,
): Promise<RemovedInOrder> {
  const context: RemovalContext = { ...syncContext, kept: new Map() }
  const { guard } = context
  const reader = new RecordedReader(context)
  const held = guard === undefined ? [] : await unconfirmedRemovals(context, guard, { entries, of, reader })
  if (held.length > 0) return { leaving: [], held, gone: [] }
  const gone: InventoryEntry[] = []
  const unreadable: UnreadableEntry[] = []
  let leaving: ResourceState[] = []
  for (const phase of inReverseOrder(entries)) {
    const needsNoLook = (entry: InventoryEntry): boolean =>
      entry.deletableVersion !== null && !reader.has(entry)
    const [deleted] = await Promise.all([
      removeUnread(context, phase.filter(needsNoLook)),
      reader.read(phase.filter((entry) => !needsNoLook(entry))),
    ])
    const rest = phase.filter((entry) => !deleted.has(entry))
    const found = await reader.read(rest)
    unreadable.push(...unreadableOf(rest, found))
    const removable = rest.filter(
      (entry) => !unreadable.some((each) => each.entry === entry || isWithin(each, entry)),
    )
    const remaining = await removePhase(context, removable, { found, deleted })
    gone.push(...[...deleted.keys(), ...removable].filter((entry) => !remaining.has(entry)))
    leaving = [...remaining.values()].map(({ state }) => state)
    // Resources that are still terminating may need those of earlier phases.
    if (leaving.length > 0) break
  }
  return { leaving: [...unreadable.map(stateOf), ...leaving], held: [], gone }
}

function unreadableOf(
  entries: readonly InventoryEntry[],
  found: ReadonlyMap<InventoryEntry, RecordedResource | undefined>,
): UnreadableEntry[] {
  return entries.flatMap((entry) => {
    const resource = found.get(entry)
    return resource === undefined || isReadable(resource) ? [] : [{ entry, ...resource }]
  })
}

/** Returns the state of a resource that is not removed, because the cluster does not show whether it is still the owner's. */
function stateOf({ entry, type, refusal }: UnreadableEntry): ResourceState {
  const health = healthOfRefusal(refusal, undefined)
  const message = `${health.message}; it is no longer desired, and stays until then`
  return { key: describeIdentity(entry), type, health: { ...health, message } }
}

/** Reports whether a resource would be deleted with another one, which is its namespace or defines its kind. */
function isWithin({ entry, type }: UnreadableEntry, container: InventoryEntry): boolean {
  if (isNamespace(container)) return container.name === entry.namespace
  return isDefinition(container) && container.name === `${type.plural}.${type.group}`
}

/** A resource that still exists after its removal. */
interface Remaining {
  state: ResourceState
  /** Whether this reconcile has requested its deletion, and nothing is known that keeps it for longer. */
  isLeavingSoon: boolean
}

/**
 * Milliseconds after which requested deletions are looked at again. Most of what is not gone at once only waits for a controller that
 * responds in an instant, as the claims of volumes do, and another reconcile costs several times as much as a look.
 */
const secondLookAfter = 30

interface PhaseOptions {
  found: ReadonlyMap<InventoryEntry, RecordedResource | undefined>
  /** The other resources of the phase, which have been deleted already. */
  deleted: ReadonlyMap<InventoryEntry, UnreadDeletion>
}

/** Removes resources of one phase that were read. Resolves with those of the whole phase that still exist. */
async function removePhase(
  context: RemovalContext,
  entries: readonly InventoryEntry[],
  { found: resources, deleted }: PhaseOptions,
): Promise<ReadonlyMap<InventoryEntry, Remaining>> {
  const remaining = new Map<InventoryEntry, Remaining>()
  for (const [entry, deletion] of deleted) {
    const left = afterDeletion(context, entry, deletion)
    if (left !== undefined) remaining.set(entry, left)
  }
  await mapWithLimit(entries, concurrency, async (entry) => {
    const found = resources.get(entry)
    const left = isReadable(found) ? await removeEntry(context, entry, found) : undefined
    if (left !== undefined) remaining.set(entry, left)
  })
  // As long as one of them stays, another reconcile is needed in any case.
  if (remaining.size === 0 || ![...remaining.values()].every(({ isLeavingSoon }) => isLeavingSoon))
    return remaining
  await pause(secondLookAfter, context.signal)
  const found = await findRecorded(context, [...remaining.keys()])
  return new Map([...remaining].filter(([entry]) => found.has(entry)))
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
  const { guard } = context
  return guard === undefined
    ? []
    : unconfirmedRemovals(context, guard, { entries, of: undefined, reader: new RecordedReader(context) })
}

/** Returns the removals that need a confirmation and lack it. */
async function unconfirmedRemovals(
  context: SyncContext,
  guard: Guard,
  {
    entries,
    of,
    reader,
  }: { entries: readonly InventoryEntry[]; of: number | undefined; reader: RecordedReader },
): Promise<Removal[]> {
  const { count, percent, always } = guard.thresholds
  const { length } = entries
  const isMost = of !== undefined && length >= count && length * 100 > of * percent
  const isTooMany = length >= always || isMost
  const candidates = isTooMany ? entries : entries.filter(mayHoldData)
  const owned = await reader.read(candidates)
  const removals = await mapWithLimit(
    candidates,
    concurrency,
    async (entry): Promise<Removal | undefined> => {
      const found = owned.get(entry)
      if (!isReadable(found)) return undefined
      const { live } = found
      if (live.metadata.deletionTimestamp !== undefined || outlivesOwner(live)) return undefined
      if (context.keepsUsedDefinitions === true && isDefinition(entry)) return undefined
      if (isNamespace(entry) && keepsSomething(live, owned)) return undefined
      if (await isInUse(context, entry)) return undefined
      const why =
        (await dataLossOf(context, entry)) ??
        (guard.holdsDefinitions === true && isDefinition(entry)
          ? 'its kind leaves the cluster'
          : undefined) ??
        (isTooMany ? 'one of many at once' : undefined)
      return why === undefined
        ? undefined
        : { id: live.metadata.uid ?? '', text: `${describeIdentity(entry)}: ${why}` }
    },
  )
  const held = removals.filter((removal) => removal !== undefined)
  return guard.confirmed.has(everything) || held.every(({ id }) => guard.confirmed.has(id)) ? [] : held
}

/** Reports whether a namespace contains something that stays, by its mark and by what was read. */
function keepsSomething(
  namespace: KubeObject,
  read: ReadonlyMap<InventoryEntry, RecordedResource | undefined>,
): boolean {
  if (keptIn(namespace) !== undefined) return true
  return [...read].some(
    ([entry, found]) =>
      entry.namespace === namespace.metadata.name &&
      isReadable(found) &&
      found.live.metadata.deletionTimestamp === undefined &&
      outlivesOwner(found.live),
  )
}

/** Reports whether an entry is a namespace that stays because others use it. */
async function isInUse(context: SyncContext, entry: InventoryEntry): Promise<boolean> {
  return mayBeShared(context, entry) && (await occupantsOf(context, entry.name)).length > 0
}

/** Deletes or releases one resource; reports a refusal as its health. Returns undefined if it no longer exists or was released. */
async function removeEntry(
  context: RemovalContext,
  entry: InventoryEntry,
  resource: OwnedResource,
): Promise<Remaining | undefined> {
  try {
    return await deleteOrRelease(context, entry, resource)
  } catch (error) {
    if (!isKubeError(error) || isUnavailable(error)) throw error
    // Others have deleted it since it was read.
    if (isKubeError(error, 'notFound')) return undefined
    const { type, live } = resource
    const health = healthOfRefusal(error, undefined)
    return { state: { key: describeIdentity(entry), type, live, health }, isLeavingSoon: false }
  }
}

async function deleteOrRelease(
  context: RemovalContext,
  entry: InventoryEntry,
  { type, ref, live: before }: OwnedResource,
): Promise<Remaining | undefined> {
  const key = describeIdentity(entry)
  const staying = (live: KubeObject, health: Health): Remaining => ({
    state: { key, type, live, health },
    isLeavingSoon: false,
  })
  const stays = await reasonToStay(context, entry, before)
  if (stays !== undefined) {
    // What others are deleting does not stay, and needs no release.
    if (before.metadata.deletionTimestamp !== undefined) return undefined
    // First: a reconcile that is interrupted later does not find what was released.
    await keepNamespace(context, entry)
    if (!isAdopted(before)) await relabel(context, ref, undefined)
    else if (!(await release(context, ref, before))) return undefined
    context.recordEvent(event('Normal', 'Released', `${key} ${stays}.`))
    return undefined
  }
  if (before.metadata.deletionTimestamp === undefined && before.metadata.uid !== undefined) {
    const shared = mayBeShared(context, entry) ? await leaveInUse(context, ref, before) : undefined
    if (shared?.use !== undefined) {
      const note = `${key} is kept, because others use it. ${shared.use}`
      context.recordEvent(event('Normal', 'Released', note))
      return undefined
    }
    const { cluster, signal, assertHeld } = context
    // Others may have marked a shared namespace since, because of something that they keep in it.
    const preconditions = {
      uid: before.metadata.uid,
      ...defined({ resourceVersion: shared?.namespace.metadata.resourceVersion }),
    }
    const deletion = await deleteObject(cluster.client, ref, { ...preconditions, signal, assertHeld })
    if (deletion.isGone || deletion.live !== undefined)
      return afterDeletion(context, entry, { type, ...deletion })
  }
  const after = await getObject(context.cluster.client, ref, context.signal)
  return after === undefined || after.metadata.uid !== before.metadata.uid
    ? undefined
    : staying(after, healthOf(after))
}

/** Keeps the namespace of a resource that stays, in this removal and later ones. */
async function keepNamespace(context: RemovalContext, entry: InventoryEntry): Promise<void> {
  const { namespace } = entry
  if (namespace === '' || context.kept.has(namespace)) return
  await keepNamespaceOf(context, entry)
  context.kept.set(namespace, describeIdentity(entry))
}

/** Records that the deletion of a resource was requested, and returns the resource if the response shows that it still exists. */
function afterDeletion(
  context: SyncContext,
  entry: InventoryEntry,
  { type, live }: UnreadDeletion,
): Remaining | undefined {
  const key = describeIdentity(entry)
  context.recordEvent(event('Normal', 'Deleted', `Deleted ${key}.`))
  if (live === undefined) return undefined
  return { state: { key, type, live, health: healthOf(live) }, isLeavingSoon: !hasGracePeriod(live) }
}

/** Returns why a resource stays in the cluster without its owner; undefined if it is deleted. */
async function reasonToStay(
  context: RemovalContext,
  entry: InventoryEntry,
  live: KubeObject,
): Promise<string | undefined> {
  if (isAdopted(live)) return 'existed before and is not deleted'
  if (isKept(live)) return 'is kept, as its annotation helm.sh/resource-policy asks'
  const kept = isNamespace(entry) ? (keptIn(live) ?? context.kept.get(entry.name)) : undefined
  if (kept !== undefined) return `is kept, because it contains ${kept}`
  return (await isUsedDefinition(context, entry))
    ? 'is kept, because other owners have objects of it'
    : undefined
}

/** Reports whether an object has a time to end before it is deleted, as the pods of most nodes do. */
function hasGracePeriod({ metadata }: KubeObject): boolean {
  return (metadata.deletionGracePeriodSeconds ?? 0) > 0
}

/** Reports whether an entry is a definition that stays because objects of other owners would be deleted with it. */
async function isUsedDefinition(context: SyncContext, entry: InventoryEntry): Promise<boolean> {
  if (context.keepsUsedDefinitions !== true || !isDefinition(entry)) return false
  return (await dataLossOf(context, entry)) !== undefined
}

/**
 * Removes the fields that only QleetOS owns from an adopted resource, by applying an empty manifest. Resolves with false if others have
 * deleted or replaced it: by its uid, the manifest applies to no other resource, and creates none.
 */
async function release(
  context: SyncContext,
  ref: ObjectRef,
  { apiVersion, kind, metadata: { uid } }: KubeObject,
): Promise<boolean> {
  const manifest = { apiVersion, kind, metadata: { name: ref.name, ...defined({ uid }) } }
  const { cluster, signal, assertHeld } = context
  try {
    await applyObject(cluster.client, ref, { manifest, signal, force: true, assertHeld })
    return true
  } catch (error) {
    if (isKubeError(error, 'conflict') || isOfAnotherUid(error)) return false
    throw error
  }
}

/** API servers refuse another uid as a change of the object. */
function isOfAnotherUid(error: unknown): boolean {
  return isKubeError(error, 'invalid') && error.causes.some(({ field }) => field === 'metadata.uid')
}
