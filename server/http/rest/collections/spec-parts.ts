import { z } from 'zod'
import { defined } from '../../../../schema/defined.ts'
import { invalidInput, isPlatformError, PlatformError, shownValue } from '../../../../schema/errors.ts'
import type { RequestContext } from '../../../../schema/graphql/context.ts'
import type { ClientWrite } from '../../../../schema/graphql/store-writes.ts'
import type { Kind } from '../../../../schema/kinds/kind.ts'
import type { StoredObject } from '../../../../prisma/client.ts'
import type { Collection, Entry, Input } from './collection.ts'
import { objectOfEntry, recordedIds, recordOfIds, withIds } from './entry-ids.ts'
import { listParts } from './part-lists.ts'

/** An object with its spec, stored or about to be. */
export interface WithSpec {
  spec: unknown
}

/** A part of a spec, in the terms of the legacy API. */
export interface SpecPart {
  /** Identifies the part within the spec. */
  key: string
  fields: Input
}

/** Parts of the specs of a kind that the legacy API has as objects of their own. */
export interface SpecParts {
  kind: Kind
  path: string
  type: string
  description: string
  /** The fields of a part. */
  shape: Readonly<Record<string, z.ZodType>>
  /** The names of the fields by which lists can be filtered. */
  filters: readonly string[]
  count(object: StoredObject): number
  /** Returns the parts in their order. */
  read(object: WithSpec): Promise<readonly SpecPart[]>
  /** Returns the change of the spec that replaces the part at an index, by one or by none, or adds parts without an index. */
  edit(
    object: StoredObject,
    index: number | undefined,
    parts: readonly Input[],
  ): Promise<Record<string, unknown>>
}

/** A collection of parts, to which several can be added at once. */
export interface SpecCollection extends Collection {
  /** Adds parts to an object, all or none. */
  add(
    context: RequestContext,
    added: { to: bigint; parts: readonly Input[] },
    write: ClientWrite,
  ): Promise<Entry[]>
}

/** The number of attempts to change a spec that others change at the same time. */
const maxAttempts = 10

/** Returns the collection of parts, whose writes are edits of the objects that have them. */
export function specCollection(parts: SpecParts): SpecCollection {
  const { kind, path, type, description, shape, filters } = parts
  const owner = `${kind.kind}ID`
  const ownerField = z
    .int()
    .min(1)
    .meta({ description: `The ID of the ${kind.kind}.` })
  const entriesOf = (object: StoredObject): Promise<Entry[]> => entriesIn(parts, object, owner)

  /** Edits an object, again if another request has edited it meanwhile. The part at the index that is replaced keeps its ID. */
  const edit = async (
    context: RequestContext,
    {
      id,
      change: changeOf,
      write,
    }: { id: bigint; change: (object: StoredObject) => Promise<Edit>; write: ClientWrite },
  ): Promise<StoredObject> => {
    for (let attempt = 1; ; attempt++) {
      const object = await ownerOf(context, kind, id)
      const { spec, replaced } = await changeOf(object)
      const annotationChanges = await recordedAfter(parts, object, { spec, ...defined({ replaced }) })
      const change = { kind: kind.kind, id, spec, annotationChanges, expectedVersion: object.version }
      try {
        return await context.store.update(change, write)
      } catch (error) {
        if (!isPlatformError(error) || error.code !== 'VERSION_CONFLICT' || attempt === maxAttempts)
          throw error
      }
    }
  }
  const indexOf = async (object: StoredObject, id: number): Promise<number> => {
    const index = (await entriesOf(object)).findIndex(({ ID }) => ID === id)
    if (index === -1) throw entryNotFound(type, id)
    return index
  }

  const add: SpecCollection['add'] = async (context, { to, parts: added }, write) => {
    const change = async (object: StoredObject): Promise<Edit> => ({
      spec: await parts.edit(object, undefined, added),
    })
    const object = await edit(context, { id: to, change, write })
    return (await entriesOf(object)).slice(-added.length)
  }

  return {
    add,
    path,
    type,
    description,
    input: z.strictObject({ ...shape, [owner]: ownerField }),
    reported: z.strictObject({}),
    filters: [...filters, owner],
    list: (context, { filters: given, ...page }) => {
      const { [owner]: id, ...others } = Object.fromEntries(given)
      const objects = { kind: kind.kind, ...(id === undefined ? {} : { ids: [BigInt(Number(id))] }) }
      const found = {
        objects,
        count: parts.count,
        read: async (_: unknown, object: StoredObject) => entriesOf(object),
      }
      return listParts(context, found, { filters: new Map(Object.entries(others)), ...page })
    },
    find: async ({ store }, id) => {
      const object = await store.find({ kind: kind.kind, id: objectOfEntry(id) })
      return object === undefined ? undefined : (await entriesOf(object)).find(({ ID }) => ID === id)
    },
    create: async (context, input, write) => {
      const { [owner]: id, ...fields } = input
      return last(await add(context, { to: BigInt(Number(id)), parts: [fields] }, write))
    },
    update: async (context, { entry, input }, write) => {
      const { [owner]: id = entry[owner], ...fields } = input
      if (id !== entry[owner]) throw immutable(owner, entry[owner], id)
      const isAt: number[] = []
      const change = async (object: StoredObject): Promise<Edit> => {
        const replaced = await indexOf(object, entry.ID)
        isAt.push(replaced)
        return { spec: await parts.edit(object, replaced, [fields]), replaced }
      }
      const object = await edit(context, { id: objectOfEntry(entry.ID), change, write })
      const entries = await entriesOf(object)
      return entries[isAt.at(-1) ?? 0] ?? last(entries)
    },
    remove: async (context, entry, write) => {
      const change = async (object: StoredObject): Promise<Edit> => ({
        spec: await parts.edit(object, await indexOf(object, entry.ID), []),
      })
      await edit(context, { id: objectOfEntry(entry.ID), change, write })
    },
  }
}

