import {
  ForgetAppliedDocument,
  ListAppliedDocument,
  RecordAppliedDocument,
  type AppliedResourceFieldsFragment,
  type AppliedResourceInput,
} from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import type { KubeObject } from './client.ts'
import type { WantedResource } from './resource.ts'

/** What an object has, or is about to have, in one cluster. Deleting reads this, never a rendering. */
export interface Inventory {
  /** Entries by {@link WantedResource.key}. */
  load(): Promise<Map<string, InventoryEntry>>
  /** Before applying: from now on the resources are known to be ours. CONFLICT names another owner. */
  intend(resources: readonly WantedResource[]): Promise<void>
  /** After applying: what the cluster made of it. */
  record(applied: readonly { resource: WantedResource; live: KubeObject }[]): Promise<void>
  /** After it is gone. */
  forget(entries: readonly InventoryEntry[]): Promise<void>
}

export type InventoryEntry = AppliedResourceFieldsFragment

export interface InventoryOf {
  client: Client
  objectId: string
  runtimeId: string
  epoch: number
}

/** Entries per request: a report of 2,000 resources stays below the limits of a request. */
const batch = 500

export function inventoryOf({ client, objectId, runtimeId, epoch }: InventoryOf): Inventory {
  const write = async (resources: readonly AppliedResourceInput[]): Promise<void> => {
    for (let from = 0; from < resources.length; from += batch) {
      await client.execute(RecordAppliedDocument, {
        id: objectId,
        epoch,
        resources: resources.slice(from, from + batch),
      })
    }
  }
  return {
    load: async () => {
      const entries = new Map<string, InventoryEntry>()
      for (let after: string | null = null; ;) {
        const { result }: { result: AppliedPage } = await client.execute(ListAppliedDocument, {
          id: objectId,
          first: batch,
          after,
        })
        for (const { node } of result?.appliedResources.edges ?? []) {
          if (node.runtimeId === runtimeId) entries.set(describeIdentity(node), node)
        }
        if (result?.appliedResources.pageInfo.hasNextPage !== true) return entries
        after = result.appliedResources.pageInfo.endCursor
      }
    },
    intend: (resources) => write(resources.map((resource) => recordInput(runtimeId, resource))),
    record: (applied) =>
      write(
        applied.map(({ resource, live: { metadata } }) => ({
          ...recordInput(runtimeId, resource),
          hash: resource.hash,
          uid: metadata.uid ?? null,
          resourceVersion: metadata.resourceVersion ?? null,
          liveGeneration: metadata.generation ?? null,
        })),
      ),
    forget: async (entries) => {
      for (let from = 0; from < entries.length; from += batch) {
        const ids = entries.slice(from, from + batch).map(({ id }) => id)
        await client.execute(ForgetAppliedDocument, { id: objectId, epoch, entries: ids })
      }
    },
  }
}

type AppliedPage = {
  appliedResources: {
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    edges: { node: InventoryEntry }[]
  }
} | null

function recordInput(runtimeId: string, { identity, type, order }: WantedResource): AppliedResourceInput {
  return { runtimeId, ...identity, version: type.version, order }
}
