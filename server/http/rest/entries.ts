import type { Kind } from '../../../schema/kinds/kind.ts'
import { onceForEach } from '../../../schema/once-for-each.ts'
import { eventFilter, events, listEvents, toEvent } from './collections/events.ts'
import { filtersOf } from './collections/filters.ts'
import { collectionParameters } from './collections/handlers.ts'
import { pageAnswer } from './collections/page-answer.ts'
import { resourceCollection } from './collections/resources.ts'
import type { Handler } from './handler.ts'
import { findObject } from './objects.ts'
import { queryOf } from './queries.ts'

/* The entries of single objects: `/v0/KIND/:id/events` and `/v0/KIND/:id/resources`. */

/** Returns the handler of the events of an object, newest first. */
export function eventsOfObject(kind: Kind): Handler {
  return async (context, request) => {
    const query = queryOf(request, collectionParameters(events))
    const filter = { ...eventFilter(filtersOf(events, query)), kinds: [kind.kind] }
    const { id } = await findObject(kind, context, request)
    return pageAnswer(request, { type: events.type, query }, (range) =>
      listEvents(context, { ...filter, subjectId: id }, { ...range, newestFirst: true, entryOf: toEvent }),
    )
  }
}

const resourcesOfKind = onceForEach(({ kind, rest }: Kind) =>
  resourceCollection(kind, { path: '', type: rest.resources?.type ?? 'Resource' }),
)

/** Returns the handler of the resources that an object has in clusters. */
export function resourcesOfObject(kind: Kind): Handler {
  return async (context, request) => {
    const collection = resourcesOfKind(kind)
    const { type } = collection
    const query = queryOf(request, collectionParameters(collection))
    const filters = filtersOf(collection, query)
    const { id } = await findObject(kind, context, request)
    const ofObject = new Map([...filters, [`${kind.kind}ID`, Number(id)] as const])
    return pageAnswer(request, { type, query }, (range) =>
      collection.list(context, { ...range, filters: ofObject }),
    )
  }
}
