import { ReadoptDocument } from '../generated/documents.ts'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { formerIdsOf } from '../kube/apply/former-ids.ts'
import type { DesiredResource } from '../kube/client/resource.ts'

/**
 * Re-adopts the cluster resources of an object that a restore lost and that was created again. From the next reconcile
 * on, the object uses the id in their labels, so that nothing is changed or restarted. Reports whether there were any.
 */
export async function readopt(
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
  context.recordEvent(
    event(
      'Normal',
      'Readopted',
      'It has re-adopted the resources from before the restore of the control plane.',
    ),
  )
  return true
}
