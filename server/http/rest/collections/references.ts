import { z } from 'zod'
import { invalidInput, PlatformError } from '../../../../schema/errors.ts'
import type { RequestContext } from '../../../../schema/graphql/context.ts'
import type { EventFilter, StoredEvent } from '../../../../schema/graphql/store-queries.ts'
import type { EventSubject, EventWrite } from '../../../../schema/graphql/store-writes.ts'
import { defined } from '../../../../schema/defined.ts'
import { allKinds, findKind } from '../../../../schema/kinds/index.ts'
import type { ReferenceField } from '../../../../schema/kinds/kind.ts'
import type { StoredObject } from '../../../../prisma/client.ts'
import type { Collection, Entry, ListRequest } from './collection.ts'
import { objectOfEntry, withIds } from './entry-ids.ts'
import { eventIdOf, findEvent, kindOfType, ofClient, referenceIdOf, restIdOf, typeOfKind } from './events.ts'
import { listParts } from './part-lists.ts'
import { immutable } from './spec-parts.ts'

/*
 * The references by which the legacy system attached objects to others: to applications what is for them, and to any object its
 * events. Here they follow from spec fields and from events. Writes attach events; objects are attached when they are created.
 *
 * The IDs of references of events are even, and those of spec fields odd.
 */

/** The kinds of applications, to whose instances other objects are attached. */
const applications = allKinds.flatMap(({ kind, pair }) => {
  const definition = pair === undefined ? undefined : findKind(pair.definition)
  return definition?.dependencies === undefined ? [] : [kind]
})

/** The fields by which objects of a kind are attached to applications. */
const fieldsOf = new Map(
  allKinds.flatMap((kind): [string, ReferenceField[]][] => {
    const fields = kind.references.filter(({ to }) => applications.includes(to))
    return fields.length === 0 ? [] : [[kind.kind, fields]]
  }),
)

const eventType = 'v0.Event'

const type = (description: string) =>
  z
    .string({ error: 'must be a string' })
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .meta({ description })
const id = (description: string) => z.int({ error: 'must be an ID' }).min(1).meta({ description })

interface Reference {
  ObjectType: string
  ObjectID: number
  AttachedObjectType: string
  AttachedObjectID: number
}

const input = z.strictObject({
  ObjectType: type('The type of the object, such as v0.WorkloadInstance.'),
  ObjectID: id('The ID of the object.'),
  AttachedObjectType: type('The type of what is attached to it, such as v0.SecretInstance or v0.Event.'),
  AttachedObjectID: id('The ID of what is attached to it.'),
})

export const attachedObjectReferences: Collection = {
  path: 'attached-object-references',
  type: 'AttachedObjectReference',
  description: 'The attachment of an object to an application, or of an event to an object.',
  input,
  reported: z.strictObject({}),
  filters: Object.keys(input.shape),
  list: async (context, request) => {
    const attached = await listAttached(context, request)
    const rest = request.limit - attached.entries.length
    const offset = Math.max(0, request.offset - attached.total)
    const ofEvents = await listOfEvents(context, { ...request, offset, limit: rest })
    return {
      entries: [...attached.entries, ...ofEvents.entries],
      total: attached.total + ofEvents.total,
    }
  },
  find: async (context, given) => {
    if (given % 2 === 0) {
      const event = await findEvent(context, { isAttached: true }, restIdOf({ id: BigInt(given / 2) }))
      return event === undefined ? undefined : eventReference(event)
    }
    const object = await context.store.find({ id: objectOfEntry((given - 1) / 2) })
    if (object === undefined) return undefined
    return (await referencesOf(context, object)).find(({ ID }) => ID === given)
  },
  create: async (context, given) => {
    // The fields have been validated.
    const reference = normalised(given as unknown as Reference)
    return reference.AttachedObjectType === eventType
      ? attachEvent(context, reference)
      : existingReference(context, reference)
  },
  update: async (context, { entry, input: given }, write) => {
    const reference = normalised(given as unknown as Reference)
    for (const field of ['AttachedObjectType', 'AttachedObjectID'] as const)
      if (reference[field] !== entry[field]) throw immutable(field, entry[field], reference[field])
    return attachedObjectReferences.create(context, { ...reference }, write)
  },
  remove: async (context, entry) => {
    const reference = entry as unknown as Reference
    if (reference.AttachedObjectType !== eventType) throw fixed(reference)
    const event = await ofClient(context, { ID: reference.AttachedObjectID })
    await context.store.replaceEvent(event, rewritten(event, undefined))
  },
}

