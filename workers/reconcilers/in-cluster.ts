import type { RuntimeForReconcileFragment } from '../../client-sdk/generated/documents.ts'
import { failed, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { Cluster } from '../kube/cluster.ts'
import { inventoryOf, type InventoryEntry } from '../kube/inventory.ts'
import { isAway, isKubeError } from '../kube/kube-error.ts'
import type { Owner } from '../kube/resource.ts'
import type { SyncContext } from '../kube/sync.ts'

/** What an object in a runtime does while the runtime is not ready; undefined when it is. */
export function unready(runtime: RuntimeForReconcileFragment): Outcome | undefined {
  const { id, kind, name, version, ready, status } = runtime
  if (ready) return undefined
  if (status.phase === 'Unreachable') {
    const message = status.cause?.message ?? `${kind} ${name} does not answer`
    return failed({ reason: status.cause?.reason ?? 'Unreachable', message, unreachable: true })
  }
  return waitingFor(
    { id, kind, name, version, cause: status.cause ?? undefined },
    `Waiting until ${kind} ${name} is ready.`,
  )
}

/** Works in the cluster of a runtime; a cluster that is away is an outcome, not a failure of ours. */
export async function inClusterOf(
  runtime: RuntimeForReconcileFragment,
  { clusters }: Environment,
  work: (cluster: Cluster) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(await clusters.of(runtime.id))
  } catch (error) {
    if (isAway(error)) return failed({ reason: 'Unreachable', message: error.message, unreachable: true })
    if (isKubeError(error))
      return failed({ reason: error.reason === '' ? 'Refused' : error.reason, message: error.message })
    throw error
  }
}

export interface SyncOptions {
  cluster: Cluster
  owner: Owner
  /** What it has in the cluster, where that is known already. */
  loaded?: readonly InventoryEntry[] | undefined
  /** Hold back removals that nobody has confirmed. @default false */
  guarded?: boolean
}

export function syncContext(
  { client, object, epoch, confirmed, signal, assertHeld, tell }: ReconcileContext,
  { cluster, owner, loaded, guarded = false }: SyncOptions,
): SyncContext {
  const inventory = inventoryOf({ client, objectId: object.id, runtimeId: cluster.runtimeId, epoch, loaded })
  const guard = guarded ? { confirmed } : undefined
  return { cluster, inventory, owner, signal, assertHeld, tell, guard }
}
