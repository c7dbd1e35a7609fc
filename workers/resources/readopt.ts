import { TakeBackDocument } from '../../client-sdk/generated/documents.ts'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { formerIdsOf } from '../kube/apply/former-ids.ts'
import type { WantedResource } from '../kube/client/resource.ts'

/**
 * Whether an object that was made again after a restore has found in its cluster what it had before. From its next
 * reconcile on it goes under the id that this is labelled with, so nothing of it is changed or started again.
 */
export async function takesBack(
  context: ReconcileContext,
  cluster: Cluster,
  wanted: readonly WantedResource[],
): Promise<boolean> {
  const { client, object, owner, epoch, signal, seeksLost } = context
  const hasApplied = context.inventory.some(({ hash }) => hash !== null)
  if (!seeksLost || hasApplied || owner.controlPlane === undefined) return false
  const types = wanted.map(({ type }) => type)
  const lostIds = await formerIdsOf({ cluster, owner, types, signal })
  if (lostIds.length === 0) return false
  const { result } = await client.execute(TakeBackDocument, { id: object.id, epoch, lostIds })
  if (result === null) return false
  context.tell(
    event('Normal', 'TakenBack', 'What it had before the control plane was restored is its own again.'),
  )
  return true
}
