import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { allKinds } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectFilter } from '../object-filter.ts'
import type { ListCursor } from '../object-order.ts'
import { builder } from './builder.ts'
import { clearLoaders, type RequestContext } from './context.ts'
import { enumOf } from './enums.ts'
import { kindType } from './kind-type.ts'
import { filterInput, storeFilter, type GivenFilter } from './object-filter.ts'
import { ObjectType } from './object.ts'
import { AnyObjectReferenceInput, targetOf } from './references.ts'
import type { LoggedChange } from './store.ts'
import { itemOf, subscriptionItems, type SubscriptionItem } from './subscription-items.ts'

/* Subscriptions to the objects that match a filter: first all of them, then their changes. */

const WatchEventType = enumOf('WatchEventType', ['ADDED', 'SYNCED', 'MODIFIED', 'DELETED'], {
  description: 'The types of watch events.',
  descriptions: [
    'The object exists at the start, was created, or matches the filter from now on.',
    'All objects that exist at the start have been sent.',
    'The object has changed.',
    'The object was deleted, or no longer matches the filter.',
  ],
})

interface WatchEvent {
  type: 'ADDED' | 'SYNCED' | 'MODIFIED' | 'DELETED'
  objectId?: bigint
  object?: StoredObject
  cursor: bigint
}

function eventType(name: string, type: unknown) {
  return builder.objectRef<WatchEvent>(`${name}WatchEvent`).implement({
    description: `An event of a subscription to ${name} items.`,
    fields: (t) => ({
      type: t.field({ type: WatchEventType, description: 'The type of the event.', resolve: (event) => event.type }),
      objectId: t.id({
        nullable: true,
        description: 'The ID of the object. Null for `SYNCED`.',
        resolve: ({ objectId }) => (objectId === undefined ? null : String(objectId)),
      }),
      object: t.field({
        type: type as 'String',
        nullable: true,
        description: 'The current state of the object. Null for `SYNCED`, and if the object was deleted.',
        resolve: ({ object }) => (object ?? null) as unknown as string | null,
      }),
      cursor: t.id({
        description: 'The position in the change log that the event reflects.',
        resolve: ({ cursor }) => String(cursor),
      }),
    }),
  })
}

interface Watched {
  filter: ObjectFilter
  accepts: (change: LoggedChange) => boolean
}

/** Objects per statement of the initial state. */
const pageSize = 200

/** Yields the objects that match a filter, and then their changes. */
function watch(context: RequestContext, watched: Watched): AsyncIterableIterator<SubscriptionItem<WatchEvent>> {
  const start = context.latestCursor()
  context.reader.cursor = String(start)
  const changes = context.follow({ after: start, accepts: watched.accepts })
  const events = watchEvents(context, watched, { start, changes })
  return subscriptionItems({
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => events.next(),
    // Ends a pending read of changes, for which the generator would wait otherwise.
    return: async () => {
      await changes.return?.()
      return events.return(undefined)
    },
  })
}

interface Source {
  start: bigint
  changes: AsyncIterableIterator<LoggedChange>
}

async function* watchEvents(
  { store }: RequestContext,
  { filter }: Watched,
  { start, changes }: Source,
): AsyncGenerator<WatchEvent> {
  /** The versions of the objects that were sent. */
  const known = new Map<bigint, number>()
  const orderBy = [{ field: 'id', direction: 'asc' }] as const
  for (let after: ListCursor | undefined; ;) {
    const page = await store.list({ ...filter, orderBy, limit: pageSize, ...(after && { after }) })
    for (const object of page.objects) {
      known.set(object.id, object.version)
      yield { type: 'ADDED', objectId: object.id, object, cursor: start }
    }
    after = page.cursors.at(-1)
    if (after === undefined || (!page.isCut && page.objects.length < pageSize)) break
  }
  yield { type: 'SYNCED', cursor: start }
  for await (const { seq: cursor, objectId, kind, name } of changes) {
    const { objects } = await store.list({ and: [filter, { kind, names: [name] }], orderBy, limit: 1000 })
    const object = objects.find(({ id }) => id === objectId)
    const version = known.get(objectId)
    if (object === undefined) {
      if (known.delete(objectId)) yield { type: 'DELETED', objectId, cursor }
    } else if (object.version !== version) {
      known.set(objectId, object.version)
      yield { type: version === undefined ? 'ADDED' : 'MODIFIED', objectId, object, cursor }
    }
  }
}

function resolveEvent(event: SubscriptionItem<WatchEvent>, _: object, { loaders, reader }: RequestContext): WatchEvent {
  const found = itemOf(event)
  clearLoaders(loaders)
  reader.given = String(found.cursor)
  return found
}

const described =
  'First `ADDED` for each that exists and `SYNCED`, then an event for each change. Changes in quick succession ' +
  'may be combined into one event. A subscriber that accepts no data for ten seconds is disconnected with ' +
  '`RATE_LIMITED`; it subscribes again, and receives all objects again.'

function addWatch(name: string, { type, event, kind }: { type: unknown; event: string; kind?: Kind }): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      type: eventType(event, type),
      authScopes: { verb: 'audit' },
      description: `Streams ${event} items that match a filter. ${described}`,
      args: { filter: t.arg({ type: filterInput(kind), description: 'The objects to stream. Default: all.' }) },
      subscribe: (_, { filter }, context) => {
        const given = storeFilter(filter as GivenFilter | null)
        return watch(context, {
          filter: kind === undefined ? given : { ...given, kind: kind.kind },
          accepts: (change) => kind === undefined || change.kind === kind.kind,
        })
      },
      resolve: resolveEvent,
    }),
  )
}

/** Adds the subscriptions of all kinds. Call once, after all kinds are implemented. */
export function addWatches(): void {
  const anyEvent = eventType('ManagedObject', ObjectType)
  for (const kind of allKinds) addWatch(kind.plural, { type: kindType(kind.kind), event: kind.kind, kind })
  builder.subscriptionField('objects', (t) =>
    t.field({
      type: anyEvent,
      authScopes: { verb: 'audit' },
      description: `Streams objects of all kinds that match a filter. ${described}`,
      args: { filter: t.arg({ type: filterInput(), description: 'The objects to stream. Default: all.' }) },
      subscribe: (_, { filter }, context) =>
        watch(context, { filter: storeFilter(filter), accepts: () => true }),
      resolve: resolveEvent,
    }),
  )
  builder.subscriptionField('object', (t) =>
    t.field({
      type: anyEvent,
      authScopes: { verb: 'audit' },
      description: `Streams one object. ${described}`,
      args: { by: t.arg({ type: AnyObjectReferenceInput, required: true, description: 'The object.' }) },
      subscribe: async (_, { by }, context) => {
        const { id, kind, name, project } = targetOf(by, { path: 'by' })
        const found = id === undefined ? undefined : (await context.store.findMany([id]))[0]
        if (id !== undefined && found === undefined) return watch(context, { filter: { or: [] }, accepts: () => false })
        const filter = {
          ...(found === undefined
            ? { kind: kind ?? '', names: [name ?? ''], ...(project !== undefined && { project }) }
            : { kind: found.kind, names: [found.name], ...(await projectCondition(context, found)) }),
        }
        return watch(context, {
          filter,
          accepts: (change) => change.kind === filter.kind && change.name === filter.names[0],
        })
      },
      resolve: resolveEvent,
    }),
  )
}

async function projectCondition({ store }: RequestContext, { projectId }: StoredObject): Promise<{ project?: string }> {
  const project = projectId === null ? undefined : await store.projectName(projectId)
  return project === undefined ? {} : { project }
}
