import {
  ForgetExternalDocument,
  RecordExternalDocument,
  type ExternalResourceFieldsFragment,
} from '../generated/documents.ts'
import type { ExternalAddress, ExternalTags } from '../../schema/external-resources.ts'
import type { ReconcileContext } from './reconciler.ts'

/** An entry of the inventory of external resources, which live with a provider and not in a cluster. */
export type ExternalEntry = ExternalResourceFieldsFragment

/** An external resource that an object desires. */
export interface ExternalResource extends ExternalAddress {
  /** The position in the creation order. Resources are deleted in the reverse order. */
  order: number
  tags: ExternalTags
}

/**
 * The external resources that an object has or is about to create. As with cluster resources, an entry is stored before
 * the call that creates the resource: after a crash the resource is found by its name and is not created twice.
 */
export interface ExternalInventory {
  /** Returns all entries in creation order. */
  entries(): readonly ExternalEntry[]
  /** Records ownership before the resource is created. Throws CONFLICT when the resource belongs to another object. */
  intend(resource: ExternalResource): Promise<ExternalEntry>
  /** Records the id that the provider assigned, after the resource was created or found. */
  created(entry: ExternalEntry, externalId: string): Promise<ExternalEntry>
  /** Removes the entry after the resource was deleted. */
  drop(entry: ExternalEntry): Promise<void>
}

/** The fields of a reconcile that the inventory needs. */
export type ExternalReconcile = Pick<ReconcileContext, 'object' | 'epoch' | 'client' | 'external'>

export function externalInventory({ object, epoch, client, external }: ExternalReconcile): ExternalInventory {
  const entries = new Map(external.map((entry) => [entry.id, entry]))
  const write = async (resource: ExternalResource, externalId?: string): Promise<ExternalEntry> => {
    const { provider, account, region, type, name, order, tags } = resource
    const input = { provider, account, region, type, name, order, tags, externalId: externalId ?? null }
    const { result } = await client.execute(RecordExternalDocument, {
      id: object.id,
      epoch,
      resources: [input],
    })
    const [entry] = result
    if (entry === undefined) throw new Error(`the server has not stored ${type} ${name}`)
    entries.set(entry.id, entry)
    return entry
  }
  return {
    entries: () => [...entries.values()].sort((a, b) => a.order - b.order || Number(a.id) - Number(b.id)),
    intend: (resource) => write(resource),
    created: (entry, externalId) =>
      // Safe: the server validates tags before it stores them.
      write({ ...entry, tags: entry.tags }, externalId),
    drop: async ({ id }) => {
      await client.execute(ForgetExternalDocument, { id: object.id, epoch, entries: [id] })
      entries.delete(id)
    },
  }
}