/** Types may be without their version, as some functions of the Go client send them. */
function normalised(reference: Reference): Reference {
  return {
    ...reference,
    ObjectType: typeOfKind(kindOfType(reference.ObjectType)),
    AttachedObjectType: typeOfKind(kindOfType(reference.AttachedObjectType)),
  }
}

function listAttached(
  context: RequestContext,
  { filters, offset, limit }: ListRequest,
): Promise<{ entries: Entry[]; total: number }> {
  const attachedType = filters.get('AttachedObjectType')
  const [objectId, attachedId] = [filters.get('ObjectID'), filters.get('AttachedObjectID')]
  const kinds = [...fieldsOf.keys()].filter(
    (kind) => attachedType === undefined || kind === kindOfType(String(attachedType)),
  )
  const objects = {
    kinds,
    ...(attachedId === undefined ? {} : { ids: [BigInt(Number(attachedId))] }),
    ...(objectId === undefined ? {} : { references: BigInt(Number(objectId)) }),
  }
  const objectType = filters.get('ObjectType')
  const others = new Map([
    ...(objectId === undefined ? [] : [['ObjectID', objectId] as const]),
    ...(objectType === undefined
      ? []
      : [['ObjectType', typeOfKind(kindOfType(String(objectType)))] as const]),
  ])
  const parts = { objects, count: countIn, read: referencesOf }
  return listParts(context, parts, { filters: others, offset, limit })
}

/** Counts the references in the spec of an object. */
function countIn({ kind, spec }: StoredObject): number {
  const given = spec as Readonly<Record<string, unknown>>
  return (fieldsOf.get(kind) ?? []).filter(({ field }) => typeof given[field] === 'string').length
}

/** Returns the references of an attached object. */
async function referencesOf({ loaders }: RequestContext, object: StoredObject): Promise<Entry[]> {
  const fields = fieldsOf.get(object.kind) ?? []
  const entries = await Promise.all(
    withIds(object.id, fields, { keyOf: ({ field }) => field }).map(
      async ({ id: entry, part: { field } }) => {
        const target = await loaders.referenced.load({ id: object.id, field })
        if (target === undefined) return []
        return [
          {
            ID: entry * 2 + 1,
            CreatedAt: object.createdAt.toISOString(),
            UpdatedAt: object.updatedAt.toISOString(),
            ObjectType: typeOfKind(target.kind),
            ObjectID: Number(target.id),
            AttachedObjectType: typeOfKind(object.kind),
            AttachedObjectID: Number(object.id),
          },
        ]
      },
    ),
  )
  return entries.flat()
}

async function listOfEvents(
  { store }: RequestContext,
  { filters, offset, limit }: ListRequest,
): Promise<{ entries: Entry[]; total: number }> {
  const attachedType = filters.get('AttachedObjectType')
  if (attachedType !== undefined && typeOfKind(kindOfType(String(attachedType))) !== eventType)
    return { entries: [], total: 0 }
  const [objectType, objectId, attachedId] = ['ObjectType', 'ObjectID', 'AttachedObjectID'].map((name) =>
    filters.get(name),
  )
  const filter: EventFilter = defined({
    isAttached: true,
    kinds: objectType === undefined ? undefined : [kindOfType(String(objectType))],
    subjectId: objectId === undefined ? undefined : BigInt(Number(objectId)),
    ids: attachedId === undefined ? undefined : [eventIdOf(Number(attachedId))],
  })
  const [total, found] = await Promise.all([
    store.countEvents(filter),
    limit === 0 ? [] : store.listEvents({ ...filter, offset, limit }),
  ])
  return { entries: found.map(eventReference), total }
}

