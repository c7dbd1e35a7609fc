import { z } from 'zod'
import { PlatformError } from '../../../../schema/errors.ts'
import { reporterOf } from '../../../../schema/event-reporter.ts'
import type { RequestContext } from '../../../../schema/graphql/context.ts'
import type { EventFilter, StoredEvent } from '../../../../schema/graphql/store-queries.ts'
import type { EventSubject, EventWrite } from '../../../../schema/graphql/store-writes.ts'
import { defined } from '../../../../schema/defined.ts'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { invalidInput, shownValue } from '../../../../schema/errors.ts'
import { dataEnvelope } from '../envelope.ts'
import { pageParameters, queryOf } from '../queries.ts'
import { maxWhole, pageAnswer } from './page-answer.ts'
import { filtersOf } from './filters.ts'
import type { Collection, Entry, FurtherRoute, Input, ListRequest } from './collection.ts'
import { findReadyEvent, readyEvent } from './ready-events.ts'
import { entryNotFound } from './spec-parts.ts'
import { withArticle } from '../../../../schema/with-article.ts'

/* The events of all objects: as the legacy API has those of its controllers, and as it has those of workloads. */

const time = (description: string) =>
  z
    .string({ error: 'must be a time' })
    .refine((value) => !Number.isNaN(Date.parse(value)), {
      error: 'must be a time such as 2026-01-31T12:00:00Z',
    })
    .meta({ description, format: 'date-time' })
const text = (description: string) =>
  z.string({ error: 'must be a string' }).max(4096, 'must have at most 4096 characters').meta({ description })
const reason = z
  .string({ error: 'must be a string' })
  .min(1, 'must not be empty')
  .max(128, 'must have at most 128 characters')
  .meta({ description: 'The reason in CamelCase.' })
const type = z
  .enum(['Normal', 'Warning'], { error: 'must be Normal or Warning' })
  .meta({ description: 'The type of the event.' })
const count = z.int({ error: 'must be an integer' }).min(1).max(2_000_000_000)
const id = (description: string) => z.int({ error: 'must be an ID' }).min(1).meta({ description })

interface EventRange extends Omit<ListRequest, 'filters'> {
  newestFirst?: boolean
  entryOf: (event: StoredEvent) => Entry
}

/**
 * The end of the IDs of objects, and of the entries within them. Events are numbered apart from objects, and clients of the legacy
 * API, where all IDs differ, find what is attached to an object by its ID alone.
 */
const firstEventId = 2 ** 52

/** Returns the ID of an event in the legacy API. */
export function restIdOf({ id: event }: Pick<StoredEvent, 'id'>): number {
  return firstEventId + Number(event)
}

/** Returns the ID of an event by that in the legacy API; negative if it is that of something else. */
export function eventIdOf(restId: number): bigint {
  return BigInt(restId - firstEventId)
}

/** Returns the ID of the reference by which an event is attached to its object. */
export function referenceIdOf({ id: event }: Pick<StoredEvent, 'id'>): number {
  return Number(event) * 2
}

export const events: Collection = {
  path: 'events',
  type: 'Event',
  description: 'An event of an object of any kind, also of one that is gone or belongs to a module.',
  input: z.strictObject({
    Reason: reason,
    Note: text('The description for people.').optional(),
    Count: count.meta({ description: 'The number of occurrences.' }),
    EventTime: time('The time of the first occurrence.'),
    LastObservedTime: time('The time of the last occurrence.'),
    Type: type,
    ReportingController: z
      .string({ error: 'must be a string' })
      .min(1, 'must not be empty')
      .max(200, 'must have at most 200 characters')
      .meta({ description: 'The name of the controller that reports the event.' }),
  }),
  reported: z.strictObject({
    AttachedObjectReferenceID: id('The ID of the reference to the object of the event.').optional(),
  }),
  filters: [
    'AttachedObjectReferenceID',
    'Reason',
    'Note',
    'Count',
    'EventTime',
    'LastObservedTime',
    'Type',
    'ReportingController',
  ],
  verbs: { write: 'operate', delete: 'operate' },
  list: (context, { filters, ...range }) =>
    listEvents(context, eventFilter(filters), { ...range, entryOf: toEvent }),
  find: (context, eventId) => findEntry(context, {}, { id: eventId, entryOf: toEvent }),
  create: async ({ store }, input) => toEvent(await store.createEvent(writeOf(input, undefined))),
  update: async (context, { entry, input }) => {
    const event = await ofClient(context, entry)
    return toEvent(await context.store.replaceEvent(event, writeOf(input, subjectOf(event))))
  },
  remove: async (context, entry) => {
    const event = await findEvent(context, {}, entry.ID)
    if (event !== undefined) await context.store.deleteEvents([event])
  },
  routes: [joinRoute()],
}

