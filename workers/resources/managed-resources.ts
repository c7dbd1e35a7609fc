import { spread } from '../../schema/retry.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { defined } from '../../schema/inputs.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { awaitConfirmation, done, failed, isHeld, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { prepareResources, type PrepareOptions } from '../kube/client/resource.ts'
import { removeAll, syncResources, type GuardThresholds, type ResourceState } from '../kube/apply/sync.ts'
import { runtimeAccessOf, syncContext, unreachable, unready } from './runtime-access.ts'
import { aggregateHealth, type AggregateHealth } from './aggregate-health.ts'
import { takesBack } from './readopt.ts'

/** Where an object has its resources. */
export interface InRuntime {
  runtime: RuntimeForReconcileFragment
  /**
   * Hold removals of data, and of many resources at once, back until somebody confirms them. What is not said of many
   * is as the worker is set. @default nothing is held back
   */
  guard?: Partial<GuardThresholds> | undefined
}

/** What an object wants to have in a cluster. */
export interface ManagedResources extends InRuntime {
  manifests: readonly Manifest[]
  /** Namespace of namespaced resources that name none. */
  namespace: string
  policy?: PrepareOptions['policy']
  /** What the object tells of them. */
  outputs?: (resources: readonly ResourceState[]) => Record<string, unknown>
}

/** Milliseconds after which resources are compared with the cluster although no watch told of a change. */
const recheckEvery = 10 * 60_000

/** The same where replicas are left to an autoscaler of others: no watch tells when it is gone. */
const recheckAutoscaled = 60_000

/**
 * Brings resources about in a runtime and keeps them so: all of what most reconcilers do. Waits for the runtime,
 * applies what differs, prunes what left the manifests, and is done once everything is ready.
 */
export async function reconcileResources(
  context: ReconcileContext,
  environment: Environment,
  kept: ManagedResources,
): Promise<Outcome> {
  const { runtime, manifests, namespace, policy = {} } = kept
  const wait = unready(runtime)
  if (wait !== undefined) return wait
  return runtimeAccessOf(runtime, environment, async (cluster) => {
    const { owner, digestKey } = context
    const { discovery } = cluster
    const prepared = { manifests, namespace, owner, discovery, policy, digestKey }
    const { desired, unknown } = await prepareResources(prepared)
    if (await takesBack(context, cluster, desired))
      return requeueAfter(0, { reason: 'Readopted', message: 'Takes back what it had in the cluster.' })
    const sync = syncContext(context, { cluster, guard: guardOf(kept, environment) })
    const synced = await syncResources(sync, desired)
    const { held } = synced
    const states = [...synced.resources, ...unknown.map(unknownKind)]
    const verdict = await aggregateHealth(cluster, { ...synced, resources: states }, context.signal)
    const outputs = kept.outputs?.(states) ?? {}
    if (held.length > 0) return awaitConfirmation(held, outputs)
    const recheck = synced.autoscaled ? recheckAutoscaled : recheckEvery
    return outcomeOf(verdict, { count: states.length, outputs, recheck })
  })
}

/** Deletes all that an object has in a runtime, in the reverse order; done once everything is gone. */
export async function removeResources(
  context: ReconcileContext,
  environment: Environment,
  place: InRuntime,
): Promise<Outcome> {
  // Whatever is applied is written down before, so there is nothing; the cluster may never have been there.
  if (context.inventory.length === 0) return done('Everything is gone.')
  const away = context.forced ? undefined : unreachable(place.runtime)
  if (away !== undefined) return away
  const outcome = await runtimeAccessOf(place.runtime, environment, async (cluster) => {
    const sync = syncContext(context, { cluster, guard: guardOf(place, environment) })
    const { leaving, held } = await removeAll(sync)
    if (held.length > 0) return awaitConfirmation(held)
    return leaving.length === 0 ? done('Everything is gone.') : leavingOutcome(leaving)
  })
  const isStuck = outcome.outcome !== 'done' && !isHeld(outcome)
  return context.forced && isStuck
    ? done('What is left in the cluster is listed.', { leaveBehind: true })
    : outcome
}

function guardOf({ guard }: InRuntime, { guardThresholds }: Environment): GuardThresholds | undefined {
  return guard && { ...guardThresholds, ...guard }
}

function outcomeOf(
  verdict: AggregateHealth,
  { count, outputs, recheck }: { count: number; outputs: Record<string, unknown>; recheck: number },
): Outcome {
  const { reason, message, grace } = verdict
  switch (verdict.state) {
    case 'ready':
      return done(count === 1 ? 'Its resource is ready.' : `All ${count} resources are ready.`, {
        outputs,
        recheckAfter: spread(recheck),
      })
    case 'progressing':
      // The watch triggers it at each change; the time is for a watch that is down.
      return requeueAfter(verdict.urgent ? 2000 : 30_000, { reason, message, outputs })
    case 'failed':
      return failed({ reason, message, ...defined({ grace }) }, { outputs, retryable: grace !== 0 })
  }
}

/** Waits for what is still going; the watch tells when it is gone, the time is for a watch that is down. */
function leavingOutcome(left: readonly ResourceState[]): Outcome {
  const [first] = left
  const more = left.length > 1 ? ` and ${left.length - 1} more` : ''
  const message = `${first?.key ?? 'A resource'} ${first?.health.message ?? 'is being deleted'}${more}.`
  if (first?.health.state === 'failed') {
    const { reason, message: why, grace } = first.health
    return failed({ reason, message: `${first.key}: ${why}`, ...defined({ grace }) })
  }
  return requeueAfter(2000, { reason: 'Terminating', message })
}

/** Milliseconds for which a kind may be unknown: its definition may be on its way. */
const unknownKindGrace = 15_000

function unknownKind({ apiVersion, kind, metadata }: Manifest): ResourceState {
  const message = `the cluster knows no kind ${kind} in ${apiVersion}; add its CustomResourceDefinition to the definition, or install what brings it`
  const type = { group: '', version: apiVersion, kind, plural: '', namespaced: false }
  return {
    key: `${kind} ${metadata.name}`,
    type,
    health: { state: 'failed', reason: 'UnknownKind', message, grace: unknownKindGrace },
  }
}
