import { reporterOf } from '../event-reporter.ts'
import { defined } from '../defined.ts'
import { builder } from './builder.ts'
import { connectionTypes } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { checkId } from './arguments.ts'
import { EventType } from './enums.ts'
import { NodeType, nodeId } from './node.ts'
import { ObjectType } from './object.ts'
import {
  connectionPage,
  defaultPageSize,
  invalidCursor,
  onlyCursor,
  pageRequest,
  type PageArguments,
} from './pagination.ts'
import type { EventFilter, StoredEvent } from './store-queries.ts'

export const EventObjectType = builder.objectRef<StoredEvent>('ObjectEvent').implement({
  description: 'An event that concerns an object. Equal events are counted rather than repeated.',
  interfaces: [NodeType],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the event.', resolve: ({ id }) => nodeId('ObjectEvent', id) }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object that the event concerns. Null if it is gone, or belongs to a module.',
      resolve: async ({ subjectId, isDetached }, _, { loaders }) =>
        subjectId === null || isDetached ? null : ((await loaders.byId.load(subjectId)) ?? null),
    }),
    objectId: t.id({
      nullable: true,
      description:
        'The ID of the object that the event concerns, also of one that is gone. Null if it concerns none yet.',
      resolve: ({ subjectId }) => (subjectId === null ? null : String(subjectId)),
    }),
    objectKind: t.exposeString('kind', {
      nullable: true,
      description: 'The kind of that object, which may be one of a module.',
    }),
    objectName: t.exposeString('name', {
      nullable: true,
      description: 'The name of that object. Null for an object of a module.',
    }),
    type: t.field({ type: EventType, description: 'The type of the event.', resolve: ({ type }) => type }),
    reason: t.exposeString('reason', { description: 'A machine-readable reason in CamelCase.' }),
    note: t.exposeString('note', { description: 'A human-readable description of the event.' }),
    count: t.exposeInt('count', { description: 'The number of occurrences.' }),
    firstSeen: t.expose('firstSeen', { type: 'DateTime', description: 'The time of the first occurrence.' }),
    lastSeen: t.expose('lastSeen', { type: 'DateTime', description: 'The time of the last occurrence.' }),
    reportingController: t.string({
      description: 'The name of the controller that reported the event, for example `WorkloadController`.',
      resolve: reporterOf,
    }),
  }),
})

const EventFilterInput = builder.inputType('ObjectEventFilterInput', {
  description: 'Selects events. All conditions must hold.',
  fields: (t) => ({
    objectId: t.id({ description: 'Matches events of the object with this ID, also of one that is gone.' }),
    objectKinds: t.stringList({
      description: 'Matches events of objects of these kinds, which may be those of modules.',
    }),
    objectName: t.string({
      description: 'Matches events of objects with this name, also of those that are gone.',
    }),
    project: t.string({ description: 'Matches events of objects in this project.' }),
    types: t.field({ type: [EventType], description: 'Matches events of these types.' }),
    reasons: t.stringList({ description: 'Matches events with these reasons.' }),
    since: t.field({
      type: 'DateTime',
      description: 'Matches events whose last occurrence is at this time or later.',
    }),
  }),
})

interface EventArguments extends PageArguments {
  filter?: {
    objectId?: string | null
    objectKinds?: readonly string[] | null
    objectName?: string | null
    project?: string | null
    types?: readonly unknown[] | null
    reasons?: readonly string[] | null
    since?: Date | null
  } | null
}

const types = connectionTypes('ObjectEvent', EventObjectType)

builder.queryField('events', (t) =>
  t.connection(
    {
      type: EventObjectType,
      nullable: true,
      authScopes: { verb: 'read' },
      description:
        'The events of all objects, newest first, also of those that are gone, for as long as the change log ' +
        'is kept.',
      args: {
        filter: t.arg({ type: EventFilterInput, description: 'The events to return. Default: all.' }),
      },
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: (async (_: unknown, args: EventArguments, { store }: RequestContext) => {
        const request = pageRequest(args, parseCursor)
        const filter = storeFilter(args.filter)
        const { limit, fromEnd } = request
        const cursor = onlyCursor(request)
        const found = await store.listEvents({
          ...filter,
          limit: limit + 1,
          newestFirst: !fromEnd,
          ...(cursor === undefined ? {} : { [fromEnd ? 'after' : 'before']: cursor }),
        })
        return connectionPage(request, {
          entries: (fromEnd ? found.toReversed() : found).map((node) => ({ node, cursor: String(node.id) })),
          count: () => store.countEvents(filter),
        })
      }) as never,
    },
    types.connection as never,
    types.edge as never,
  ),
)

function storeFilter(given: EventArguments['filter']): EventFilter {
  const { objectId, objectKinds, objectName, project, reasons, since, types: ofTypes } = given ?? {}
  return defined({
    subjectId: objectId == null ? undefined : checkId(objectId, 'filter.objectId'),
    kinds: objectKinds ?? undefined,
    name: objectName ?? undefined,
    project: project ?? undefined,
    types: ofTypes?.map(String),
    reasons: reasons ?? undefined,
    since: since ?? undefined,
  })
}

function parseCursor(cursor: string, path: 'after' | 'before'): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalidCursor(cursor, path)
  return BigInt(cursor)
}