/** Converts an event to the form that the legacy system gave those of its controllers. */
export function toEvent(event: StoredEvent): Entry {
  return {
    ID: restIdOf(event),
    CreatedAt: event.firstSeen.toISOString(),
    UpdatedAt: event.lastSeen.toISOString(),
    AttachedObjectReferenceID: event.subjectId === null ? undefined : referenceIdOf(event),
    Reason: event.reason,
    Note: event.note,
    Count: event.count,
    EventTime: event.firstSeen.toISOString(),
    LastObservedTime: event.lastSeen.toISOString(),
    Type: event.type,
    ReportingController: reporterOf(event),
  }
}

/** Returns the conditions of filters of events. */
export function eventFilter(filters: ReadonlyMap<string, unknown>): EventFilter {
  const get = (name: string): string | undefined => {
    const value = filters.get(name)
    return value === undefined ? undefined : String(value)
  }
  const [reference, reporter] = [get('AttachedObjectReferenceID'), get('ReportingController')]
  const [ofType, ofReason, times] = [get('Type'), get('Reason'), get('Count')]
  const [first, last] = [get('EventTime'), get('LastObservedTime')]
  return defined({
    // The IDs of other references are odd.
    ids: reference === undefined ? undefined : Number(reference) % 2 === 0 ? [BigInt(reference) / 2n] : [],
    isAttached: reference === undefined ? undefined : true,
    types: ofType === undefined ? undefined : [ofType],
    reasons: ofReason === undefined ? undefined : [ofReason],
    note: get('Note'),
    count: times === undefined ? undefined : Number(times),
    firstSeen: first === undefined ? undefined : new Date(first),
    lastSeen: last === undefined ? undefined : new Date(last),
    reporter,
  })
}

function writeOf(input: Input, subject: EventSubject | undefined): EventWrite {
  // The fields have been validated.
  const given = input as z.infer<(typeof events)['input']> & Record<string, string>
  return {
    ...(subject === undefined ? {} : { subject }),
    type: given['Type'] ?? 'Normal',
    reason: given['Reason'] ?? '',
    note: given['Note'] ?? '',
    count: Number(given['Count']),
    firstSeen: new Date(given['EventTime'] ?? ''),
    lastSeen: new Date(given['LastObservedTime'] ?? ''),
    reporter: given['ReportingController'] ?? '',
  }
}

/** Returns the object that an event concerns; undefined for an event without one. */
function subjectOf({ kind, subjectId }: StoredEvent): EventSubject | undefined {
  return kind === null || subjectId === null ? undefined : { kind, id: subjectId }
}

/** The list that the legacy system joined from two tables: the events of an object of any kind. */
function joinRoute(): FurtherRoute {
  const parameters = {
    objectid: 'The ID of the object.',
    objecttype: 'The kind of the object, such as v0.WorkloadInstance. Default: any.',
    reason: 'Matches events with this reason.',
    note: 'Matches events with this note.',
    type: 'Matches events of this type.',
  }
  return {
    method: 'GET',
    path: 'events-join-attached-object-references',
    operationId: 'listEventsOfObject',
    summary: 'Lists the events of an object of any kind',
    verb: 'read',
    parameters,
    handler: async (context, request) => {
      const query = queryOf(request, [...pageParameters, ...Object.keys(parameters)])
      const [objectId, kind] = [query.get('objectid'), query.get('objecttype')]
      if (objectId === undefined || !/^\d{1,18}$/.test(objectId)) {
        const error = { path: 'objectid', remedy: 'Send the ID of an object.' }
        throw invalidInput([
          objectId === undefined || objectId === ''
            ? { ...error, code: 'REQUIRED', message: 'is missing' }
            : { ...error, code: 'INVALID_TYPE', message: 'must be a number', value: shownValue(objectId) },
        ])
      }
      const filter: EventFilter = {
        ...eventFilter(filtersOf(events, query)),
        subjectId: BigInt(objectId),
        ...(kind === undefined ? {} : { kinds: [kindOfType(kind)] }),
      }
      return pageAnswer(request, { type: 'Event', query }, (range) =>
        listEvents(context, filter, { ...range, entryOf: toEvent }),
      )
    },
  }
}

/** Returns the kind of a type of the legacy API, which has a version: `v0.WorkloadInstance`. */
export function kindOfType(given: string): string {
  return given.replace(/^v0\./, '')
}

/** Returns the type of a kind in references of the legacy API. */
export function typeOfKind(kind: string): string {
  return kind.includes('.') ? kind : `v0.${kind}`
}

