import {
  ForgetAbandonedDocument,
  ListAbandonedDocument,
  type ListAbandonedQuery,
} from '../generated/documents.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { Inventory, InventoryEntry } from '../kube/apply/inventory.ts'
import { removeAll } from '../kube/apply/remove.ts'

type AbandonedEntry = ListAbandonedQuery['result'][number]

/**
 * Deletes the resources that forced deletions have abandoned in a cluster that is reachable again.
 *
 * @returns The number of resources that still exist.
 */
export async function removeAbandonedResources(context: ReconcileContext, cluster: Cluster): Promise<number> {
  const { client, signal, assertHeld, recordEvent, hasAbandoned } = context
  if (!hasAbandoned) return 0
  const { result } = await client.execute(ListAbandonedDocument, { runtimeId: cluster.runtimeId })
  let remaining = 0
  for (const [id, entries] of Map.groupBy(result, ({ objectId }) => objectId)) {
    const { objectName: name = '', objectKind: kind = '' } = entries[0] ?? {}
    const owner = { id, kind, project: '', name, controlPlane: context.owner.controlPlane }
    const inventory = abandonedInventory(context, entries)
    const { leaving } = await removeAll({ cluster, inventory, owner, signal, assertHeld, recordEvent })
    remaining += leaving.length
  }
  return remaining
}

/** Returns an inventory of abandoned resources, from which entries can only be removed. */
function abandonedInventory({ client }: ReconcileContext, entries: readonly AbandonedEntry[]): Inventory {
  const refuse = (): never => {
    throw new Error('cannot apply resources of a deleted object')
  }
  return {
    load: () => new Map(entries.map((entry) => [describeIdentity(entry), asInventory(entry)])),
    intend: refuse,
    record: refuse,
    drop: async (gone) => {
      if (gone.length > 0) await client.execute(ForgetAbandonedDocument, { ids: gone.map(({ id }) => id) })
    },
  }
}

function asInventory(entry: AbandonedEntry): InventoryEntry {
  return {
    ...entry,
    __typename: 'AppliedResource',
    runtimeId: entry.runtimeId ?? '',
    hash: null,
    resourceVersion: null,
    liveGeneration: null,
    deletableVersion: null,
  } as InventoryEntry
}
