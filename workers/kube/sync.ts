import type { EventReport } from '../../schema/status.ts'
import { event } from '../engine/outcome.ts'
import type { KubeObject } from './client.ts'
import { applyObject, deleteObject, getObject, listObjects, type Cluster, type Place } from './cluster.ts'
import type { ResourceType } from './discovery.ts'
import { healthOf, type Health } from './health.ts'
import type { Inventory, InventoryEntry } from './inventory.ts'
import { isAway, isKubeError, type KubeError } from './kube-error.ts'
import { inBatches } from './limited.ts'
import { applyPhase, isCrd, labels, type Owner, type WantedResource } from './resource.ts'

/** What one reconcile may use. */
export interface SyncContext {
  cluster: Cluster
  inventory: Inventory
  owner: Owner
  signal: AbortSignal
  /** Throws when this reconcile may not act any more. */
  assertHeld(): void
  tell(event: EventReport): void
}

/** One resource after a reconcile. */
export interface ResourceState {
  key: string
  type: ResourceType
  live?: KubeObject
  health: Health
}

export interface SyncResult {
  resources: ResourceState[]
  /** Resources that are to go and are still there. */
  leaving: ResourceState[]
}

/** Calls to one cluster at once within one reconcile. */
const concurrency = 8

/**
 * Brings a cluster to what is wanted: applies what differs, in order; deletes what the inventory has and nobody wants
 * any more; tells how everything is doing. Nothing is written where nothing differs. Throws KubeError only when the
 * cluster is away: what it refuses is told per resource.
 */
export async function syncResources(
  context: SyncContext,
  wanted: readonly WantedResource[],
): Promise<SyncResult> {
  const entries = await context.inventory.load()
  const live = await readLive(context, wanted)
  const own = wanted.filter((resource) => !isForeignNamespace(context, { resource, entries, live }))
  const position = new Map(own.map(({ key }, index) => [key, index]))
  await context.inventory.intend(own.filter((resource) => needsIntent(resource, entries.get(resource.key))))

  const resources: Ensured[] = []
  try {
    for (const phase of byPhase(own)) {
      const states = await inBatches(phase, concurrency, async (resource) => {
        const compared = { resource, entry: entries.get(resource.key), live: live.get(resource.key) }
        const state = await ensureResource(context, compared)
        resources.push(state)
        return state
      })
      if (phase.some(({ manifest }) => isCrd(manifest))) await establishCrds(context, states)
    }
  } finally {
    // Also of a reconcile that was broken off: what is not recorded is applied again.
    await recordApplied(context, resources, entries)
  }
  resources.sort((a, b) => (position.get(a.key) ?? 0) - (position.get(b.key) ?? 0))
  const kept = new Set(position.keys())
  const unwanted = [...entries].filter(([key]) => !kept.has(key)).map(([, entry]) => entry)
  return { resources, leaving: await removeEntries(context, unwanted) }
}

/** Deletes everything that the inventory has, backwards. What is still there afterwards is returned. */
export async function removeAll(context: SyncContext): Promise<ResourceState[]> {
  return removeEntries(context, [...(await context.inventory.load()).values()])
}

interface Compared {
  resource: WantedResource
  entry: InventoryEntry | undefined
  live: KubeObject | undefined
}

type Ensured = ResourceState & { applied?: { resource: WantedResource; live: KubeObject } }

async function ensureResource(context: SyncContext, compared: Compared): Promise<Ensured> {
  const { resource, entry, live } = compared
  const { key, type, manifest, identity } = resource
  if (live !== undefined && isUnchanged(compared)) return { key, type, live, health: healthOf(live) }
  const stranger = live?.metadata.labels?.[labels.objectId]
  if (stranger !== undefined && stranger !== context.owner.id) {
    const name = live?.metadata.labels?.[labels.object] ?? stranger
    return {
      key,
      type,
      health: { state: 'failed', reason: 'OwnedByAnother', message: `belongs to ${name} already` },
    }
  }
  context.assertHeld()
  try {
    const applied = await applyObject(
      context.cluster.client,
      { type, ...identity },
      { manifest, signal: context.signal },
    )
    tellApplied(context, compared, applied)
    return { key, type, live: applied, health: healthOf(applied), applied: { resource, live: applied } }
  } catch (error) {
    if (!isKubeError(error) || isAway(error)) throw error
    return { key, type, ...(live === undefined ? {} : { live }), health: refused(error, entry) }
  }
}

