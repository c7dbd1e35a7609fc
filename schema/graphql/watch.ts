import { allKinds } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import { builder } from './builder.ts'
import { clearLoaders, type RequestContext } from './context.ts'
import { enumOf } from './enums.ts'
import { kindType } from './kind-type.ts'
import { fieldName } from './kind-operations.ts'
import { filterInput, storeFilter, type GivenFilter } from './object-filter.ts'
import { ObjectType } from './object.ts'
import { AnyObjectReferenceInput, referenceInput, targetOf, type GivenReference } from './references.ts'
import { itemOf, subscriptionItems, type SubscriptionItem } from './subscription-items.ts'
import { watchEvents, type Watched, type WatchEvent } from './watch-events.ts'

/* Subscriptions to objects: first all that match, then their changes. */

const WatchEventType = enumOf('WatchEventType', ['ADDED', 'SYNCED', 'MODIFIED', 'DELETED'], {
  description: 'The types of watch events.',
  descriptions: [
    'The object exists at the start, was created, or matches the filter from now on.',
    'All objects that exist at the start have been sent.',
    'The object has changed.',
    'The object was deleted, no longer matches the filter, or is no longer visible to the client.',
  ],
})

function eventType(name: string, type: unknown) {
  return builder.objectRef<WatchEvent>(`${name}WatchEvent`).implement({
    description: `An event of a subscription to ${name} items.`,
    fields: (t) => ({
      type: t.field({
        type: WatchEventType,
        description: 'The type of the event.',
        resolve: (event) => event.type,
      }),
      objectId: t.id({
        nullable: true,
        description: 'The ID of the object. Null for `SYNCED`.',
        resolve: (event) => ('objectId' in event ? String(event.objectId) : null),
      }),
      object: t.field({
        type: type as 'String',
        nullable: true,
        description: 'The current state of the object. Null for `SYNCED` and `DELETED`.',
        // The fields of a kind resolve the stored object.
        resolve: (event) => ('object' in event ? event.object : null) as unknown as string | null,
      }),
      cursor: t.string({
        description:
          'The position in the change log that the event reflects, for `after` of the subscription `changes`.',
        resolve: ({ cursor }) => String(cursor),
      }),
    }),
  })
}

function resolveEvent(
  event: SubscriptionItem<WatchEvent>,
  _: object,
  { loaders }: RequestContext,
): WatchEvent {
  const found = itemOf(event)
  clearLoaders(loaders)
  return found
}

const described =
  'Sends `ADDED` for each that exists, `SYNCED`, and then an event for each change of an object; changes in quick ' +
  'succession may be combined. A filter is evaluated again when the object itself changes. The subscription cannot be ' +
  'resumed: a client that subscribes again receives all objects again. A subscriber that accepts no data for ten ' +
  'seconds is disconnected with `RATE_LIMITED`.'

interface WatchField {
  type: unknown
  event: ReturnType<typeof eventType>
  /** The kind of the objects, if it is always the same. */
  kind?: Kind
}

/** Adds the subscriptions of all kinds. Call once, after all kinds are implemented. */
export function addWatches(): void {
  const anyObject = { type: ObjectType, event: eventType('ManagedObject', ObjectType) }
  addListWatch('objects', anyObject)
  addObjectWatch('object', anyObject)
  for (const kind of allKinds) {
    const type = kindType(kind.kind)
    const watched = { type, event: eventType(kind.kind, type), kind }
    addListWatch(kind.plural, watched)
    addObjectWatch(fieldName(kind), watched)
  }
}

function addListWatch(name: string, { event, kind }: WatchField): void {
  const items = kind === undefined ? 'the objects of all kinds' : `the ${kind.kind} objects`
  builder.subscriptionField(name, (t) =>
    t.field({
      type: event,
      authScopes: { verb: 'read' },
      description: `Watches ${items} that match a filter. ${described}`,
      args: {
        filter: t.arg({ type: filterInput(kind), description: 'The objects to watch. Default: all.' }),
      },
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

function addObjectWatch(name: string, { event, kind }: WatchField): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      type: event,
      authScopes: { verb: 'read' },
      description:
        `Watches ${kind === undefined ? 'an object of any kind' : `a ${kind.kind}`}, which need not exist yet if it is ` +
        `identified by name. ${described}`,
      args: {
        by: t.arg({
          type: kind === undefined ? AnyObjectReferenceInput : referenceInput(kind),
          required: true,
          description: 'The object.',
        }),
      },
      subscribe: (_, { by }, context) => watch(context, watchedObject(by as GivenReference, kind)),
      resolve: resolveEvent,
    }),
  )
}

function watchedObject(by: GivenReference, ofKind?: Kind): Watched {
  const options = ofKind === undefined ? { path: 'by' } : { path: 'by', kind: ofKind.kind }
  const { id, kind, name = '', project } = targetOf(by, options)
  const conditions = { ...(kind !== undefined && { kind }), ...(project !== undefined && { project }) }
  if (id !== undefined)
    return { filter: { ...conditions, ids: [id] }, accepts: ({ objectId }) => objectId === id }
  return {
    filter: { ...conditions, names: [name] },
    accepts: (change) => change.kind === kind && change.name === name,
  }
}

function watch(
  context: RequestContext,
  watched: Watched,
): AsyncIterableIterator<SubscriptionItem<WatchEvent>> {
  return subscriptionItems(watchEvents(context, watched))
}
