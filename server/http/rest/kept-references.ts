import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { keptReferencePrefix } from '../../../schema/own-labels.ts'
import { isRecord } from '../../../schema/records.ts'
import type { KeptReference } from '../../../schema/rest-names.ts'

/*
 * References that only clients of the legacy API read, as those of Threeport do with what provides a runtime. They have no effect
 * here, and are kept in labels, since clients fail without them.
 */

/** Returns the label of a reference by the name of its field. */
export function keptLabel(name: string): string {
  return `${keptReferencePrefix}${name}`
}

/** Returns the labels of users; undefined if there are none. */
export function ownLabels(labels: unknown): Record<string, unknown> | undefined {
  const own = Object.entries(isRecord(labels) ? labels : {}).filter(
    ([key]) => !key.startsWith(keptReferencePrefix),
  )
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

/** Returns the labels of references. */
export function keptLabels(labels: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isRecord(labels) ? labels : {}).filter(([key]) => key.startsWith(keptReferencePrefix)),
  )
}

/** Returns the IDs that references of objects show, by the ID of the object and the name of the field. */
export async function keptReferences(
  { rest }: Kind,
  objects: readonly { id: bigint; labels: unknown }[],
  { store }: RequestContext,
): Promise<Map<bigint, Record<string, number>>> {
  const kept = Object.entries(rest.kept ?? {})
  if (kept.length === 0) return new Map()
  const shown = objects.map(async ({ id, labels }): Promise<[bigint, Record<string, number>]> => {
    const stored = keptLabels(labels)
    const references = kept.map(async ([name, { ofOwner }]): Promise<[string, number][]> => {
      const label = stored[keptLabel(name)]
      const target = label === undefined ? await throughOwner(id, ofOwner, store) : Number(label)
      return target === undefined ? [] : [[name, target]]
    })
    return [id, Object.fromEntries((await Promise.all(references)).flat())]
  })
  return new Map(await Promise.all(shown))
}

// oxlint-disable-next-line max-params -- an object, what it shows of its owner, and the store
async function throughOwner(
  id: bigint,
  ofOwner: KeptReference['ofOwner'],
  store: RequestContext['store'],
): Promise<number | undefined> {
  if (ofOwner === undefined) return undefined
  const { kind, field } = ofOwner
  const orderBy = [{ field: 'id', direction: 'asc' }] as const
  const { objects } = await store.listViews({ kind, owners: id, orderBy, limit: 1 })
  const owner = objects[0]
  const target = field === undefined ? owner?.id : owner?.references[field]
  return target === undefined ? undefined : Number(target)
}