/**
 * Whether what was applied last is wanted still and nobody has changed it. The version of the object answers for most;
 * after a change of the status only, its generation and our labels and annotations do. Everything else is applied
 * again, which the cluster leaves without effect when nothing differs.
 */
function isUnchanged({ resource, entry, live }: Compared): boolean {
  if (entry?.hash !== resource.hash || entry.uid !== live?.metadata.uid) return false
  if (live?.metadata.deletionTimestamp !== undefined) return true
  if (entry?.resourceVersion === live?.metadata.resourceVersion) return true
  const { metadata } = resource.manifest
  return (
    entry?.liveGeneration != null &&
    entry.liveGeneration === live?.metadata.generation &&
    contains(live.metadata.labels, metadata.labels) &&
    contains(live.metadata.annotations, metadata.annotations)
  )
}

function contains(whole: Record<string, string> = {}, part: Record<string, string> = {}): boolean {
  return Object.entries(part).every(([key, value]) => whole[key] === value)
}

function tellApplied({ tell }: SyncContext, { resource, entry, live }: Compared, applied: KubeObject): void {
  if (live === undefined && entry?.hash == null) tell(event('Normal', 'Created', `Created ${resource.key}.`))
  else if (live === undefined)
    tell(event('Warning', 'DriftCorrected', `${resource.key} was gone and was created again.`))
  else if (applied.metadata.resourceVersion === live.metadata.resourceVersion) return
  else if (entry?.hash === resource.hash) {
    const by = lastOther(live)
    tell(
      event(
        'Warning',
        'DriftCorrected',
        `${resource.key} was changed${by === undefined ? '' : ` by ${by}`} and was set back.`,
      ),
    )
  } else tell(event('Normal', 'Updated', `Updated ${resource.key}.`))
}

/** The field manager, other than us and the controllers' status, that changed an object last. */
function lastOther({ metadata }: KubeObject): string | undefined {
  return (metadata.managedFields ?? [])
    .filter(({ manager, subresource }) => manager !== 'qleetos' && subresource !== 'status')
    .sort((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))[0]?.manager
}

function refused(error: KubeError, entry: InventoryEntry | undefined): Health {
  const reason = error.reason === '' ? 'Refused' : error.reason
  const change = entry?.hash == null ? '' : ' (the resource stays as it was)'
  return { state: 'failed', reason, message: `${error.message}${change}` }
}

/** A Namespace that was there before us is used, but it is not ours: it is neither changed nor deleted. */
function isForeignNamespace(
  { owner }: SyncContext,
  {
    resource,
    entries,
    live,
  }: { resource: WantedResource; entries: Map<string, InventoryEntry>; live: Map<string, KubeObject> },
): boolean {
  if (resource.identity.kind !== 'Namespace' || resource.identity.group !== '') return false
  const there = live.get(resource.key)
  return (
    there !== undefined &&
    entries.get(resource.key)?.hash == null &&
    there.metadata.labels?.[labels.objectId] !== owner.id
  )
}

function needsIntent(resource: WantedResource, entry: InventoryEntry | undefined): boolean {
  return entry === undefined || entry.order !== resource.order || entry.version !== resource.type.version
}

async function recordApplied(
  { inventory }: SyncContext,
  states: readonly Ensured[],
  entries: Map<string, InventoryEntry>,
): Promise<void> {
  const applied = states.flatMap((state) => (state.applied === undefined ? [] : [state.applied]))
  const changed = applied.filter(({ resource, live }) => {
    const entry = entries.get(resource.key)
    return (
      entry?.hash !== resource.hash ||
      entry.uid !== live.metadata.uid ||
      entry.resourceVersion !== live.metadata.resourceVersion
    )
  })
  if (changed.length > 0) await inventory.record(changed)
}

