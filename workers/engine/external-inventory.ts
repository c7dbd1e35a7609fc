import {
  ForgetExternalDocument,
  RecordExternalDocument,
  type ExternalResourceFieldsFragment,
} from '../generated/documents.ts'
import type { ExternalAddress, ExternalTags } from '../../schema/external-resources.ts'
import type { ReconcileContext } from './reconciler.ts'

/** An entry of the inventory outside of clusters. */
export type ExternalEntry = ExternalResourceFieldsFragment

/** An external resource that an object wants. */
export interface ExternalResource extends ExternalAddress {
  /** Position in the order of creating; deleting goes backwards. */
  order: number
  tags: ExternalTags
}

/**
 * What an object has, or is about to have, with providers. As in clusters, an entry is stored before the call that creates
 * the resource: after a crash it is found again by its name, and is never made twice.
 */
export interface ExternalInventory {
  /** All entries, in the order of creating. */
  entries(): readonly ExternalEntry[]
  /** Before creating: from now on the resource is known to be ours. Throws CONFLICT where it belongs to another object. */
  intend(resource: ExternalResource): Promise<ExternalEntry>
  /** After creating, or finding: the id that the provider gave it. */
  created(entry: ExternalEntry, externalId: string): Promise<ExternalEntry>
  /** After it is gone. */
  forget(entry: ExternalEntry): Promise<void>
}

/** What the inventory needs of a reconcile. */
export type ExternalReconcile = Pick<ReconcileContext, 'object' | 'epoch' | 'client' | 'external'>

export function externalInventory({ object, epoch, client, external }: ExternalReconcile): ExternalInventory {
  const entries = new Map(external.map((entry) => [entry.id, entry]))
  const write = async (resource: ExternalResource, externalId?: string): Promise<ExternalEntry> => {
    const { provider, account, region, type, name, order, tags } = resource
    const given = { provider, account, region, type, name, order, tags, externalId: externalId ?? null }
    const { result } = await client.execute(RecordExternalDocument, {
      id: object.id,
      epoch,
      resources: [given],
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
      // Written by this control plane, which accepts tags only.
      write({ ...entry, tags: entry.tags as ExternalTags }, externalId),
    forget: async ({ id }) => {
      await client.execute(ForgetExternalDocument, { id: object.id, epoch, entries: [id] })
      entries.delete(id)
    },
  }
}
