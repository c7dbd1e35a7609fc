import { ReadoptDocument } from '../generated/documents.ts'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { formerIdsOf } from '../kube/apply/former-ids.ts'
import type { DesiredResource } from '../kube/client/resource.ts'

/**
 * Whether an object that was made again after a restore has found in its cluster what it had before. From its next
 * reconcile on it goes under the id that this is labelled with, so nothing of it is changed or started again.
 */
export async function takesBack(
  context: ReconcileContext,
  cluster: Cluster,
  desired: readonly DesiredResource[],
): Promise<boolean> {
  const { client, object, owner, epoch, signal, mayHaveOrphans } = context
  const hasApplied = context.inventory.some(({ hash }) => hash !== null)
  if (!mayHaveOrphans || hasApplied || owner.controlPlane === undefined) return false
  const types = desired.map(({ type }) => type)
  const orphanedIds = await formerIdsOf({ cluster, owner, types, signal })
  if (orphanedIds.length === 0) return false
  const { result } = await client.execute(ReadoptDocument, { id: object.id, epoch, orphanedIds })
  if (result === null) return false
  context.tell(
    event('Normal', 'Readopted', 'What it had before the control plane was restored is its own again.'),
  )
  return true
}
