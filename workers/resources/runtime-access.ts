import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { defined } from '../../schema/defined.ts'
import { failed, inheritedStatus, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { inventoryOf } from '../kube/apply/inventory.ts'
import {
  requestedDelay,
  unavailablePauses,
  unavailableReason,
  isUnavailable,
  isKubeError,
  type KubeError,
} from '../kube/client/kube-error.ts'
import type { SyncContext } from '../kube/apply/sync.ts'
import { refusalReason } from '../kube/apply/refused.ts'
import { isReleasedDefinition } from '../kube/apply/released-definition.ts'
import type { Guard } from '../kube/apply/sync-context.ts'

/** Returns the outcome of an object whose runtime is not ready; undefined when it is. */
export function unready(runtime: RuntimeForReconcileFragment): Outcome | undefined {
  const { id, kind, name, version, ready, status } = runtime
  if (ready) return undefined
  const notReachable = unreachable(runtime)
  if (notReachable !== undefined) return notReachable
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, 'is ready')
}

/** Returns the outcome of an object whose runtime is known to be unreachable; undefined otherwise. */
export function unreachable({
  id,
  kind,
  name,
  version,
  status,
}: RuntimeForReconcileFragment): Outcome | undefined {
  if (status.phase !== 'Unreachable') return undefined
  const message = status.cause?.message ?? `${kind} ${name} is unreachable`
  return failed(
    { reason: status.cause?.reason ?? 'Unreachable', message, unreachable: true, subject: { kind, name } },
    { watching: { id, version } },
  )
}

/** Runs work in the cluster of a runtime. An unreachable cluster, or a refused request, becomes an outcome. */
export async function runtimeAccessOf(
  { id, version }: RuntimeForReconcileFragment,
  { clusters }: Environment,
  work: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(await clusters.of(id, version))
  } catch (error) {
    if (isKubeError(error, 'unauthenticated', 'untrusted')) clusters.invalidate(id)
    if (isUnavailable(error)) return unreachableOutcome(error, requestedDelay(error))
    if (isKubeError(error)) return failed({ reason: refusalReason(error), message: error.message })
    throw error
  }
}

/** Returns the outcome for an unreachable cluster, in which the state of resources is neither ready nor failed. */
export function unreachableOutcome(error: KubeError, retryAfter?: number): Outcome {
  const cause = { reason: unavailableReason(error), message: error.message, unreachable: true }
  return failed(cause, defined({ retryAfter, pauses: unavailablePauses(error) }))
}

export interface SyncOptions {
  cluster: Cluster
  /** Holds back unconfirmed removals of data and of many resources. @default nothing is held back */
  guard?: Omit<Guard, 'confirmed'> | undefined
  /** Reports whether a resource that existed before is taken over by force. @default none is */
  takesOver?: SyncContext['takesOver']
  /** Leaves definitions with objects of other owners in the cluster. @default false */
  keepsUsedDefinitions?: boolean | undefined
  /** Paces the corrections of drift. @default all are made at once */
  corrections?: SyncContext['corrections']
}

/** Returns the context in which the resources of an object are synced with a cluster. */
export function syncContext(
  context: ReconcileContext,
  { cluster, guard: given, takesOver, keepsUsedDefinitions, corrections }: SyncOptions,
): SyncContext {
  const { client, object, owner, epoch, confirmed, signal, assertHeld, recordEvent, digestKey } = context
  const inventory = inventoryOf({
    client,
    objectId: object.id,
    runtimeId: cluster.runtimeId,
    epoch,
    entries: context.inventory,
    buffer: context.recordApplied,
    gone: context.gone,
  })
  const guard = given && { confirmed, ...given }
  return {
    cluster,
    inventory,
    owner,
    signal,
    assertHeld,
    recordEvent,
    guard,
    digestKey,
    takesOver:
      keepsUsedDefinitions === true
        ? (live) => takesOver?.(live) === true || isReleasedDefinition(live)
        : takesOver,
    keepsUsedDefinitions,
    corrections,
  }
}