function eventReference(event: StoredEvent): Entry {
  return {
    ID: referenceIdOf(event),
    CreatedAt: event.firstSeen.toISOString(),
    UpdatedAt: event.firstSeen.toISOString(),
    ObjectType: typeOfKind(event.kind ?? ''),
    ObjectID: Number(event.subjectId),
    AttachedObjectType: eventType,
    AttachedObjectID: restIdOf(event),
  }
}

/** Attaches an event of a client to an object, which may be one of a module. */
async function attachEvent(context: RequestContext, reference: Reference): Promise<Entry> {
  const found = await findEvent(context, {}, reference.AttachedObjectID)
  if (found === undefined) throw missing('AttachedObjectID', 'Event', reference.AttachedObjectID)
  const subject = { kind: kindOfType(reference.ObjectType), id: BigInt(reference.ObjectID) }
  if (found.kind === subject.kind && found.subjectId === subject.id) return eventReference(found)
  const event = await ofClient(context, { ID: reference.AttachedObjectID })
  return eventReference(await context.store.replaceEvent(event, rewritten(event, subject)))
}

function rewritten(event: StoredEvent, subject: EventSubject | undefined): EventWrite {
  const { type: ofEvent, reason, note, count, firstSeen, lastSeen, reporter, fingerprint } = event
  return {
    ...(subject === undefined ? {} : { subject }),
    type: ofEvent,
    reason,
    note,
    count,
    firstSeen,
    lastSeen,
    reporter: reporter ?? '',
    ...(fingerprint.startsWith('uid:') ? { uid: fingerprint.slice(4) } : {}),
  }
}

/** Returns the reference that an object has already. Throws an error that says how to attach objects. */
async function existingReference(context: RequestContext, reference: Reference): Promise<Entry> {
  const { ObjectType, ObjectID, AttachedObjectType, AttachedObjectID } = reference
  assertAttachable(reference)
  const kind = kindOfType(AttachedObjectType)
  const object = await context.store.find({ kind, id: BigInt(AttachedObjectID) })
  if (object === undefined) throw missing('AttachedObjectID', kind, AttachedObjectID)
  const existing = (await referencesOf(context, object)).find(
    (each) => each['ObjectID'] === ObjectID && each['ObjectType'] === ObjectType,
  )
  if (existing === undefined) throw fixed(reference)
  return existing
}

/** Returns the error of a change of what an object is attached to. */
function fixed({ ObjectType, AttachedObjectType }: Reference): PlatformError {
  const [object, attached] = [kindOfType(ObjectType), kindOfType(AttachedObjectType)]
  return new PlatformError(
    'FORBIDDEN',
    `a ${attached} is attached to a ${object} from its creation to its deletion; create it with ${object}ID`,
  )
}

/** Throws INVALID_INPUT if no object of a kind can be attached to one of the other kind. */
function assertAttachable({ ObjectType, AttachedObjectType }: Reference): void {
  const kinds = [...fieldsOf.keys()]
  const fields = fieldsOf.get(kindOfType(AttachedObjectType))
  if (fields === undefined) {
    const remedy = `Types are ${[...kinds.map(typeOfKind), eventType].join(', ')}.`
    const message = 'is not attached to other objects'
    throw invalidInput([
      { path: 'AttachedObjectType', code: 'NOT_SUPPORTED', message, value: AttachedObjectType, remedy },
    ])
  }
  if (fields.some(({ to }) => to === kindOfType(ObjectType))) return
  const remedy = `Types are ${fields.map(({ to }) => typeOfKind(to)).join(', ')}.`
  const message = `cannot have a ${kindOfType(AttachedObjectType)} attached to it`
  throw invalidInput([{ path: 'ObjectType', code: 'NOT_SUPPORTED', message, value: ObjectType, remedy }])
}

// oxlint-disable-next-line max-params -- the field, and the kind and ID of what does not exist
function missing(path: string, kind: string, value: number): PlatformError {
  return invalidInput([
    { path, code: 'NOT_FOUND', message: `there is no ${kind} with this ID`, value: String(value) },
  ])
}
