import { isAutoscalerKind } from '../../../schema/autoscaler-kinds.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { pause } from '../../../schema/retry.ts'
import { getObject } from '../client/cluster.ts'
import { applyPhase, isCrd, type DesiredResource } from '../client/resource.ts'
import { healthOf } from '../health/health.ts'
import { liveAutoscalers } from './autoscalers.ts'
import { ensureResource, reclaimReplicas, type EnsureContext, type Ensured } from './ensure.ts'
import { claimResources, type Excluded, type Known } from './excluded.ts'
import type { InventoryEntry } from './inventory.ts'
import { readLive } from './live.ts'
import { removeEntries, type Removed } from './remove.ts'
import { concurrency, type ResourceState, type SyncContext } from './sync-context.ts'

export type { GuardThresholds, ResourceState, SyncContext } from './sync-context.ts'

/** The state of the desired resources, and the result of pruning the others. */
export interface SyncResult extends Removed {
  resources: ResourceState[]
  /**
   * It depends on something of which no watch reports: the deletion of an autoscaler to which replicas are left, or the report of the
   * former owner of a namespace that has passed to the object.
   */
  unwatched: boolean
}

export interface SyncOptions {
  /** Reports whether a resource of the inventory is left as it is, although it is not desired. @default none is */
  keeps?: (key: string) => boolean
}

/**
 * Reconciles a cluster with the desired resources: applies differences in order, prunes inventory entries that are no
 * longer desired, and reports the health of every resource. Writes nothing if nothing differs. Reports refusals per
 * resource; throws KubeError only if the cluster is unavailable.
 */
export async function syncResources(
  context: SyncContext,
  desired: readonly DesiredResource[],
  { keeps = () => false }: SyncOptions = {},
): Promise<SyncResult> {
  const entries = context.inventory.load()
  const known: Known = { entries, live: await readLive(context, desired, entries) }
  const excluded = await claimResources(context, desired, known)
  const own = desired.filter(({ key }) => !excluded.has(key))
  const undesired = undesiredEntries(entries, desired, excluded)
    .filter(([key]) => !keeps(key))
    .map(([, entry]) => entry)

  const ensureContext = { ...context, autoscalers: liveAutoscalers(context.cluster, context.signal) }
  const applied: Ensured[] = []
  let removed: Removed
  try {
    await applyInPhases(ensureContext, own, { known, applied })
    removed = await prune(ensureContext, undesired, { known, desired, own, applied })
  } finally {
    // Also after an interrupted reconcile: resources that are not recorded are applied again.
    recordApplied(context, applied, entries)
  }
  const replaced = applied.flatMap(({ held }) => held ?? [])
  return {
    resources: inOrder(desired, [...statesOf(excluded), ...applied]),
    unwatched: ensureContext.autoscalers.found() || [...excluded.values()].some(isPassing),
    leaving: removed.leaving,
    held: [...replaced, ...removed.held],
  }
}

/** Applies resources as {@link syncResources} does, and leaves the others of the inventory as they are. */
export function syncBesideOthers(
  context: SyncContext,
  desired: readonly DesiredResource[],
): Promise<SyncResult> {
  return syncResources(context, desired, { keeps: () => true })
}

/** Returns the entries of resources that are no longer desired. A foreign namespace is not the object's, even if it has an entry. */
function undesiredEntries(
  entries: ReadonlyMap<string, InventoryEntry>,
  desired: readonly DesiredResource[],
  excluded: ReadonlyMap<string, Excluded>,
): [key: string, entry: InventoryEntry][] {
  const own = desired.filter(({ key }) => excluded.get(key)?.why !== 'foreign')
  const keys = new Set(own.map(({ key }) => key))
  return [...entries].filter(([key]) => !keys.has(key))
}

/** Reports whether a resource is a namespace that has passed to the object, and that the former owner has still recorded. */
function isPassing({ why, state }: Excluded): boolean {
  return why === 'taken' && state === undefined
}

function statesOf(excluded: ReadonlyMap<string, Excluded>): ResourceState[] {
  return [...excluded.values()].flatMap(({ state }) => state ?? [])
}

