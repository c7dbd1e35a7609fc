import {
  ForgetAbandonedResourcesDocument,
  ListAbandonedResourcesDocument,
  type AbandonedResourceFieldsFragment,
} from '../../client-sdk/generated/documents.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { Inventory, InventoryEntry } from '../kube/apply/inventory.ts'
import { removeAll } from '../kube/apply/sync.ts'

/**
 * Deletes what forced deletions have left in a cluster, now that it answers again.
 *
 * @returns How many resources are still there.
 */
export async function removeAbandonedResources(context: ReconcileContext, cluster: Cluster): Promise<number> {
  const { client, signal, assertHeld, tell } = context
  const { result } = await client.execute(ListAbandonedResourcesDocument, { runtimeId: cluster.runtimeId })
  let left = 0
  for (const [id, entries] of Map.groupBy(result, ({ objectId }) => objectId)) {
    const { objectName: name = '', objectKind: kind = '' } = entries[0] ?? {}
    const owner = { id, kind, project: '', name, controlPlane: context.owner.controlPlane }
    const inventory = ledgerOf(context, entries)
    const { leaving } = await removeAll({ cluster, inventory, owner, signal, assertHeld, tell })
    left += leaving.length
  }
  return left
}

/** The ledger as an inventory that only shrinks. */
function ledgerOf(
  { client }: ReconcileContext,
  entries: readonly AbandonedResourceFieldsFragment[],
): Inventory {
  const refuse = (): never => {
    throw new Error('nothing is applied for an object that is gone')
  }
  return {
    load: () => new Map(entries.map((entry) => [describeIdentity(entry), asInventory(entry)])),
    intend: refuse,
    record: refuse,
    forget: async (gone) => {
      if (gone.length > 0)
        await client.execute(ForgetAbandonedResourcesDocument, { ids: gone.map(({ id }) => id) })
    },
  }
}

function asInventory(entry: AbandonedResourceFieldsFragment): InventoryEntry {
  return {
    ...entry,
    __typename: 'AppliedResource',
    runtimeId: entry.runtimeId ?? '',
    hash: null,
    resourceVersion: null,
    liveGeneration: null,
  } as InventoryEntry
}