/** A change of a spec, and the index of the part that it replaces. */
interface Edit {
  spec: Record<string, unknown>
  replaced?: number
}

async function idsIn(
  { path, read }: SpecParts,
  object: StoredObject,
): Promise<ReturnType<typeof withIds<SpecPart>>> {
  const recorded = recordedIds(object.annotations, path)
  return withIds(object.id, await read(object), { keyOf: ({ key }) => key, recorded })
}

/** Returns the change of the annotations of an object that lets its parts have the same IDs after an edit. */
async function recordedAfter(
  parts: SpecParts,
  object: StoredObject,
  { spec, replaced = -1 }: Edit,
): Promise<Record<string, string | null>> {
  const before = await idsIn(parts, object)
  const edited = await parts.read({ spec: { ...(object.spec as object), ...spec } })
  const after = edited.map(({ key }) => key)
  const ids = new Map(before.map(({ id, part: { key } }) => [key, id]))
  const [kept, key] = [before[replaced]?.id, after[replaced]]
  if (kept !== undefined && key !== undefined) ids.set(key, kept)
  return recordOfIds(parts.path, { objectId: object.id, keys: after, ids })
}

async function entriesIn(parts: SpecParts, object: StoredObject, owner: string): Promise<Entry[]> {
  return (await idsIn(parts, object)).map(({ id, part: { fields } }) => ({
    ID: id,
    CreatedAt: object.createdAt.toISOString(),
    UpdatedAt: object.updatedAt.toISOString(),
    ...fields,
    [owner]: Number(object.id),
  }))
}

async function ownerOf({ store }: RequestContext, { kind }: Kind, id: bigint): Promise<StoredObject> {
  const object = await store.find({ kind, id })
  if (object !== undefined) return object
  const message = `there is no ${kind} with this ID`
  throw invalidInput([{ path: `${kind}ID`, code: 'NOT_FOUND', message, value: String(id) }])
}

function last(entries: readonly Entry[]): Entry {
  const entry = entries.at(-1)
  if (entry === undefined) throw new Error('an edited object has no entries')
  return entry
}

export function entryNotFound(type: string, id: number | bigint): PlatformError {
  return new PlatformError('NOT_FOUND', `there is no ${type} with ID ${id}`)
}

/** Returns the error of a change of a field that says what an entry belongs to. */
// oxlint-disable-next-line max-params -- the field, and its values before and after
export function immutable(path: string, before: unknown, after: unknown): PlatformError {
  const message = `cannot change after creation; it is ${shownValue(before)}`
  const remedy = 'Delete the entry and create another one.'
  return invalidInput([{ path, code: 'IMMUTABLE', message, value: shownValue(after), remedy }])
}
