import { event } from '../../../schema/status.ts'
import type { Removal } from '../../../schema/confirmation.ts'
import type { Manifest } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { applyObject, deleteObject, type Place } from '../client/cluster.ts'
import { describeDrift, driftBetween, type Drift } from './drift.ts'
import { dataIn, textOf } from './guard.ts'
import type { Autoscalers } from './autoscalers.ts'
import { abandonedBy, handedOver, hasAbandonedReplicas, withoutHandedOver } from './ownership-transfer.ts'
import { healthOf, type Health } from '../health/health.ts'
import { isImmutable } from './immutable.ts'
import type { InventoryEntry } from './inventory.ts'
import { isAway, isKubeError, type KubeError } from '../client/kube-error.ts'
import { refused } from './refused.ts'
import { describeOwner, isOfAnother, isOwn, originOf, type Owner } from '../client/owner.ts'
import { adviseReplacement } from './remedies.ts'
import { annotations, isAdopted, type DesiredResource } from '../client/resource.ts'
import type { ResourceState, SyncContext } from './sync-context.ts'

/** A resource as it is desired, as we applied it last, and as it is. */
export interface Compared {
  resource: DesiredResource
  entry: InventoryEntry | undefined
  live: KubeObject | undefined
}

export interface Ensured extends ResourceState {
  /** What the inventory is to remember. */
  applied?: { resource: DesiredResource; live: KubeObject }
  /** Its replacement waits until somebody confirms it. */
  held?: Removal
}

/** What a resource is ensured with. */
export interface EnsureContext extends SyncContext {
  autoscalers: Autoscalers
}

/**
 * Brings one resource to what is desired. What the cluster refuses is told as the resource's health; KubeError is only
 * thrown when the cluster is away.
 */
export function ensureResource(context: EnsureContext, compared: Compared): Promise<Ensured> {
  return told(compared, () => decide(context, compared))
}

/**
 * Gives a resource whose autoscaler has just been removed with its manifest the replicas that are declared, whatever
 * its drift mode: the definition has changed. Undefined where nothing has to be done.
 */
export async function reclaimReplicas(
  context: EnsureContext,
  compared: Compared & { live: KubeObject },
): Promise<Ensured | undefined> {
  const { resource, live } = compared
  if (!(await hasAbandonedReplicas(context.autoscalers, resource, live))) return undefined
  const why = 'its autoscaler is gone, and the replicas are as declared again'
  return told(compared, () => applyChange(context, compared, { force: true, why }))
}

async function told(
  { resource: { key, type }, entry, live }: Compared,
  work: () => Promise<Decided>,
): Promise<Ensured> {
  try {
    return { key, type, ...(await work()) }
  } catch (error) {
    if (!isKubeError(error) || isAway(error)) throw error
    return { key, type, ...(live === undefined ? {} : { live }), health: refused(error, entry) }
  }
}

type Decided = Omit<Ensured, 'key' | 'type'>

async function decide(context: EnsureContext, compared: Compared): Promise<Decided> {
  const { resource, entry, live } = compared
  const settled = entry?.hash === resource.hash && entry.uid !== null
  const { drift: mode } = resource.policy
  if (live === undefined)
    return settled && mode !== 'correct' ? missing(mode) : applyChange(context, compared, { force: true })
  if (isOfAnother(live, context.owner)) return ownedBy(describeOwner(live, context.owner))
  if (settled && (mode === 'off' || (await isAsApplied(context, { ...compared, live }))))
    return asDesired(context, { ...compared, live }, { live, health: healthOf(live) })
  if (settled) return compareWithCluster(context, { resource, entry, live })
  const isOurs = entry?.hash != null || isOwn(live, context.owner)
  // What was there before belongs to somebody: what they own is not taken from them.
  return applyChange(context, compared, { force: isOurs })
}

function missing(mode: string): Decided {
  const message = `is gone from the cluster, and drift is set to ${mode}`
  return { health: { state: 'failed', reason: 'Missing', message } }
}

/** The state of what another object has; only one can have it. */
export function ownedBy(owner: string): Pick<Ensured, 'health'> {
  const message = `belongs to ${owner} already`
  return { health: { state: 'failed', reason: 'OwnedByAnother', message } }
}

/** As what a release before has applied, which marked less. */
function lacksOrigin({ metadata }: KubeObject, owner: Owner): boolean {
  return metadata.deletionTimestamp === undefined && !contains(metadata.labels, originOf(owner))
}

