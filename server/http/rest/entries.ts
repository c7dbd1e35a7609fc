import { invalidInput, shownValue } from '../../../schema/errors.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { AppliedResource, ObjectEvent } from '../../../prisma/generated/client/client.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { dataEnvelope } from './envelope.ts'
import type { Answer, Handler } from './handler.ts'
import { progressOf } from './legacy-status.ts'
import { nestedNames, renamed } from './names.ts'
import { findObject } from './objects.ts'
import { linksOf, pageOf, pageParameters, queryOf, type Query } from './queries.ts'

/** A list of entries of one object: its events, or its resources in clusters. */
interface EntryList {
  type: string
  /** The fields by which the legacy list can be filtered, besides the ID of the object. */
  filters: readonly string[]
  read: (context: RequestContext, object: StoredObject) => Promise<Record<string, unknown>[]>
}

/** The maximum number of entries that are read of one object. */
const maxEntries = 10_000
const batch = 500

/** Returns the list of the events of objects of a kind, newest first. */
export function eventList(kind: Kind): EntryList {
  return {
    type: kind.rest.events?.type ?? 'Event',
    filters: ['type', 'reason', 'message', 'runtimeeventuid'],
    read: async ({ store }, object) =>
      (await all((page) => store.events(object.id, page))).map((event) => toEvent(kind, event)),
  }
}

/** Returns the list of the resources that objects of a kind have in clusters, in apply order. */
export function resourceList(kind: Kind): EntryList {
  return {
    type: kind.rest.resources?.type ?? 'Resource',
    filters: ['lastoperation', 'reconciled'],
    read: async ({ store }, object) =>
      (await all((page) => store.appliedResources(object.id, page))).map((resource) =>
        toResource(kind, { object, resource }),
      ),
  }
}

/** Returns the lists of nested objects that the legacy API has as objects of their own, such as the ports of a gateway. */
export function nestedLists(kind: Kind): (EntryList & { path: string; field: string })[] {
  return Object.entries(kind.rest.lists ?? {}).map(([field, { path, type }]) => {
    const names = nestedNames(kind, field) ?? {}
    return {
      path,
      type,
      field,
      filters: Object.values(names).map((name) => name.toLowerCase()),
      read: async (_, object) => {
        const { [field]: list = [] } = object.spec as Readonly<Record<string, unknown>>
        const entries = renamed(list, (name) => names[name] ?? name) as readonly object[]
        return entries.map((entry) => ({ ...entry, [`${kind.kind}ID`]: Number(object.id) }))
      },
    }
  })
}

/** Handles `/v0/KIND/:id/events` and the like. */
export function entriesOfObject(kind: Kind, list: EntryList): Handler {
  return async (context, request) => {
    const query = queryOf(request, [...pageParameters, ...list.filters])
    return entriesAnswer(list, await list.read(context, await findObject(kind, context, request)), {
      query,
      url: request.url,
    })
  }
}

/** Handles a legacy list, which must be filtered by the ID of an object of the kind, such as `workloadinstanceid`. */
export function legacyEntries(kind: Kind, list: EntryList): Handler {
  const parameter = objectParameter(kind)
  return async (context, request) => {
    const query = queryOf(request, [...pageParameters, parameter, ...list.filters])
    const id = query.get(parameter)
    const error = { path: parameter, remedy: `Send the ID of a ${kind.kind}.` }
    if (id === undefined) throw invalidInput([{ ...error, code: 'REQUIRED', message: 'is missing' }])
    if (!/^\d{1,18}$/.test(id))
      throw invalidInput([
        { ...error, code: 'INVALID_TYPE', message: 'must be a number', value: shownValue(id) },
      ])
    const object = await context.store.find({ kind: kind.kind, id: BigInt(id) })
    const entries = object === undefined ? [] : await list.read(context, object)
    return entriesAnswer(list, entries, { query, url: request.url })
  }
}

/** Returns the parameter with the ID of an object of a kind. */
export function objectParameter({ kind }: Kind): string {
  return `${kind}ID`.toLowerCase()
}

function entriesAnswer(
  { type, filters }: EntryList,
  entries: readonly Record<string, unknown>[],
  { query, url }: { query: Query; url: string },
): Answer {
  const conditions = filters.flatMap((name) => (query.has(name) ? [[name, query.get(name)] as const] : []))
  const found = entries.filter((entry) => {
    const values = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), String(value)]))
    return conditions.every(([name, value]) => values.get(name) === value)
  })
  const page = pageOf(query)
  const shown = page.size === -1 ? found : found.slice((page.page - 1) * page.size, page.page * page.size)
  const link = linksOf(url, page, found.length)
  const body = dataEnvelope(type, shown, { ...page, total: found.length })
  return { body, ...(link === undefined ? {} : { headers: { link } }) }
}

async function all<Row extends { id: bigint }>(
  read: (page: { take: number; skip: number; cursor?: { id: bigint } }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const next = await read({
      take: batch,
      skip: last === undefined ? 0 : 1,
      ...(last && { cursor: { id: last.id } }),
    })
    rows.push(...next)
    if (next.length < batch || rows.length >= maxEntries) return rows
  }
}

/** Converts an event to its form in the legacy API. */
function toEvent(kind: Kind, event: ObjectEvent): Record<string, unknown> {
  return {
    ID: Number(event.id),
    CreatedAt: event.firstSeen.toISOString(),
    UpdatedAt: event.lastSeen.toISOString(),
    RuntimeEventUID: `${event.objectId}-${event.id}`,
    Type: event.type,
    Reason: event.reason,
    Message: event.note,
    Timestamp: event.lastSeen.toISOString(),
    Count: event.count,
    [`${kind.kind}ID`]: Number(event.objectId),
  }
}

/** Converts a resource in a cluster to its form in the legacy API, where its definition is what identifies it. */
function toResource(
  kind: Kind,
  { object, resource }: { object: StoredObject; resource: AppliedResource },
): Record<string, unknown> {
  const { group, version, namespace, name } = resource
  return {
    ID: Number(resource.id),
    CreatedAt: resource.createdAt.toISOString(),
    JSONDefinition: {
      apiVersion: group === '' ? version : `${group}/${version}`,
      kind: resource.kind,
      metadata: { name, ...(namespace === '' ? {} : { namespace }) },
    },
    [`${kind.kind}ID`]: Number(object.id),
    LastOperation: resource.uid === null ? undefined : 'Created',
    Reconciled: progressOf(object)['Reconciled'],
    ScheduledForDeletion: object.deletionRequestedAt?.toISOString(),
  }
}
