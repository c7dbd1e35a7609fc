import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { defined } from '../../schema/inputs.ts'
import { failed, verdictOf, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { inventoryOf } from '../kube/apply/inventory.ts'
import { askedPause, awayReason, isAway, isKubeError, type KubeError } from '../kube/client/kube-error.ts'
import type { GuardThresholds, SyncContext } from '../kube/apply/sync.ts'

/** What an object in a runtime does while the runtime is not ready; undefined when it is. */
export function unready(runtime: RuntimeForReconcileFragment): Outcome | undefined {
  const { id, kind, name, version, ready, status } = runtime
  if (ready) return undefined
  const away = unreachable(runtime)
  if (away !== undefined) return away
  return waitingFor(
    { id, kind, name, version, ...verdictOf(status) },
    `Waiting until ${kind} ${name} is ready.`,
  )
}

/** What an object in a runtime does while the cluster of that is known not to answer; undefined when it may. */
export function unreachable({
  id,
  kind,
  name,
  version,
  status,
}: RuntimeForReconcileFragment): Outcome | undefined {
  if (status.phase !== 'Unreachable') return undefined
  const message = status.cause?.message ?? `${kind} ${name} does not answer`
  return failed(
    { reason: status.cause?.reason ?? 'Unreachable', message, unreachable: true, of: { kind, name } },
    { watching: { id, version } },
  )
}

/** Works in the cluster of a runtime; a cluster that is away is an outcome, not a failure of ours. */
export async function runtimeAccessOf(
  { id, version }: RuntimeForReconcileFragment,
  { clusters }: Environment,
  work: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(await clusters.of(id, version))
  } catch (error) {
    if (isKubeError(error, 'unauthenticated', 'untrusted')) clusters.doubt(id)
    if (isAway(error)) return unreachableOutcome(error, askedPause(error))
    if (isKubeError(error))
      return failed({ reason: error.reason === '' ? 'Refused' : error.reason, message: error.message })
    throw error
  }
}

/** Nothing is known of what is in a cluster that is away: neither that it is well, nor that it is not. */
export function unreachableOutcome(error: KubeError, retryAfter?: number): Outcome {
  const cause = { reason: awayReason(error), message: error.message, unreachable: true }
  return failed(cause, defined({ retryAfter }))
}

export interface SyncOptions {
  cluster: Cluster
  /** Hold back removals of data, or of so many resources, that nobody has confirmed. @default nothing is held back */
  guard?: GuardThresholds | undefined
}

export function syncContext(
  context: ReconcileContext,
  { cluster, guard: thresholds }: SyncOptions,
): SyncContext {
  const { client, object, owner, epoch, confirmed, signal, assertHeld, tell, digestKey } = context
  const inventory = inventoryOf({
    client,
    objectId: object.id,
    runtimeId: cluster.runtimeId,
    epoch,
    entries: context.inventory,
    remember: context.recordApplied,
  })
  const guard = thresholds === undefined ? undefined : { confirmed, thresholds }
  return { cluster, inventory, owner, signal, assertHeld, tell, guard, digestKey }
}
