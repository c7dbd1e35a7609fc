import { describeIdentity } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { isAutoscalerKind } from '../../../schema/autoscaler-kinds.ts'
import { liveAutoscalers } from './autoscalers.ts'
import { getObject } from '../client/cluster.ts'
import { awaitedNamespaces } from './ending-namespaces.ts'
import { ensureResource, ownedBy, reclaimReplicas, type EnsureContext, type Ensured } from './ensure.ts'
import { healthOf } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { pause } from '../../../schema/retry.ts'
import { readLive } from './live.ts'
import { healthOfRefusal } from './refused.ts'
import { removeEntries, type Removed } from './remove.ts'
import { isOwn } from '../client/owner.ts'
import { applyPhase, isCrd, isNamespace, type DesiredResource } from '../client/resource.ts'
import { concurrency, type ResourceState, type SyncContext } from './sync-context.ts'

export type { GuardThresholds, ResourceState, SyncContext } from './sync-context.ts'

/** The state of the desired resources, and the result of pruning the others. */
export interface SyncResult extends Removed {
  resources: ResourceState[]
  /** Replicas are left to an autoscaler, whose deletion no watch reports. */
  autoscaled: boolean
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
  const { objects: live, refused } = await readLive(context, desired, entries)
  const isForeign = (resource: DesiredResource): boolean =>
    isForeignNamespace(context, { resource, entries, live })
  const all = desired.filter((resource) => !isForeign(resource))
  const { blocked, foreign } = awaitedNamespaces(desired, live, isForeign)
  const position = new Map(all.map(({ key }, index) => [key, index]))
  const unreadable = all.flatMap(({ key, type }) => {
    const error = refused.get(key)
    return error === undefined ? [] : [{ key, type, health: healthOfRefusal(error, entries.get(key)) }]
  })
  const readable = all.filter(({ key }) => !refused.has(key) && !blocked.has(key))
  const taken = await intend(context, readable, entries)
  const own = readable.filter(({ key }) => !taken.has(key))

  const ensureContext = { ...context, autoscalers: liveAutoscalers(context.cluster, context.signal) }
  // A namespace that passes to the object belongs to another one until that has reported.
  const others = [...taken.values()].filter(({ key, type }) => !isNamespace(type) || !live.has(key))
  const resources: Ensured[] = [...foreign, ...others, ...unreadable, ...blocked.values()]
  let removed: Removed
  try {
    for (const phase of byPhase(own)) {
      const states = await mapWithLimit(phase, concurrency, async (resource) => {
        const compared = { resource, entry: entries.get(resource.key), live: live.get(resource.key) }
        const state = await ensureResource(ensureContext, compared)
        resources.push(state)
        return state
      })
      if (phase.some(({ manifest }) => isCrd(manifest))) await establishCrds(context, states)
    }
    resources.sort((a, b) => (position.get(a.key) ?? 0) - (position.get(b.key) ?? 0))
    const undesired = [...entries]
      .filter(([key]) => !position.has(key) && !keeps(key))
      .map(([, entry]) => entry)
    removed = await removeEntries(context, undesired, { of: entries.size })
    if (removed.held.length === 0 && undesired.some(({ kind }) => isAutoscalerKind(kind)))
      await reclaimAllReplicas(ensureContext, { own, resources, entries })
  } finally {
    // Also after an interrupted reconcile: resources that are not recorded are applied again.
    recordApplied(context, resources, entries)
  }
  const replaced = resources.flatMap(({ held }) => held ?? [])
  return {
    resources,
    autoscaled: ensureContext.autoscalers.found(),
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

/** Restores the replicas of all resources whose autoscalers have just been removed. */
async function reclaimAllReplicas(
  context: EnsureContext,
  {
    own,
    resources,
    entries,
  }: { own: DesiredResource[]; resources: Ensured[]; entries: Map<string, InventoryEntry> },
): Promise<void> {
  context.autoscalers.refresh()
  const desired = new Map(own.map((resource) => [resource.key, resource]))
  await mapWithLimit(resources, concurrency, async (state) => {
    const { key, live } = state
    const resource = desired.get(key)
    if (resource === undefined || live === undefined || state.health.reason === 'OwnedByAnother') return
    const ensured = await reclaimReplicas(context, { resource, entry: entries.get(key), live })
    if (ensured !== undefined) Object.assign(state, ensured)
  })
}

/** Reports whether a Namespace existed before the object used it. Such a Namespace is neither changed nor deleted. */
function isForeignNamespace(
  { owner }: SyncContext,
  {
    resource,
    entries,
    live,
  }: { resource: DesiredResource; entries: Map<string, InventoryEntry>; live: Map<string, KubeObject> },
): boolean {
  if (!isNamespace(resource.identity)) return false
  const existing = live.get(resource.key)
  return existing !== undefined && entries.get(resource.key)?.hash == null && !isOwn(existing, owner)
}

/** Records the resources that are about to be applied. Returns the states of those that belong to other objects, by key. */
async function intend(
  { inventory }: SyncContext,
  resources: readonly DesiredResource[],
  entries: Map<string, InventoryEntry>,
): Promise<Map<string, ResourceState>> {
  const taken = await inventory.intend(resources.filter((each) => needsIntent(each, entries.get(each.key))))
  const owners = new Map(taken.map(({ by, ...identity }) => [describeIdentity(identity), by]))
  return new Map(
    resources.flatMap(({ key, type }) => {
      const by = owners.get(key)
      return by === undefined ? [] : [[key, { key, type, ...ownedBy(`${by.kind} ${by.name}`) }] as const]
    }),
  )
}

function needsIntent(resource: DesiredResource, entry: InventoryEntry | undefined): boolean {
  return entry === undefined || entry.order !== resource.order || entry.version !== resource.type.version
}

function recordApplied(
  { inventory }: SyncContext,
  states: readonly Ensured[],
  entries: Map<string, InventoryEntry>,
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
