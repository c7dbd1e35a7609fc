import { describeIdentity } from '../../../schema/manifests.ts'
import { scopedPlaceholderKey } from '../../../schema/secret-placeholders.ts'
import { event } from '../../../schema/status.ts'
import type { Removal } from '../../../schema/confirmation.ts'
import type { KubeObject } from '../client/client.ts'
import { applyObject, deleteObject } from '../client/cluster.ts'
import { describeDrift, describeDriftedFields, driftBetween, type Drift } from './drift.ts'
import { dataLossOf } from './guard.ts'
import type { Autoscalers } from './autoscalers.ts'
import { isUnchanged, lacksOrigin, withoutOrigin, type Compared } from './compared.ts'
import { abandonedReplicas, delegatedFields, hasAbandonedReplicas } from './ownership-transfer.ts'
import { healthOf, type Health } from '../health/health.ts'
import { dryRun, manifestFor, refOf } from './dry-run.ts'
import { headlessAlternative, headlessRefusal } from './headless.ts'
import { isImmutable } from './immutable.ts'
import { isUnavailable, isKubeError, type KubeError } from '../client/kube-error.ts'
import { healthOfRefusal, invalidGrace } from './refused.ts'
import { describeOwner, isOwnedByAnother, isOwn, isRelabelled } from '../client/owner.ts'
import { replacementRefusal } from './remedies.ts'
import { isAdopted, type DesiredResource } from '../client/resource.ts'
import type { ResourceState, SyncContext } from './sync-context.ts'

/** The state of a resource after it was ensured. */
export interface Ensured extends ResourceState {
  /** The applied state for the inventory to record. */
  applied?: { resource: DesiredResource; live: KubeObject }
  /** The replacement that waits for a confirmation. */
  held?: Removal
}

/** The context of one reconcile, with the autoscalers of its cluster. */
export interface EnsureContext extends SyncContext {
  autoscalers: Autoscalers
}

/**
 * Brings one resource to its desired state. Reports a refusal by the API server as the resource's health; throws
 * KubeError only if the cluster is unavailable.
 */
export function ensureResource(context: EnsureContext, compared: Compared): Promise<Ensured> {
  return withRefusals(compared, () => decide(context, compared))
}

/**
 * Restores the declared replicas of a resource whose autoscaler has just been removed from the definition. Ignores the
 * drift mode, because the definition has changed. Returns undefined if there is nothing to restore.
 */
export async function reclaimReplicas(
  context: EnsureContext,
  compared: Compared & { live: KubeObject },
): Promise<Ensured | undefined> {
  const { resource, live } = compared
  if (!(await hasAbandonedReplicas(context.autoscalers, resource, live))) return undefined
  const why = 'its autoscaler no longer exists, so the declared replicas apply again'
  return withRefusals(compared, () => applyChange(context, compared, { force: true, why }))
}

/** Turns a refusal by the API server into the resource's health. */
async function withRefusals(
  { resource: { key, type }, entry, live }: Compared,
  work: () => Promise<Decided>,
): Promise<Ensured> {
  try {
    return { key, type, ...(await work()) }
  } catch (error) {
    if (!isKubeError(error) || isUnavailable(error)) throw error
    return { key, type, ...(live === undefined ? {} : { live }), health: healthOfRefusal(error, entry) }
  }
}

type Decided = Omit<Ensured, 'key' | 'type'>

async function decide(context: EnsureContext, compared: Compared): Promise<Decided> {
  const { resource, entry, live } = compared
  const isApplied = entry?.hash === resource.hash && entry.uid !== null
  const { drift: mode } = resource.policy
  if (live === undefined)
    return isApplied ? restore(context, compared) : applyChange(context, compared, { force: true })
  const isEdited = entry?.hash != null && entry.uid === live.metadata.uid && isRelabelled(live, context.owner)
  if (isOwnedByAnother(live, context.owner) && !isEdited) return ownedBy(describeOwner(live, context.owner))
  const headless = isApplied && mode === 'off' ? undefined : headlessRefusal(resource, live)
  if (headless !== undefined)
    return replaceIfAllowed(context, { resource, live, instead: headlessAlternative }, headless)
  if (isApplied && (mode === 'off' || (await isAsApplied(context, { ...compared, live }))))
    return asDesired(context, { ...compared, live }, { live, health: healthOf(live) })
  if (isApplied) return compareWithCluster(context, { resource, entry, live })
  const isOurs = entry?.hash != null || isOwn(live, context.owner) || context.takesOver?.(live) === true
  // Fields of an object that existed before have owners; without force, a conflict reports them instead of taking over.
  return applyChange(context, compared, { force: isOurs })
}

