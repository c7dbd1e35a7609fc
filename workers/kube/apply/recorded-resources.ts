import { apiVersionOf } from '../../../schema/group-version.ts'
import { describeIdentity } from '../../../schema/manifests.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import type { KubeObject } from '../client/client.ts'
import type { ObjectRef } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import type { KubeError } from '../client/kube-error.ts'
import { isOwn, isOwnedByAnother } from '../client/owner.ts'
import type { InventoryEntry } from './inventory.ts'
import { readAll } from './live.ts'
import { hasAppliedFields } from './ownership.ts'
import { concurrency, type SyncContext } from './sync-context.ts'

/** A resource of the inventory that is in the cluster and belongs to the owner. */
export interface OwnedResource {
  type: ResourceType
  ref: ObjectRef
  live: KubeObject
}

/** A resource of the inventory that the cluster refuses to show, for example for lack of a permission for its kind. */
export interface UnreadableResource {
  type: ResourceType
  refusal: KubeError
}

export type RecordedResource = OwnedResource | UnreadableResource

export function isReadable(found: RecordedResource | undefined): found is OwnedResource {
  return found !== undefined && 'live' in found
}

/** Resolves with the type of a recorded resource, of any version; undefined for a kind that is no longer served, which has no objects. */
export async function typeOf(
  { cluster: { discovery } }: Pick<SyncContext, 'cluster'>,
  entry: InventoryEntry,
): Promise<ResourceType | undefined> {
  const { group, kind } = entry
  return (await discovery.find(apiVersionOf(entry), kind)) ?? (await discovery.findAny(group, kind))
}

/** Returns the resources that may still exist. Left out are those in whose place an object of another owner is now. */
export async function findRecorded(
  context: SyncContext,
  entries: readonly InventoryEntry[],
): Promise<Map<InventoryEntry, RecordedResource>> {
  const named = await mapWithLimit(entries, concurrency, async (entry) => {
    const type = await typeOf(context, entry)
    return type && { entry, type, key: describeIdentity(entry), identity: entry }
  })
  const served = named.filter((each) => each !== undefined)
  const refused = new Map<string, KubeError>()
  const found = await readAll(context, served, refused)
  return new Map(
    served.flatMap(({ entry, type, key }): [InventoryEntry, RecordedResource][] => {
      const refusal = refused.get(key)
      if (refusal !== undefined) return [[entry, { type, refusal }]]
      const live = found.get(key)
      if (live === undefined || !isOurs(context, live, entry)) return []
      return [[entry, { type, ref: { type, namespace: entry.namespace, name: entry.name }, live }]]
    }),
  )
}

/** Reads each resource once. */
export class RecordedReader {
  readonly #context: SyncContext
  readonly #read = new Map<InventoryEntry, RecordedResource | undefined>()

  constructor(context: SyncContext) {
    this.#context = context
  }

  /** Reports whether a resource has been read. */
  has(entry: InventoryEntry): boolean {
    return this.#read.has(entry)
  }

  /** Resolves with at least the given resources, as far as they exist; see {@link findRecorded}. */
  async read(
    entries: readonly InventoryEntry[],
  ): Promise<ReadonlyMap<InventoryEntry, RecordedResource | undefined>> {
    const unread = entries.filter((entry) => !this.#read.has(entry))
    const found = await findRecorded(this.#context, unread)
    for (const entry of unread) this.#read.set(entry, found.get(entry))
    return this.#read
  }
}

/**
 * Reports whether a live object belongs to the owner. An object with our labels does, even under another uid: a reconcile
 * that stopped before its report may have recreated it. Without our labels, the uid has to match, because the object may
 * have been created by another client after ours was deleted. Nor does an object belong to the owner in which nothing is ours: a
 * reconcile that stopped before its report has released it.
 */
function isOurs({ owner }: SyncContext, object: KubeObject, entry: InventoryEntry): boolean {
  if (isOwn(object, owner)) return true
  return object.metadata.uid === entry.uid && !isOwnedByAnother(object, owner) && !isReleased(object)
}

function isReleased(object: KubeObject): boolean {
  return object.metadata.managedFields !== undefined && !hasAppliedFields(object)
}
