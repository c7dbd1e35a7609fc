import { Confirmation } from '../../../schema/confirmation.ts'
import { isRecord } from '../../../schema/records.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ObjectView } from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { restFields, type RestField } from './fields.ts'
import { keptReferences, ownLabels } from './kept-references.ts'
import { isManifestList, listOfManifests } from './manifest-lists.ts'
import { nestedNames, objectsOfNames, renamed } from './names.ts'
import { progressOf } from './legacy-status.ts'

/** An object as the legacy API shows it. */
export type RestObject = Omit<ObjectView, 'references'> & {
  references?: ObjectView['references'] | undefined
}

/** What the fields of objects show of others, by the IDs of the objects that they are about. */
interface Related {
  projects: ReadonlyMap<bigint | null, string | undefined>
  references: ReadonlyMap<bigint, Readonly<Record<string, bigint>>>
  /** By the name of the field. */
  owned: ReadonlyMap<bigint, Readonly<Record<string, number>>>
  /** By the name of the field. */
  kept: ReadonlyMap<bigint, Readonly<Record<string, number>>>
  /** By the field of the spec. */
  manifests: ReadonlyMap<bigint, Readonly<Record<string, readonly unknown[]>>>
}

/**
 * Converts objects to their form in the legacy API: IDs are JSON numbers, times have the format of RFC 3339, and fields
 * without a value are omitted.
 */
export async function toRest(
  kind: Kind,
  objects: readonly RestObject[],
  context: RequestContext,
): Promise<Record<string, unknown>[]> {
  const related = await relatedOf(kind, objects, context)
  return objects.map((object) => restForm(kind, object, related))
}

function restForm(kind: Kind, object: RestObject, related: Related): Record<string, unknown> {
  const progress = progressOf(object)
  const form: Record<string, unknown> = {}
  for (const field of restFields(kind)) {
    const value =
      relatedValue(field, object, related) ??
      ownValue(kind, field, object) ??
      progressIn(progress, field) ??
      field.none
    if (value !== undefined && value !== null) form[field.name] = value
  }
  return form
}

function relatedValue({ from, name, field = '' }: RestField, object: RestObject, related: Related): unknown {
  if (from === 'project') return related.projects.get(object.projectId)
  if (from === 'owned') return related.owned.get(object.id)?.[name]
  if (from === 'kept') return related.kept.get(object.id)?.[name]
  if (from === 'spec') return related.manifests.get(object.id)?.[field]
  if (from !== 'reference') return undefined
  const id = related.references.get(object.id)?.[field]
  return id === undefined ? undefined : Number(id)
}

function progressIn(progress: Readonly<Record<string, unknown>>, { from, name }: RestField): unknown {
  return from === 'status' ? progress[name] : undefined
}

function ownValue(kind: Kind, field: RestField, object: RestObject): unknown {
  const { name, from } = field
  if (from === 'name') return object.name
  if (from === 'inert') return field.derive?.(outputsOf(object)) ?? field.default
  if (from === 'spec') return specValue(kind, field, object)
  if (name === 'Confirmation') return pendingConfirmation(kind, object)
  if (from === 'status' && field.field !== undefined) return outputsOf(object)[field.field]
  if (from === 'labels') return ownLabels(object.labels)
  if (name === 'ID') return Number(object.id)
  if (name === 'CreatedAt') return object.createdAt.toISOString()
  return name === 'UpdatedAt' ? object.updatedAt.toISOString() : undefined
}

function outputsOf({ status }: RestObject): ObjectStatus['outputs'] {
  return (status as unknown as ObjectStatus).outputs
}

function specValue(kind: Kind, { field = '' }: RestField, { spec }: RestObject): unknown {
  const value = (spec as Record<string, unknown>)[field]
  // It is related, as reading it takes time.
  if (isManifestList(kind, field)) return undefined
  if (kind.rest.nameLists?.includes(field) === true) return objectsOfNames(value)
  const names = nestedNames(kind, field)
  if (names === undefined) return value
  return renamed(completed(kind, field, value), (name) => names[name] ?? name)
}