/** Creates a resource again that was deleted, as its drift mode allows. */
async function restore(context: EnsureContext, compared: Compared): Promise<Decided> {
  const { key, policy } = compared.resource
  if (policy.drift !== 'correct') {
    const message = `no longer exists in the cluster, and drift is set to ${policy.drift}`
    return { health: { state: 'failed', reason: 'Missing', message } }
  }
  if (isPaused(context, key)) {
    const message = `is deleted each time it is created, so it is created again after growing pauses of up to 5 minutes`
    return { health: { state: 'progressing', reason: 'DriftRecurring', message } }
  }
  return applyChange(context, compared, { force: true })
}

/** Reports whether drift of the resource is not corrected yet, because it was corrected too often. */
function isPaused({ corrections }: SyncContext, key: string): boolean {
  return corrections !== undefined && corrections.pauseBefore(key) > 0
}

/** Returns the health of a resource that another object owns; a resource has one owner. */
export function ownedBy(owner: string): Pick<Ensured, 'health'> {
  const message = `already belongs to ${owner}`
  return { health: { state: 'failed', reason: 'OwnedByAnother', message } }
}

async function isAsApplied(
  { autoscalers }: EnsureContext,
  compared: Compared & { live: KubeObject },
): Promise<boolean> {
  const { resource, live } = compared
  return isUnchanged(compared) && !(await hasAbandonedReplicas(autoscalers, resource, live))
}

/** Checks by a dry run whether a write by another client has changed any desired field. */
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
          digestKey: driftKey(context, resource),
        })
  if (drift?.length === 0)
    return asDesired(context, compared, { live, health: healthOf(live), applied: { resource, live } })
  const found = { live, health: healthOf(live), drift: drift ?? [] }
  if (resource.policy.drift === 'report') return found
  const recurring = describeDriftedFields(found.drift)
  if (isPaused(context, resource.key)) return { ...found, recurring }
  const decided = await applyChange(context, compared, { force: true, drift })
  return context.corrections?.isRecurring(resource.key) === true ? { ...decided, recurring } : decided
}

/** Returns the key of placeholders in the drift of one resource, which cannot be compared with those of others. */
function driftKey({ digestKey, owner }: EnsureContext, { key }: DesiredResource): Buffer | undefined {
  return digestKey && scopedPlaceholderKey(digestKey, `drift of ${owner.id} ${key}`)
}

/** Returns the decision for a resource without drift; adds missing origin labels without an event, unless they are removed each time. */
async function asDesired(
  context: EnsureContext,
  compared: Compared & { live: KubeObject },
  decided: Decided,
): Promise<Decided> {
  const { key, policy } = compared.resource
  if (policy.drift !== 'correct' || !lacksOrigin(compared.live, context.owner)) return decided
  if (isPaused(context, key)) return decided
  context.corrections?.corrected(key)
  return applyChange(context, compared, { force: true, quiet: true })
}

interface ApplyChangeOptions {
  force: boolean
  /** The differences that were found. */
  drift?: readonly Drift[] | undefined
  /** The reason for a change that the definition does not explain. */
  why?: string | undefined
  /** Records no event. @default false */
  quiet?: boolean
}

async function applyChange(
  context: EnsureContext,
  compared: Compared,
  { force, drift, why, quiet = false }: ApplyChangeOptions,
): Promise<Decided> {
  const { resource, live } = compared
  const { signal, assertHeld } = context
  try {
    const { client } = context.cluster
    const delegated = live === undefined ? [] : await delegatedFields(context.autoscalers, resource, live)
    // Without force these fields would conflict with an autoscaler that no longer exists: a second, forced apply takes them.
    const abandoned = force || live === undefined ? [] : abandonedReplicas(live, resource, delegated)
    const manifest =
      live === undefined
        ? resource.manifest
        : manifestFor(resource, live, { delegated: [...delegated, ...abandoned], adopts: !force })
    const applied = await applyObject(client, refOf(resource), { manifest, signal, force, assertHeld })
    if (!quiet) recordApplyEvent(context, { ...compared, drift, why }, applied)
    if (abandoned.length > 0)
      return await applyChange(context, { ...compared, live: applied }, { force: true, quiet: true })
    return { live: applied, health: healthOf(applied), applied: { resource, live: applied } }
  } catch (error) {
    if (isKubeError(error, 'conflict') && !force) return { ...optionalLive(live), health: conflict(error) }
    if (isKubeError(error, 'invalid') && live !== undefined && isImmutable(error))
      return replaceIfAllowed(context, { resource, live }, error)
    throw error
  }
}