/** Returns the collections of the events of some kinds, such as those of workloads. */
export function eventCollections(): Collection[] {
  const declared = allKinds.flatMap(({ kind, rest }) =>
    rest.events === undefined ? [] : [{ kind, ...rest.events }],
  )
  return [...Map.groupBy(declared, ({ path }) => path).values()].flatMap((group) => {
    const [first] = group
    return first === undefined
      ? []
      : [eventCollection({ path: first.path, type: first.type, kinds: group.map(({ kind }) => kind) })]
  })
}

interface KindEvents {
  path: string
  type: string
  kinds: readonly string[]
}

function eventCollection({ path, type: ofEntries, kinds }: KindEvents): Collection {
  const idOf = (kind: string): string => `${kind}ID`
  const resourceId = 'WorkloadResourceInstanceID'
  const entryOf = (event: StoredEvent): Entry => toWorkloadEvent(event, idOf(event.kind ?? ''))
  const filterOf = (filters: ReadonlyMap<string, unknown>): EventFilter => {
    const get = (name: string): string | undefined => filters.get(name)?.toString()
    const given = kinds.filter((kind) => filters.has(idOf(kind)))
    const [kind] = given
    const [ofType, ofReason, uid, at] = [get('Type'), get('Reason'), get('RuntimeEventUID'), get('Timestamp')]
    const isNone = given.length > 1 || filters.has(resourceId)
    return defined({
      kinds: kind === undefined ? kinds : [kind],
      subjectId: kind === undefined ? undefined : BigInt(String(get(idOf(kind)))),
      ids: isNone ? [] : undefined,
      types: ofType === undefined ? undefined : [ofType],
      reasons: ofReason === undefined ? undefined : [ofReason],
      note: get('Message'),
      uid,
      lastSeen: at === undefined ? undefined : new Date(at),
    })
  }
  const subjectIn = (input: Input): EventSubject => {
    const given = kinds.filter((kind) => input[idOf(kind)] !== undefined)
    const [kind, another] = given
    if (kind !== undefined && another === undefined) return { kind, id: BigInt(Number(input[idOf(kind)])) }
    const [path, remedy] = [idOf(another ?? kinds[0] ?? ''), `Send one of ${kinds.map(idOf).join(', ')}.`]
    throw invalidInput([
      another === undefined
        ? { path, code: 'REQUIRED', message: 'is missing', remedy }
        : { path, code: 'CONFLICT', message: `cannot be combined with ${idOf(kind ?? '')}`, remedy },
    ])
  }
  const write = (input: Input): EventWrite => ({ ...workloadEventOf(input), subject: subjectIn(input) })
  const collection: Collection = {
    path,
    type: ofEntries,
    description: `An event of a ${kinds.join(' or a ')}.`,
    input: z.strictObject({
      RuntimeEventUID: z
        .string({ error: 'must be a string' })
        .min(1, 'must not be empty')
        .max(200, 'must have at most 200 characters')
        .meta({
          description: 'Identifies the event: equal ones of an object are counted rather than repeated.',
        }),
      Type: type,
      Reason: reason,
      Message: text('The description for people.'),
      Timestamp: time('The time of the event.'),
      ...Object.fromEntries(
        kinds.map((kind) => [idOf(kind), id(`The ID of ${withArticle(kind)}.`).optional()]),
      ),
    }),
    reported: z.strictObject({
      [resourceId]: id('Never present: events concern instances.').optional(),
      Count: count.meta({ description: 'The number of occurrences.' }).optional(),
    }),
    filters: ['RuntimeEventUID', 'Type', 'Reason', 'Message', 'Timestamp', ...kinds.map(idOf), resourceId],
    verbs: { write: 'operate', delete: 'operate' },
    list: async (context, { filters, ...range }) => {
      const found = await listEvents(context, filterOf(filters), { ...range, entryOf })
      const [owner] = kinds.filter((kind) => filters.has(idOf(kind)))
      if (found.total > 0 || owner === undefined || filters.size > 1) return found
      const id = BigInt(String(filters.get(idOf(owner))))
      const ready = await readyEvent(context, { kinds: [owner], id })
      return ready === undefined ? found : { entries: range.offset === 0 ? [ready] : [], total: 1 }
    },
    find: async (context, eventId) =>
      (await findEntry(context, { kinds }, { id: eventId, entryOf })) ??
      findReadyEvent(context, { kinds, id: eventId }),
    create: async ({ store }, input) => entryOf(await store.createEvent(write(input))),
    update: async (context, { entry, input }) => {
      const event = await ofClient(context, entry)
      return entryOf(await context.store.replaceEvent(event, { ...write(input), count: event.count }))
    },
    remove: events.remove,
  }
  return { ...collection, routes: [deletionRoute(collection, kinds.map(idOf))] }
}

