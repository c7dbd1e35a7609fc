import { everything, type Removal } from '../../../schema/confirmation.ts'
import { event } from '../../../schema/status.ts'
import type { KubeObject } from '../client/client.ts'
import { applyObject, deleteObject, getObject, type Place } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { dataIn, mayHoldData, textOf } from './guard.ts'
import { healthOf } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import { isAway, isKubeError } from '../client/kube-error.ts'
import { mapWithLimit } from '../client/map-with-limit.ts'
import { refused } from './refused.ts'
import { isOfAnother, isOwn } from '../client/owner.ts'
import { applyPhase, isAdopted } from '../client/resource.ts'
import { concurrency, type Guard, type ResourceState, type SyncContext } from './sync-context.ts'

/** What is still there of what was to go, and what is not touched before somebody confirms it. */
export interface Removed {
  leaving: ResourceState[]
  held: Removal[]
}

export interface RemoveOptions {
  /** How many resources the object has in all; left out where all of them are to go. */
  of?: number
}

/**
 * Deletes entries of the inventory, backwards by the order of applying, and forgets those that are gone. With a guard,
 * nothing is deleted while anything of it would be missed and is not confirmed.
 */
export async function removeEntries(
  context: SyncContext,
  entries: readonly InventoryEntry[],
  { of }: RemoveOptions = {},
): Promise<Removed> {
  const { guard } = context
  const held = guard === undefined ? [] : await heldBack(context, guard, { entries, of })
  if (held.length > 0) return { leaving: [], held }
  const leaving: ResourceState[] = []
  for (const phase of backwards(entries)) {
    const gone: InventoryEntry[] = []
    await mapWithLimit(phase, concurrency, async (entry) => {
      const state = await removeEntry(context, entry)
      if (state === undefined) gone.push(entry)
      else leaving.push(state)
    })
    await context.inventory.forget(gone)
    // What comes earlier in the order may be needed by what is still going.
    if (leaving.length > 0) break
  }
  return { leaving, held: [] }
}

function backwards(entries: readonly InventoryEntry[]): InventoryEntry[][] {
  const phases = new Map<number, InventoryEntry[]>()
  for (const entry of entries)
    phases.set(applyPhase(entry), [...(phases.get(applyPhase(entry)) ?? []), entry])
  return [...phases].sort(([a], [b]) => b - a).map(([, group]) => group.sort((a, b) => b.order - a.order))
}

async function heldBack(
  context: SyncContext,
  guard: Guard,
  { entries, of }: { entries: readonly InventoryEntry[]; of: number | undefined },
): Promise<Removal[]> {
  const { count, percent, always } = guard.thresholds
  const many = entries.length
  const isMost = of !== undefined && many >= count && many * 100 > of * percent
  const tooMany = many >= always || isMost
  const asked = tooMany ? entries : entries.filter(mayHoldData)
  const removals = await mapWithLimit(asked, concurrency, async (entry): Promise<Removal | undefined> => {
    const found = await findOurs(context, entry)
    const { live } = found ?? {}
    if (live === undefined || live.metadata.deletionTimestamp !== undefined || isAdopted(live))
      return undefined
    const why = (await dataIn(context, entry)) ?? (tooMany ? 'one of many at once' : undefined)
    return why === undefined ? undefined : { id: live.metadata.uid ?? '', text: `${textOf(entry)}: ${why}` }
  })
  const held = removals.filter((removal) => removal !== undefined)
  return guard.confirmed.has(everything) || held.every(({ id }) => guard.confirmed.has(id)) ? [] : held
}

interface OursInCluster {
  type: ResourceType
  place: Place
  live: KubeObject
}

/** Undefined when it is gone, or when something else of its name has taken its place. */
async function findOurs(context: SyncContext, entry: InventoryEntry): Promise<OursInCluster | undefined> {
  const { client, discovery } = context.cluster
  const apiVersion = entry.group === '' ? entry.version : `${entry.group}/${entry.version}`
  const type =
    (await discovery.find(apiVersion, entry.kind)) ?? (await discovery.findAny(entry.group, entry.kind))
  // A kind that is not served any more has no objects.
  if (type === undefined) return undefined
  const place: Place = { type, namespace: entry.namespace, name: entry.name }
  const live = await getObject(client, place, context.signal)
  return live === undefined || !isOurs(context, live, entry) ? undefined : { type, place, live }
}

/** Undefined when it is gone. */
async function removeEntry(context: SyncContext, entry: InventoryEntry): Promise<ResourceState | undefined> {
  const found = await findOurs(context, entry)
  if (found === undefined) return undefined
  const { type, place, live: before } = found
  const key = textOf(entry)
  if (isAdopted(before)) {
    await release(context, place, before)
    context.tell(event('Normal', 'Released', `${key} was there before and stays.`))
    return undefined
  }
  if (before.metadata.deletionTimestamp === undefined && before.metadata.uid !== undefined) {
    const { cluster, signal, assertHeld } = context
    const { uid } = before.metadata
    try {
      await deleteObject(cluster.client, place, { uid, signal, assertHeld })
    } catch (error) {
      if (!isKubeError(error) || isAway(error)) throw error
      return { key, type, live: before, health: refused(error, undefined) }
    }
    context.tell(event('Normal', 'Deleted', `Deleted ${key}.`))
  }
  const after = await getObject(context.cluster.client, place, context.signal)
  return after === undefined || after.metadata.uid !== before.metadata.uid
    ? undefined
    : { key, type, live: after, health: healthOf(after) }
}

/** Takes back all that only we have declared: an apply of nothing. */
async function release(context: SyncContext, place: Place, { apiVersion, kind }: KubeObject): Promise<void> {
  const manifest = { apiVersion, kind, metadata: { name: place.name } }
  const { cluster, signal, assertHeld } = context
  await applyObject(cluster.client, place, { manifest, signal, force: true, assertHeld })
}

/**
 * Something else of the same name, made after ours was gone, or what another has taken since, is not ours to delete. What
 * has our labels is: it may have been made again by a reconcile that ended before it could tell.
 */
function isOurs({ owner }: SyncContext, object: KubeObject, entry: InventoryEntry): boolean {
  return isOwn(object, owner) || (object.metadata.uid === entry.uid && !isOfAnother(object, owner))
}