function inOrder(desired: readonly DesiredResource[], states: readonly ResourceState[]): ResourceState[] {
  const positions = new Map(desired.map(({ key }, index) => [key, index]))
  return states.toSorted((a, b) => (positions.get(a.key) ?? 0) - (positions.get(b.key) ?? 0))
}

interface Applying {
  known: Known
  /** Receives the state of each resource as soon as it is ensured. */
  applied: Ensured[]
}

/** Ensures resources, those of each phase at once. */
async function applyInPhases(
  context: EnsureContext,
  resources: readonly DesiredResource[],
  { known: { entries, live }, applied }: Applying,
): Promise<void> {
  for (const phase of byPhase(resources)) {
    const states = await mapWithLimit(phase, concurrency, async (resource) => {
      const { key } = resource
      const compared = { resource, entry: entries.get(key), live: live.objects.get(key) }
      const state = await ensureResource(context, compared)
      applied.push(state)
      return state
    })
    if (phase.some(({ manifest }) => isCrd(manifest))) await establishCrds(context, states)
  }
}

/** Removes resources that are no longer desired, and restores the replicas that autoscalers among them have managed. */
async function prune(
  context: EnsureContext,
  undesired: readonly InventoryEntry[],
  { known, desired, own, applied }: Applying & Record<'desired' | 'own', readonly DesiredResource[]>,
): Promise<Removed> {
  const removed = await removeEntries(context, undesired, { of: known.entries.size, desired })
  if (removed.held.length === 0 && undesired.some(({ kind }) => isAutoscalerKind(kind)))
    await reclaimAllReplicas(context, own, { known, applied })
  return removed
}

/** Restores the replicas of all resources whose autoscalers have just been removed. */
async function reclaimAllReplicas(
  context: EnsureContext,
  resources: readonly DesiredResource[],
  { known: { entries }, applied }: Applying,
): Promise<void> {
  context.autoscalers.refresh()
  const desired = new Map(resources.map((resource) => [resource.key, resource]))
  await mapWithLimit(applied, concurrency, async (state) => {
    const { key, live } = state
    const resource = desired.get(key)
    if (resource === undefined || live === undefined || state.health.reason === 'OwnedByAnother') return
    const ensured = await reclaimReplicas(context, { resource, entry: entries.get(key), live })
    if (ensured !== undefined) Object.assign(state, ensured)
  })
}

function recordApplied(
  { inventory }: SyncContext,
  states: readonly Ensured[],
  entries: ReadonlyMap<string, InventoryEntry>,
): void {
  const applied = states.flatMap((state) => (state.applied === undefined ? [] : [state.applied]))
  const changed = applied.filter(({ resource, live }) => {
    const entry = entries.get(resource.key)
    return (
      entry?.hash !== resource.hash ||
      entry.uid !== live.metadata.uid ||
      entry.resourceVersion !== live.metadata.resourceVersion
    )
  })
  inventory.record(changed)
}

function byPhase(resources: readonly DesiredResource[]): DesiredResource[][] {
  const phases = new Map<number, DesiredResource[]>()
  for (const resource of resources) {
    const phase = applyPhase(resource.manifest)
    phases.set(phase, [...(phases.get(phase) ?? []), resource])
  }
  return [...phases].sort(([a], [b]) => a - b).map(([, group]) => group)
}

/** Waits until the cluster serves new CRDs: their resources can only be applied afterwards. */
async function establishCrds(context: SyncContext, states: Ensured[]): Promise<void> {
  const { client, discovery } = context.cluster
  for (const state of states) {
    for (
      let tries = 0;
      state.health.state === 'progressing' && tries < 50 && state.live !== undefined;
      tries++
    ) {
      await pause(100, context.signal)
      const { name } = state.live.metadata
      const live = await getObject(client, { type: state.type, namespace: '', name }, context.signal)
      if (live === undefined) break
      Object.assign(state, { live, health: healthOf(live) })
    }
  }
  discovery.refresh()
}
