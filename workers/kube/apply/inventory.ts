import {
  RecordAppliedDocument,
  type AppliedResourceFieldsFragment,
  type AppliedResourceInput,
} from '../../generated/documents.ts'
import type { Client } from '../../api-client.ts'
import { dropEntries } from '../../gone-entries.ts'
import { isPlatformError, type TakenResource } from '../../../schema/errors.ts'
import { describeIdentity } from '../../../schema/manifests.ts'
import { chunks } from '../../../schema/chunks.ts'
import type { KubeObject } from '../client/client.ts'
import type { DesiredResource } from '../client/resource.ts'
import { deletableVersionOf } from './deletable.ts'

/** The resources that an object has, or is about to have, in one cluster. Deletion relies on it and never on rendered manifests. */
export interface Inventory {
  /** Returns the entries by {@link DesiredResource.key}. */
  load(): Map<string, InventoryEntry>
  /** Records resources as ours before they are applied. Returns those that belong to other objects, which are not recorded. */
  intend(resources: readonly DesiredResource[]): Promise<TakenResource[]>
  /** Records the live state of applied resources. */
  record(applied: readonly { resource: DesiredResource; live: KubeObject }[]): void
  /** Drops the entries of resources that no longer exist, at the latest with the report. */
  drop(entries: readonly InventoryEntry[]): Promise<void> | void
}

export type InventoryEntry = AppliedResourceFieldsFragment

export interface InventoryOf {
  client: Client
  objectId: string
  runtimeId: string
  epoch: number
  /** The entries of the object in all clusters at the start of the reconcile. */
  entries: readonly InventoryEntry[]
  /** Buffers applied resources, which are stored with the report. */
  buffer(applied: readonly AppliedResourceInput[]): void
  /** The ids of entries that are dropped with the report. */
  gone: Set<string>
}

export function inventoryOf({
  client,
  objectId,
  runtimeId,
  epoch,
  entries,
  buffer,
  gone,
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
    intend: async (resources) => {
      // One of them may have the entry of a resource that is gone, whose state is not its own.
      await dropEntries(client, { id: objectId, epoch }, [...gone])
      gone.clear()
      return write(resources.map((resource) => recordInput(runtimeId, resource)))
    },
    record: (applied) =>
      buffer(
        applied.map(({ resource, live }) => ({
          ...recordInput(runtimeId, resource),
          hash: resource.hash,
          uid: live.metadata.uid ?? null,
          resourceVersion: live.metadata.resourceVersion ?? null,
          liveGeneration: live.metadata.generation ?? null,
          deletableVersion: deletableVersionOf(live, resource.identity) ?? null,
        })),
      ),
    drop: (dropped) => {
      for (const { id } of dropped) gone.add(id)
    },
  }
}

function recordInput(runtimeId: string, { identity, type, order }: DesiredResource): AppliedResourceInput {
  return { runtimeId, ...identity, version: type.version, order }
}