/** The source of events of clients that name none. */
const clientReporter = 'Client'

function workloadEventOf(input: Input): EventWrite {
  const given = input as Record<string, string>
  const at = new Date(given['Timestamp'] ?? '')
  return {
    type: given['Type'] ?? 'Normal',
    reason: given['Reason'] ?? '',
    note: given['Message'] ?? '',
    uid: given['RuntimeEventUID'] ?? '',
    count: 1,
    firstSeen: at,
    lastSeen: at,
    reporter: clientReporter,
  }
}

function toWorkloadEvent(event: StoredEvent, idField: string): Entry {
  const uid = event.fingerprint.startsWith('uid:')
    ? event.fingerprint.slice(4)
    : `${event.subjectId}-${event.id}`
  return {
    ID: restIdOf(event),
    CreatedAt: event.firstSeen.toISOString(),
    UpdatedAt: event.lastSeen.toISOString(),
    RuntimeEventUID: uid,
    Type: event.type,
    Reason: event.reason,
    Message: event.note,
    Timestamp: event.lastSeen.toISOString(),
    Count: event.count,
    [idField]: Number(event.subjectId),
  }
}

/** The deletion of all events of an object, which must be named, so that no client deletes those of all by mistake. */
function deletionRoute({ path, type: ofEntries }: Collection, ids: readonly string[]): FurtherRoute {
  const parameters = Object.fromEntries(
    ids.map((name) => [name.toLowerCase(), `Deletes the events of the object with this ${name}.`]),
  )
  return {
    method: 'DELETE',
    path,
    operationId: `delete${ofEntries}sOfObject`,
    summary: 'Deletes all events of an object',
    verb: 'operate',
    parameters,
    handler: async (context, request) => {
      const query = queryOf(request, Object.keys(parameters))
      const [given, another] = [...query]
      const remedy = `Send exactly one of ${Object.keys(parameters).join(', ')}.`
      if (given === undefined || another !== undefined)
        throw invalidInput([
          given === undefined
            ? { path: Object.keys(parameters)[0] ?? '', code: 'REQUIRED', message: 'is missing', remedy }
            : { path: another?.[0] ?? '', code: 'CONFLICT', message: 'must be the only parameter', remedy },
        ])
      const [name, value] = given
      if (!/^\d{1,18}$/.test(value))
        throw invalidInput([
          { path: name, code: 'INVALID_TYPE', message: 'must be a number', value: shownValue(value) },
        ])
      const idField = ids.find((each) => each.toLowerCase() === name) ?? ''
      const filter = { kinds: [idField.replace(/ID$/, '')], subjectId: BigInt(value) }
      const found = await context.store.listEvents({ ...filter, limit: maxWhole })
      if (found.length === 0)
        throw new PlatformError('NOT_FOUND', `there are no events of the object with ${idField} ${value}`)
      await context.store.deleteEvents(found)
      return {
        body: dataEnvelope(
          ofEntries,
          found.map((event) => toWorkloadEvent(event, idField)),
        ),
      }
    },
  }
}

/** Returns a page of events in their order, or newest first. */
export async function listEvents(
  { store }: RequestContext,
  filter: EventFilter,
  { entryOf, ...range }: EventRange,
): Promise<{ entries: Entry[]; total: number }> {
  const [total, found] = await Promise.all([
    store.countEvents(filter),
    store.listEvents({ ...filter, ...range }),
  ])
  return { entries: found.map(entryOf), total }
}

export async function findEvent(
  { store }: RequestContext,
  filter: EventFilter,
  eventId: number,
): Promise<StoredEvent | undefined> {
  const [event] = await store.listEvents({ ...filter, ids: [eventIdOf(eventId)], limit: 1 })
  return event
}

async function findEntry(
  context: RequestContext,
  filter: EventFilter,
  { id: eventId, entryOf }: { id: number; entryOf: (event: StoredEvent) => Entry },
): Promise<Entry | undefined> {
  const event = await findEvent(context, filter, eventId)
  return event === undefined ? undefined : entryOf(event)
}

/** Returns an event that a client has recorded. Throws FORBIDDEN for those of QleetOS, which state what has happened. */
export async function ofClient(context: RequestContext, { ID }: Pick<Entry, 'ID'>): Promise<StoredEvent> {
  const event = await findEvent(context, {}, ID)
  if (event === undefined) throw entryNotFound('Event', ID)
  if (event.reporter !== null) return event
  throw new PlatformError('FORBIDDEN', `the event with ID ${ID} is one of QleetOS, which cannot be changed`)
}