/** Returns the health of a resource that existed before, and whose fields have other managers. */
export function conflict(error: KubeError): Health {
  const remedy = 'release these fields from their managers, or remove them from the definition'
  const message = `${error.message.replace(/\.$/, '')}. The object existed before; ${remedy}`
  return { state: 'failed', reason: 'Conflict', message }
}

/** Deletes a resource that cannot be changed in place, if its policy allows; a later reconcile creates it again. */
async function replaceIfAllowed(
  context: EnsureContext,
  { resource, live, instead }: { resource: DesiredResource; live: KubeObject; instead?: string },
  error: KubeError,
): Promise<Decided> {
  const refusal = replacementRefusal(resource, live, instead)
  if (refusal !== undefined) {
    const message = `${error.message}: ${refusal}`
    return { live, health: { state: 'failed', reason: 'Immutable', message, grace: invalidGrace } }
  }
  if (live.metadata.uid !== undefined && live.metadata.deletionTimestamp === undefined) {
    const held = await heldReplacement(context, resource, live.metadata.uid)
    if (held !== undefined) {
      const message = `${error.message}: its replacement waits for a confirmation (the resource is unchanged)`
      return { live, held, health: { state: 'failed', reason: 'AwaitingConfirmation', message } }
    }
    const { cluster, signal, assertHeld } = context
    const { uid } = live.metadata
    await deleteObject(cluster.client, refOf(resource), { uid, signal, assertHeld })
    context.recordEvent(
      event('Normal', 'Replaced', `Deleted ${resource.key} to recreate it: ${error.message}`),
    )
  }
  // Whatever blocks the deletion, for example pods that still use a claim, also delays the new object.
  const { state, message } = healthOf(live)
  const progress = state === 'terminating' ? `: the old object ${message}` : ''
  return {
    live,
    health: { state: 'terminating', reason: 'Replacing', message: `is being replaced${progress}` },
  }
}

/** Returns the removal to confirm if replacing the resource would delete data; undefined if there is none. */
async function heldReplacement(
  context: EnsureContext,
  { identity }: DesiredResource,
  uid: string,
): Promise<Removal | undefined> {
  if (context.guard === undefined || context.guard.confirmed.has(uid)) return undefined
  const why = await dataLossOf(context, identity, { replacing: true })
  return why === undefined
    ? undefined
    : { id: uid, text: `${describeIdentity(identity)}: ${why}, and would be recreated` }
}

function optionalLive(live: KubeObject | undefined): { live?: KubeObject } {
  return live === undefined ? {} : { live }
}

function recordApplyEvent(
  context: SyncContext,
  { resource, entry, live, drift, why }: Compared & Pick<ApplyChangeOptions, 'drift' | 'why'>,
  applied: KubeObject,
): void {
  const { recordEvent } = context
  if (live === undefined && entry?.hash == null)
    recordEvent(event('Normal', 'Created', `Created ${resource.key}.`))
  else if (live === undefined)
    recordCorrection(context, resource, `${resource.key} was deleted and has been recreated`)
  else if (applied.metadata.resourceVersion === live.metadata.resourceVersion) return
  else if (!isAdopted(live) && isAdopted(applied))
    recordEvent(
      event(
        'Warning',
        'Adopted',
        `${resource.key} existed before; it is managed from now on, and is not deleted with its owner.`,
      ),
    )
  else if (why !== undefined) recordEvent(event('Normal', 'Updated', `Updated ${resource.key}: ${why}.`))
  else if (entry?.hash === resource.hash) {
    const what = drift === undefined || drift.length === 0 ? 'it was changed' : describeDrift(drift)
    recordCorrection(context, resource, `${resource.key}: ${what}, and was reverted`)
  } else recordEvent(event('Normal', 'Updated', `Updated ${resource.key}.`))
}

/** Counts the correction of a resource, and records it as an event that names what to do if it has to be corrected again and again. */
function recordCorrection(
  { corrections, recordEvent }: SyncContext,
  { key }: DesiredResource,
  text: string,
): void {
  corrections?.corrected(key)
  if (corrections?.isRecurring(key) !== true)
    return recordEvent(event('Warning', 'DriftCorrected', `${text}.`))
  const remedy = 'stop what changes it, or leave it to that with ignoreDifferences or drift of the instance'
  recordEvent(
    event(
      'Warning',
      'DriftRecurring',
      `${text}. This happens again after each correction, so the next ones follow after growing pauses of up to 5 minutes; ${remedy}.`,
    ),
  )
}