/**
 * Whether what was applied last is desired still and nobody has changed it. The version of the object answers for most;
 * after a change of the status only, its generation and our labels and annotations do.
 */
function isUnchanged({ resource, entry, live }: Compared): boolean {
  if (entry?.uid !== live?.metadata.uid) return false
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

async function isAsApplied(
  { autoscalers }: EnsureContext,
  compared: Compared & { live: KubeObject },
): Promise<boolean> {
  const { resource, live } = compared
  return isUnchanged(compared) && !(await hasAbandonedReplicas(autoscalers, resource, live))
}

function contains(whole: Record<string, string> = {}, part: Record<string, string> = {}): boolean {
  return Object.entries(part).every(([key, value]) => whole[key] === value)
}

/** Somebody has written to it. The cluster itself says by a dry run whether anything that is desired is different. */
async function compareWithCluster(
  context: EnsureContext,
  compared: Compared & { live: KubeObject },
): Promise<Decided> {
  const { resource, live } = compared
  const dry = await dryRun(context, compared)
  const drift =
    dry === undefined
      ? undefined
      : driftBetween(live, dry, {
          manifest: withoutOrigin(resource, context.owner),
          digestKey: context.digestKey,
        })
  if (drift?.length === 0)
    return asDesired(context, compared, { live, health: healthOf(live), applied: { resource, live } })
  if (resource.policy.drift === 'report') return { live, health: healthOf(live), drift: drift ?? [] }
  return applyChange(context, compared, { force: true, drift })
}

/** Nothing of what people have asked for is different; what is missing of our own labels is put there without a word. */
async function asDesired(
  context: EnsureContext,
  compared: Compared & { live: KubeObject },
  decided: Decided,
): Promise<Decided> {
  return compared.resource.policy.drift === 'correct' && lacksOrigin(compared.live, context.owner)
    ? applyChange(context, compared, { force: true, quiet: true })
    : decided
}

/** What people have asked for: that our own labels are missing is no drift. */
function withoutOrigin({ manifest }: DesiredResource, owner: Owner): Manifest {
  const origin = originOf(owner)
  const labels = Object.entries(manifest.metadata.labels ?? {}).filter(([key]) => !Object.hasOwn(origin, key))
  return { ...manifest, metadata: { ...manifest.metadata, labels: Object.fromEntries(labels) } }
}

/** Undefined where a webhook cannot be asked without consequences. */
async function dryRun(
  context: EnsureContext,
  { resource, live }: Compared & { live: KubeObject },
): Promise<KubeObject | undefined> {
  try {
    return await applyObject(context.cluster.client, placeOf(resource), {
      manifest: manifestFor(resource, live, { given: await handedOver(context.autoscalers, resource, live) }),
      signal: context.signal,
      force: true,
      dryRun: true,
    })
  } catch (error) {
    // An API server says it of a webhook in words alone.
    if (isKubeError(error, 'invalid') && error.message.includes('does not support dry run')) return undefined
    throw error
  }
}

interface HowToApply {
  force: boolean
  /** What was found to be different. */
  drift?: readonly Drift[] | undefined
  /** Why something is changed that is not changed in the definition. */
  why?: string | undefined
  /** @default false */
  quiet?: boolean
}

async function applyChange(
  context: EnsureContext,
  compared: Compared,
  { force, drift, why, quiet = false }: HowToApply,
): Promise<Decided> {
  const { resource, live } = compared
  const { signal, assertHeld } = context
  try {
    const { client } = context.cluster
    const given = live === undefined ? [] : await handedOver(context.autoscalers, resource, live)
    // Without force they would be a conflict with an autoscaler that is no more: they are taken in a second step.
    const abandoned = force || live === undefined ? [] : abandonedBy(live, resource, given)
    const manifest =
      live === undefined
        ? resource.manifest
        : manifestFor(resource, live, { given: [...given, ...abandoned], adopts: !force })
    const applied = await applyObject(client, placeOf(resource), { manifest, signal, force, assertHeld })
    if (!quiet) tellApplied(context, { ...compared, drift, why }, applied)
    if (abandoned.length > 0)
      return await applyChange(context, { ...compared, live: applied }, { force: true, quiet: true })
    return { live: applied, health: healthOf(applied), applied: { resource, live: applied } }
  } catch (error) {
    if (isKubeError(error, 'conflict') && !force) return { ...optionalLive(live), health: conflict(error) }
    if (isKubeError(error, 'invalid') && live !== undefined && isImmutable(error))
      return replaceOrTell(context, { resource, live }, error)
    throw error
  }
}

/** What is applied over what is there: without what is given to others, and with the mark of what was there before. */
function manifestFor(
  resource: DesiredResource,
  live: KubeObject,
  { given, adopts = false }: { given: readonly string[]; adopts?: boolean },
): Manifest {
  const manifest = withoutHandedOver(resource.manifest, live, given)
  if (!adopts && !isAdopted(live)) return manifest
  const marked = { ...manifest.metadata.annotations, [annotations.adopted]: 'true' }
  return { ...manifest, metadata: { ...manifest.metadata, annotations: marked } }
}

function conflict(error: KubeError): Health {
  const message = `${error.message}. It was there before; give these fields up there, or take them out of the definition.`
  return { state: 'failed', reason: 'Conflict', message: message.replace(/\.\./g, '.') }
}

/** What cannot be changed is made anew where that is allowed; the next reconcile creates it, once it is gone. */
async function replaceOrTell(
  context: EnsureContext,
  { resource, live }: { resource: DesiredResource; live: KubeObject },
  error: KubeError,
): Promise<Decided> {
  if (isAdopted(live)) {
    const message = `${error.message}: it was there before, so it is not replaced (the resource stays as it was)`
    return { live, health: { state: 'failed', reason: 'Immutable', message } }
  }
  if (!resource.policy.replace) {
    const message = `${error.message}: ${adviseReplacement(resource.identity)}`
    return { live, health: { state: 'failed', reason: 'Immutable', message } }
  }
  if (live.metadata.uid !== undefined && live.metadata.deletionTimestamp === undefined) {
    const held = await heldReplacement(context, resource, live.metadata.uid)
    if (held !== undefined) {
      const message = `${error.message}: it would be replaced, which waits for a confirmation (the resource stays as it was)`
      return { live, held, health: { state: 'failed', reason: 'AwaitingConfirmation', message } }
    }
    const { cluster, signal, assertHeld } = context
    const { uid } = live.metadata
    await deleteObject(cluster.client, placeOf(resource), { uid, signal, assertHeld })
    context.tell(event('Normal', 'Replaced', `Deleted ${resource.key} to make it anew: ${error.message}`))
  }
  // What holds the old one, for example pods that still use a claim, holds the new one up.
  const { state, message } = healthOf(live)
  const held = state === 'terminating' ? `: the old one ${message}` : ''
  return { live, health: { state: 'terminating', reason: 'Replacing', message: `is being replaced${held}` } }
}

/** Making something anew deletes it first, and what it holds may go with it. */
async function heldReplacement(
  context: EnsureContext,
  { identity }: DesiredResource,
  uid: string,
): Promise<Removal | undefined> {
  if (context.guard === undefined || context.guard.confirmed.has(uid)) return undefined
  const why = await dataIn(context, identity, { replacing: true })
  return why === undefined
    ? undefined
    : { id: uid, text: `${textOf(identity)}: ${why}, and would be made anew` }
}

function placeOf({ type, identity }: DesiredResource): Place {
  return { type, namespace: identity.namespace, name: identity.name }
}

function optionalLive(live: KubeObject | undefined): { live?: KubeObject } {
  return live === undefined ? {} : { live }
}

function tellApplied(
  { tell }: SyncContext,
  { resource, entry, live, drift, why }: Compared & Pick<HowToApply, 'drift' | 'why'>,
  applied: KubeObject,
): void {
  if (live === undefined && entry?.hash == null) tell(event('Normal', 'Created', `Created ${resource.key}.`))
  else if (live === undefined)
    tell(event('Warning', 'DriftCorrected', `${resource.key} was gone and was created again.`))
  else if (applied.metadata.resourceVersion === live.metadata.resourceVersion) return
  else if (!isAdopted(live) && isAdopted(applied))
    tell(event('Warning', 'Adopted', `${resource.key} was there before; it is kept from now on, and stays.`))
  else if (why !== undefined) tell(event('Normal', 'Updated', `Updated ${resource.key}: ${why}.`))
  else if (entry?.hash === resource.hash) {
    const what = drift === undefined || drift.length === 0 ? 'it was changed' : describeDrift(drift)
    tell(event('Warning', 'DriftCorrected', `${resource.key}: ${what}, and was set back.`))
  } else tell(event('Normal', 'Updated', `Updated ${resource.key}.`))
}