/** Returns a list of objects with the values of omitted fields that the legacy API always has. */
// oxlint-disable-next-line max-params -- a field of a kind, and its value
export function completed({ rest }: Kind, field: string, value: unknown): unknown {
  const complete = rest.lists?.[field]?.complete
  if (complete === undefined || !Array.isArray(value)) return value
  return value.map((each: unknown) => (isRecord(each) ? { ...each, ...complete(each) } : each))
}

async function relatedOf(
  kind: Kind,
  objects: readonly RestObject[],
  context: RequestContext,
): Promise<Related> {
  const written = objects.filter(({ references }) => references === undefined)
  const ids = [...new Set(objects.flatMap(({ projectId }) => projectId ?? []))]
  const references = new Map(objects.map((object) => [object.id, object.references ?? {}]))
  const [names, owned, kept, manifests] = await Promise.all([
    Promise.all(ids.map((id) => context.store.projectName(id))),
    ownedOf(kind, objects, context),
    keptReferences(kind, objects, context),
    manifestsOf(kind, objects),
    Promise.all(written.map(async ({ id }) => references.set(id, await referencesOf(kind, id, context)))),
  ])
  const projects = new Map(ids.map((id, index) => [id, names[index]]))
  return { projects, references, owned, kept, manifests }
}

/** Returns the manifest lists of objects. */
async function manifestsOf(
  { rest: { manifestLists = [] } }: Kind,
  objects: readonly RestObject[],
): Promise<Related['manifests']> {
  const found = new Map<bigint, Record<string, readonly unknown[]>>()
  if (manifestLists.length === 0) return found
  for (const { id, spec } of objects)
    for (const field of manifestLists) {
      const text = (spec as Record<string, unknown>)[field]
      if (typeof text === 'string') found.set(id, { ...found.get(id), [field]: await listOfManifests(text) })
    }
  return found
}

/** Returns the references of an object that was just written; none if that was a dry run, or a deletion. */
async function referencesOf(
  { kind, references }: Kind,
  id: bigint,
  { store }: RequestContext,
): Promise<ObjectView['references']> {
  const view = references.length === 0 ? undefined : await store.view({ kind, id })
  return view?.references ?? {}
}

/** Returns the oldest object that each object owns for each field that shows one. */
async function ownedOf(
  kind: Kind,
  objects: readonly RestObject[],
  { store }: RequestContext,
): Promise<Related['owned']> {
  const fields = restFields(kind).filter(({ from }) => from === 'owned')
  if (fields.length === 0) return new Map()
  const found = objects.map(async ({ id }): Promise<[bigint, Record<string, number>]> => {
    const owned = fields.map(async ({ name, to = '' }): Promise<[string, number][]> => {
      const orderBy = [{ field: 'id', direction: 'asc' }] as const
      const { objects: page } = await store.list({ kind: to, ownedBy: id, orderBy, limit: 1 })
      return page.map((each) => [name, Number(each.id)])
    })
    return [id, Object.fromEntries((await Promise.all(owned)).flat())]
  })
  return new Map(await Promise.all(found))
}

/** Returns the removals that wait for a confirmation, and the path to confirm them. */
function pendingConfirmation(kind: Kind, object: RestObject): unknown {
  if (object.confirmation === null) return undefined
  const { data } = Confirmation.safeParse(object.confirmation)
  if (data === undefined || data.confirmedBy !== undefined || new Date(data.expiresAt) <= new Date())
    return undefined
  return {
    Token: data.token,
    ExpiresAt: data.expiresAt,
    Removals: data.removals.map(({ id, text }) => ({ ID: id, Text: text })),
    Path: `/v0/${kind.rest.path}/${object.id}/confirmations`,
  }
}