function byPhase(resources: readonly WantedResource[]): WantedResource[][] {
  const phases = new Map<number, WantedResource[]>()
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

/** A group of one kind and namespace with at least this many resources is read with one list. */
const listFrom = 5

/** What is there now of what is wanted, by key. Costs the same however much else is in the cluster. */
async function readLive(
  { cluster, owner, signal }: SyncContext,
  wanted: readonly WantedResource[],
): Promise<Map<string, KubeObject>> {
  const groups = new Map<string, WantedResource[]>()
  for (const resource of wanted) {
    const { group, version, plural } = resource.type
    const key = `${group}/${version}/${plural}/${resource.identity.namespace}`
    groups.set(key, [...(groups.get(key) ?? []), resource])
  }
  const live = new Map<string, KubeObject>()
  await inBatches([...groups.values()], concurrency, async (group) => {
    const [first] = group
    let missing: readonly WantedResource[] = group
    if (first !== undefined && group.length >= listFrom) {
      const labelSelector = `${labels.objectId}=${owner.id}`
      const listed = await listObjects(cluster.client, {
        type: first.type,
        namespace: first.identity.namespace,
        labelSelector,
        signal,
      })
      const byName = new Map(listed.map((object) => [object.metadata.name, object]))
      for (const { key, identity } of group) {
        const object = byName.get(identity.name)
        if (object !== undefined) live.set(key, object)
      }
      missing = group.filter(({ key }) => !live.has(key))
    }
    // One by one, also for those that a list did not have: without our label it would not find them.
    await inBatches(missing, concurrency, async ({ key, type, identity }) => {
      const object = await getObject(cluster.client, { type, ...identity }, signal)
      if (object !== undefined) live.set(key, object)
    })
  })
  return live
}

/** Deletes entries of the inventory, backwards by order; forgets those that are gone, returns the others. */
async function removeEntries(
  context: SyncContext,
  entries: readonly InventoryEntry[],
): Promise<ResourceState[]> {
  const left: ResourceState[] = []
  for (const phase of backwards(entries)) {
    const gone: InventoryEntry[] = []
    await inBatches(phase, concurrency, async (entry) => {
      const state = await removeEntry(context, entry)
      if (state === undefined) gone.push(entry)
      else left.push(state)
    })
    await context.inventory.forget(gone)
    // What comes earlier in the order may be needed by what is still going.
    if (left.length > 0) return left
  }
  return left
}

function backwards(entries: readonly InventoryEntry[]): InventoryEntry[][] {
  const phases = new Map<number, InventoryEntry[]>()
  for (const entry of entries)
    phases.set(applyPhase(entry), [...(phases.get(applyPhase(entry)) ?? []), entry])
  return [...phases].sort(([a], [b]) => b - a).map(([, group]) => group.sort((a, b) => b.order - a.order))
}

/** Undefined when it is gone. */
async function removeEntry(context: SyncContext, entry: InventoryEntry): Promise<ResourceState | undefined> {
  const { client, discovery } = context.cluster
  const apiVersion = entry.group === '' ? entry.version : `${entry.group}/${entry.version}`
  const type =
    (await discovery.find(apiVersion, entry.kind)) ?? (await discovery.findAny(entry.group, entry.kind))
  // A kind that is not served any more has no objects.
  if (type === undefined) return undefined
  const place: Place = { type, namespace: entry.namespace, name: entry.name }
  const before = await getObject(client, place, context.signal)
  if (before === undefined || !isOurs(context, before, entry)) return undefined
  const key = `${entry.kind} ${entry.namespace === '' ? '' : `${entry.namespace}/`}${entry.name}`
  if (before.metadata.deletionTimestamp === undefined && before.metadata.uid !== undefined) {
    context.assertHeld()
    try {
      await deleteObject(client, place, { uid: before.metadata.uid, signal: context.signal })
    } catch (error) {
      if (!isKubeError(error) || isAway(error)) throw error
      return { key, type, live: before, health: refused(error, undefined) }
    }
    context.tell(event('Normal', 'Deleted', `Deleted ${key}.`))
  }
  const after = await getObject(client, place, context.signal)
  return after === undefined || after.metadata.uid !== before.metadata.uid
    ? undefined
    : { key, type, live: after, health: healthOf(after) }
}

/** Something else of the same name, made after ours was gone, is not ours to delete. */
function isOurs({ owner }: SyncContext, object: KubeObject, entry: InventoryEntry): boolean {
  if (entry.uid !== null) return object.metadata.uid === entry.uid
  return object.metadata.labels?.[labels.objectId] === owner.id
}
