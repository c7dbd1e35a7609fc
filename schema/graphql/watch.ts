import { allKinds } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectFilter } from '../object-filter.ts'
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

/* Subscriptions to objects: first all that match, or what has changed since a position, then their changes. */

const WatchEventType = enumOf('WatchEventType', ['ADDED', 'SYNCED', 'MODIFIED', 'DELETED', 'BOOKMARK'], {
  description: 'The types of watch events.',
  descriptions: [
    'The object exists at the start, was created, or matches the filter from now on. After a position also: it has changed.',
    'All objects that exist at the start have been sent, or all that have changed since the position.',
    'The object has changed.',
    'The object was deleted, no longer matches the filter, or is no longer visible to the client.',
    'No object has changed, but the position has advanced.',
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
        description: 'The ID of the object. Null for `SYNCED` and `BOOKMARK`.',
        resolve: (event) => ('objectId' in event ? String(event.objectId) : null),
      }),
      object: t.field({
        type: type as 'String',
        nullable: true,
        description: 'The current state of the object. Null for `SYNCED`, `DELETED` and `BOOKMARK`.',
        // The fields of a kind resolve the stored object.
        resolve: (event) => ('object' in event ? event.object : null) as unknown as string | null,
      }),
      cursor: t.string({
        description:
          'The position in the change log that the event reflects, for `after` of the subscription `changes`.',
        resolve: ({ cursor }) => String(cursor),
      }),
      position: t.string({
        nullable: true,
        description:
          'The position from which a subscription continues that gets it as `after`. Null until `SYNCED`.',
        resolve: ({ position }) => position,
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
  'succession may be combined. A filter is evaluated again when the object itself changes. With `after`, only what has ' +
  'changed since that position precedes `SYNCED`: `ADDED` for what matches the filter, whether or not the client has it, ' +
  'and `DELETED` for what does not. Fails with `CURSOR_GONE` if the change log no longer has all changes since, if they are ' +
  'more than 100,000, if the position belongs to another control plane, or if the permissions of the client have changed: ' +
  'subscribe without `after`. A subscriber that accepts no data for ten seconds is disconnected with `RATE_LIMITED`.'

const afterArgument = {
  description:
    'The position after which to continue: the last that an event had, or that of a list of objects which was read ' +
    'with the same filter. Default: send all objects.',
}

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
        after: t.arg.string(afterArgument),
      },
      subscribe: (_, { filter: given, after }, context) => {
        const filter = storeFilter(given as GivenFilter | null)
        return watch(context, {
          filter: kind === undefined ? filter : { ...filter, kind: kind.kind },
          after: after ?? undefined,
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
        after: t.arg.string(afterArgument),
      },
      subscribe: (_, { by, after }, context) =>
        watch(context, { filter: filterOf(by as GivenReference, kind), after: after ?? undefined }),
      resolve: resolveEvent,
    }),
  )
}

/** Returns the filter that only the referenced object matches. */
function filterOf(by: GivenReference, ofKind?: Kind): ObjectFilter {
  const options = ofKind === undefined ? { path: 'by' } : { path: 'by', kind: ofKind.kind }
  const { id, kind, name = '', project } = targetOf(by, options)
  const conditions = { ...(kind !== undefined && { kind }), ...(project !== undefined && { project }) }
  return id === undefined ? { ...conditions, names: [name] } : { ...conditions, ids: [id] }
}

function watch(
  context: RequestContext,
  watched: Watched,
): AsyncIterableIterator<SubscriptionItem<WatchEvent>> {
  return subscriptionItems(watchEvents(context, watched))
}
