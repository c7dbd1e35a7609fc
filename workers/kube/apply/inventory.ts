import {
  ForgetAppliedDocument,
  RecordAppliedDocument,
  type AppliedResourceFieldsFragment,
  type AppliedResourceInput,
} from '../../generated/documents.ts'
import type { Client } from '../../../client-sdk/index.ts'
import { isPlatformError, type TakenResource } from '../../../schema/errors.ts'
import { describeIdentity } from '../../../schema/manifests.ts'
import { chunks } from '../../chunks.ts'
import type { KubeObject } from '../client/client.ts'
import type { DesiredResource } from '../client/resource.ts'

/** What an object has, or is about to have, in one cluster. Deleting reads this, never a rendering. */
export interface Inventory {
  /** Entries by {@link DesiredResource.key}. */
  load(): Map<string, InventoryEntry>
  /** Before applying: from now on the resources are known to be ours, except for those that it returns. */
  intend(resources: readonly DesiredResource[]): Promise<TakenResource[]>
  /** After applying: what the cluster made of it. */
  record(applied: readonly { resource: DesiredResource; live: KubeObject }[]): void
  /** After it is gone. */
  forget(entries: readonly InventoryEntry[]): Promise<void>
}

export type InventoryEntry = AppliedResourceFieldsFragment

export interface InventoryOf {
  client: Client
  objectId: string
  runtimeId: string
  epoch: number
  /** What it had at the begin of the reconcile, in all clusters. */
  entries: readonly InventoryEntry[]
  /** Takes what was applied, to be stored with the report. */
  remember(applied: readonly AppliedResourceInput[]): void
}

export function inventoryOf({
  client,
  objectId,
  runtimeId,
  epoch,
  entries,
  remember,
}: InventoryOf): Inventory {
  const write = async (all: readonly AppliedResourceInput[]): Promise<TakenResource[]> => {
    const taken: TakenResource[] = []
    for (const resources of chunks(all))
      try {
        await client.execute(RecordAppliedDocument, { id: objectId, epoch, resources })
      } catch (error) {
        if (!isPlatformError(error) || error.details.taken === undefined) throw error
        taken.push(...error.details.taken)
      }
    return taken
  }
  return {
    load: () =>
      new Map(
        entries
          .filter((entry) => entry.runtimeId === runtimeId)
          .map((entry) => [describeIdentity(entry), entry]),
      ),
    intend: (resources) => write(resources.map((resource) => recordInput(runtimeId, resource))),
    record: (applied) =>
      remember(
        applied.map(({ resource, live: { metadata } }) => ({
          ...recordInput(runtimeId, resource),
          hash: resource.hash,
          uid: metadata.uid ?? null,
          resourceVersion: metadata.resourceVersion ?? null,
          liveGeneration: metadata.generation ?? null,
        })),
      ),
    forget: async (entries) => {
      for (const gone of chunks(entries.map(({ id }) => id)))
        await client.execute(ForgetAppliedDocument, { id: objectId, epoch, entries: gone })
    },
  }
}

function recordInput(runtimeId: string, { identity, type, order }: DesiredResource): AppliedResourceInput {
  return { runtimeId, ...identity, version: type.version, order }
}
