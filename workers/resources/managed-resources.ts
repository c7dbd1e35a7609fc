import { spread } from '../../schema/retry.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { defined } from '../../schema/defined.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { awaitConfirmation, done, failed, isHeld, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { prepareResources, type DesiredResource, type PrepareOptions } from '../kube/client/resource.ts'
import { describeUnknownKind } from '../kube/client/unknown-kind.ts'
import { removeAll, type Removed } from '../kube/apply/remove.ts'
import {
  syncResources,
  type GuardThresholds,
  type ResourceState,
  type SyncContext,
  type SyncResult,
} from '../kube/apply/sync.ts'
import { runtimeAccessOf, syncContext, unreachable, unready, type SyncOptions } from './runtime-access.ts'
import { aggregateHealth, type AggregateHealth } from './aggregate-health.ts'
import { driftPausesOf } from './drift-pauses.ts'
import { leavingOutcome } from './leaving.ts'
import { readopt } from './readopt.ts'

/** The runtime in which an object has its resources. */
export interface InRuntime {
  runtime: RuntimeForReconcileFragment
  /**
   * Holds removals of data, and of many resources at once, back until a user confirms them. Unset thresholds default to
   * the settings of the worker. @default nothing is held back
   */
  guard?: Partial<GuardThresholds> | undefined
  /** With a guard, holds back any removal of a CustomResourceDefinition. @default false */
  holdsDefinitions?: boolean
  /** Leaves definitions with objects of other owners in the cluster, and removes all others without a confirmation. */
  keepsUsedDefinitions?: boolean
}

/** The resources to remove. */
export interface RemovedResources extends InRuntime {
  /** Removes the resources, or returns why the rest of them has to wait. @default {@link removeAll} */
  remover?: (sync: SyncContext) => Promise<Removed | Outcome>
}

/** The desired resources of an object in a cluster. */
export interface ManagedResources extends InRuntime {
  /** The manifests, or a function that computes them for the cluster, or why they cannot be applied now. */
  manifests: readonly Manifest[] | ((cluster: Cluster) => Promise<readonly Manifest[] | Outcome>)
  /** The namespace of namespaced resources whose manifest has none. */
  namespace: string
  policy?: PrepareOptions['policy']
  /** Reports whether a resource that existed before is taken over by force, and owned from then on. @default none is */
  takesOver?: SyncContext['takesOver']
  /** Applies the resources, or returns why the rest of them has to wait. @default {@link syncResources} */
  sync?: (sync: SyncContext, desired: readonly DesiredResource[]) => Promise<SyncResult | Outcome>
  /** Computes the outputs of the object from its resources. */
  outputs?: (resources: readonly ResourceState[], manifests: readonly Manifest[]) => Record<string, unknown>
}

/**
 * The interval in milliseconds at which resources are compared with the cluster even if no watch reports a change: a safety net, since
 * a watch that breaks compares all it has missed, and resources that may not be watched are looked at more often.
 */
const recheckInterval = 60 * 60_000

/** The same for what depends on something of which no watch reports. */
const unwatchedRecheckInterval = 60_000

/**
 * Reconciles resources in a runtime, which is all that most reconcilers do. Waits for the runtime, applies differences,
 * prunes resources that left the manifests, and is done once all resources are ready.
 */
export async function reconcileResources(
  context: ReconcileContext,
  environment: Environment,
  managed: ManagedResources,
): Promise<Outcome> {
  const { runtime, namespace, policy = {}, sync: apply = syncResources } = managed
  const notReady = unready(runtime)
  if (notReady !== undefined) return notReady
  return runtimeAccessOf(runtime, environment, async (cluster) => {
    const { owner, digestKey } = context
    const { discovery } = cluster
    const manifests =
      typeof managed.manifests === 'function' ? await managed.manifests(cluster) : managed.manifests
    if ('outcome' in manifests) return manifests
    const prepared = { manifests, namespace, owner, discovery, policy, digestKey }
    const { desired, unknown } = await prepareResources(prepared)
    if (await readopt(context, cluster, desired))
      return requeueAfter(0, { reason: 'Readopted', message: 'Re-adopting its resources in the cluster.' })
    const guard = guardOf(managed, environment)
    const corrections = driftPausesOf(context)
    const synced = await apply(
      syncContext(context, { ...managed, cluster, guard, corrections }),
      desired,
    ).finally(() => corrections.store())
    if ('outcome' in synced) return synced
    const { held } = synced
    const unserved = await Promise.all(unknown.map((manifest) => unknownKind(cluster, manifest)))
    const states = [...synced.resources, ...unserved]
    const health = await aggregateHealth(cluster, { ...synced, resources: states }, context.signal)
    const outputs = managed.outputs?.(states, manifests) ?? {}
    if (held.length > 0) return awaitConfirmation(held, outputs)
    const recheck = spread(synced.unwatched ? unwatchedRecheckInterval : recheckInterval)
    const due = corrections.nextDue() ?? Infinity
    return outcomeOf(health, { states, outputs, recheck: Math.min(recheck, due) })
  })
}

/**
 * Reports whether an object has applied a resource besides namespaces. What is only about to be applied does not count: its worker may
 * have died before it applied any.
 */
export function hasApplied({ inventory }: Pick<ReconcileContext, 'inventory'>): boolean {
  return inventory.some(({ hash, kind }) => hash !== null && kind !== 'Namespace')
}

/** Deletes all resources of an object in a runtime, in the reverse order of their creation. Done once all are gone. */
export async function removeResources(
  context: ReconcileContext,
  environment: Environment,
  target: RemovedResources,
): Promise<Outcome> {
  // The inventory is written before anything is applied, so nothing was. The cluster may never have existed.
  if (context.inventory.length === 0) return done('Everything is gone.')
  const unreachableRuntime = context.forced ? undefined : unreachable(target.runtime)
  if (unreachableRuntime !== undefined) return unreachableRuntime
  const outcome = await runtimeAccessOf(target.runtime, environment, async (cluster) => {
    const sync = syncContext(context, { ...target, cluster, guard: guardOf(target, environment) })
    const removed = await (target.remover ?? removeAll)(sync)
    if ('outcome' in removed) return removed
    const { leaving, held } = removed
    if (held.length > 0) return awaitConfirmation(held)
    return leaving.length === 0 ? done('Everything is gone.') : leavingOutcome(leaving, context.now())
  })
  const isStuck = outcome.outcome !== 'done' && !isHeld(outcome)
  return context.forced && isStuck
    ? done('Its remaining resources in the cluster are listed as abandoned.', { leaveBehind: true })
    : outcome
}

function guardOf(
  { guard, holdsDefinitions }: InRuntime,
  { guardThresholds }: Environment,
): SyncOptions['guard'] {
  return guard && { thresholds: { ...guardThresholds, ...guard }, holdsDefinitions }
}

function outcomeOf(
  health: AggregateHealth,
  {
    states,
    outputs,
    recheck,
  }: { states: readonly ResourceState[]; outputs: Record<string, unknown>; recheck: number },
): Outcome {
  const { reason, message, grace } = health
  switch (health.state) {
    case 'ready':
      return done(`${readyText(states.length)}${recurringText(states)}`, {
        ...defined({ reason: states.some(isRecurring) ? 'DriftRecurring' : undefined }),
        outputs,
        recheckAfter: recheck,
      })
    case 'progressing':
      // The watch triggers the object at each change; the delay covers a watch that is down.
      return requeueAfter(Math.min(health.urgent ? 2000 : 30_000, recheck), { reason, message, outputs })
    case 'failed':
      return failed({ reason, message, ...defined({ grace }) }, { outputs, retryable: grace !== 0 })
  }
}

function readyText(count: number): string {
  return count === 1 ? 'Its resource is ready.' : `All ${count} resources are ready.`
}

function isRecurring({ recurring }: ResourceState): boolean {
  return recurring !== undefined
}

/** Describes the resources that are ready, but that something in the cluster changes again after each correction. */
function recurringText(states: readonly ResourceState[]): string {
  const found = states.filter(isRecurring)
  const named = found
    .slice(0, 3)
    .map(({ key, recurring = '' }) => `${key}${recurring === '' ? '' : ` (${recurring})`}`)
  const more = found.length > named.length ? ` and ${found.length - named.length} more` : ''
  return found.length === 0
    ? ''
    : ` Changed again after each correction, so corrected after growing pauses: ${named.join('; ')}${more}.`
}

/** Milliseconds for which a kind may be unknown, because its CustomResourceDefinition may still be installed. */
const unknownKindGrace = 15_000

async function unknownKind({ discovery }: Cluster, manifest: Manifest): Promise<ResourceState> {
  const { apiVersion, kind, metadata } = manifest
  const { reason, message } = await describeUnknownKind(discovery, manifest)
  const type = { group: '', version: apiVersion, kind, plural: '', namespaced: false }
  return {
    key: `${kind} ${metadata.name}`,
    type,
    health: { state: 'failed', reason, message, grace: unknownKindGrace },
  }
}
