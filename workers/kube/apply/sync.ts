import { describeIdentity } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { isAutoscalerKind } from '../client/autoscaled.ts'
import { liveAutoscalers } from './autoscalers.ts'
import { getObject } from '../client/cluster.ts'
import { ensureResource, ownedBy, reclaimReplicas, type EnsureContext, type Ensured } from './ensure.ts'
import { healthOf } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import { mapWithLimit } from '../client/map-with-limit.ts'
import { readLive } from './live.ts'
import { removeEntries, type Removed } from './remove.ts'
import { isOwn } from '../client/owner.ts'
import { applyPhase, isCrd, type DesiredResource } from '../client/resource.ts'
import { concurrency, type ResourceState, type SyncContext } from './sync-context.ts'

export type { GuardThresholds, ResourceState, SyncContext } from './sync-context.ts'

/** How everything is doing, what is still there of what was to go, and what waits for a confirmation. */
export interface SyncResult extends Removed {
  resources: ResourceState[]
  /** Whether replicas are left to an autoscaler, which no watch follows. */
  autoscaled: boolean
}

/**
 * Brings a cluster to what is desired: applies what differs, in order; deletes what the inventory has and nobody wants
 * any more; tells how everything is doing. Nothing is written where nothing differs. Throws KubeError only when the
 * cluster is away: what it refuses is told per resource.
 */
export async function syncResources(
  context: SyncContext,
  desired: readonly DesiredResource[],
): Promise<SyncResult> {
  const entries = context.inventory.load()
  const live = await readLive(context, desired)
  const all = desired.filter((resource) => !isForeignNamespace(context, { resource, entries, live }))
  const position = new Map(all.map(({ key }, index) => [key, index]))
  const taken = await intend(context, all, entries)
  const own = all.filter(({ key }) => !taken.has(key))

  const ensuring = { ...context, autoscalers: liveAutoscalers(context.cluster, context.signal) }
  const resources: Ensured[] = [...taken.values()]
  let removed: Removed
  try {
    for (const phase of byPhase(own)) {
      const states = await mapWithLimit(phase, concurrency, async (resource) => {
        const compared = { resource, entry: entries.get(resource.key), live: live.get(resource.key) }
        const state = await ensureResource(ensuring, compared)
        resources.push(state)
        return state
      })
      if (phase.some(({ manifest }) => isCrd(manifest))) await establishCrds(context, states)
    }
    resources.sort((a, b) => (position.get(a.key) ?? 0) - (position.get(b.key) ?? 0))
    const undesired = [...entries].filter(([key]) => !position.has(key)).map(([, entry]) => entry)
    removed = await removeEntries(context, undesired, { of: entries.size })
    if (removed.held.length === 0 && undesired.some(({ kind }) => isAutoscalerKind(kind)))
      await reclaim(ensuring, { own, resources, entries })
  } finally {
    // Also of a reconcile that was broken off: what is not recorded is applied again.
    recordApplied(context, resources, entries)
  }
  const replaced = resources.flatMap(({ held }) => held ?? [])
  return {
    resources,
    autoscaled: ensuring.autoscalers.found(),
    leaving: removed.leaving,
    held: [...replaced, ...removed.held],
  }
}

/** Takes the replicas back that autoscalers have set which have just been removed. */
async function reclaim(
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

/** Deletes everything that the inventory has, backwards. */
export async function removeAll(context: SyncContext): Promise<Removed> {
  return removeEntries(context, [...context.inventory.load().values()])
}

/** A Namespace that was there before us is used, but it is not ours: it is neither changed nor deleted. */
function isForeignNamespace(
  { owner }: SyncContext,
  {
    resource,
    entries,
    live,
  }: { resource: DesiredResource; entries: Map<string, InventoryEntry>; live: Map<string, KubeObject> },
): boolean {
  if (resource.identity.kind !== 'Namespace' || resource.identity.group !== '') return false
  const there = live.get(resource.key)
  return there !== undefined && entries.get(resource.key)?.hash == null && !isOwn(there, owner)
}

/** Writes down what is about to be applied; what belongs to other objects is told, by key, and left to them. */
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

/** Resources of new kinds can only be applied once the cluster serves them. */
async function establishCrds(context: SyncContext, states: Ensured[]): Promise<void> {
  const { client, discovery } = context.cluster
  for (const state of states) {
    for (
      let tries = 0;
      state.health.state === 'progressing' && tries < 50 && state.live !== undefined;
      tries++
    ) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const { name } = state.live.metadata
      const live = await getObject(client, { type: state.type, namespace: '', name }, context.signal)
      if (live === undefined) break
      Object.assign(state, { live, health: healthOf(live) })
    }
  }
  discovery.refresh()
}
