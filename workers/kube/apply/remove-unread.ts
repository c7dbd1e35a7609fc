import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { deleteObject, type Deletion } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { isKubeError, isUnavailable } from '../client/kube-error.ts'
import type { InventoryEntry } from './inventory.ts'
import { typeOf } from './recorded-resources.ts'
import { concurrency, type SyncContext } from './sync-context.ts'

/*
 * Most resources are deleted as they were applied. Their deletion is requested on the condition that they still are, without a look at
 * them before: whoever has changed one, for example to keep it or to take it over, has changed its resource version.
 */

/** The response to a deletion that was requested without a look at the resource. */
export interface UnreadDeletion extends Deletion {
  type: ResourceType
}

/** Deletes what is as it was applied. Resolves with the responses by entry; all other resources are left to be looked at. */
export async function removeUnread(
  context: SyncContext,
  entries: readonly InventoryEntry[],
): Promise<Map<InventoryEntry, UnreadDeletion>> {
  const deletions = new Map<InventoryEntry, UnreadDeletion>()
  await mapWithLimit(entries, concurrency, async (entry) => {
    const type = await typeOf(context, entry)
    const deletion = type && (await deleteAsApplied(context, type, entry))
    if (deletion !== undefined) deletions.set(entry, deletion)
  })
  return deletions
}

/** Returns undefined if the resource is not as it was applied, and if its cluster refuses the request. */
async function deleteAsApplied(
  { cluster, signal, assertHeld }: SyncContext,
  type: ResourceType,
  { namespace, name, uid, deletableVersion: resourceVersion }: InventoryEntry,
): Promise<UnreadDeletion | undefined> {
  if (uid === null || resourceVersion === null) return undefined
  try {
    const ref = { type, namespace, name }
    const deletion = await deleteObject(cluster.client, ref, { uid, resourceVersion, signal, assertHeld })
    return deletion.isGone || deletion.live !== undefined ? { type, ...deletion } : undefined
  } catch (error) {
    if (!isKubeError(error) || isUnavailable(error)) throw error
    return undefined
  }
}
