import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { ObjectFilter } from '../object-filter.ts'
import type { ListCursor } from '../object-order.ts'
import type { RequestContext } from './context.ts'
import type { LoggedChange } from './store-queries.ts'

/** An event of a watch. Its cursor is the position in the change log that the event reflects. */
export type WatchEvent =
  | { type: 'SYNCED'; cursor: bigint }
  | { type: 'ADDED' | 'MODIFIED'; objectId: bigint; object: StoredObject; cursor: bigint }
  | { type: 'DELETED'; objectId: bigint; cursor: bigint }

/** The objects to watch. */
export interface Watched {
  filter: ObjectFilter
  /** Reports whether a change may concern a watched object. */
  accepts: (change: LoggedChange) => boolean
}

/** Objects per statement of the initial state. */
const pageSize = 200

const orderBy = [{ field: 'id', direction: 'asc' }] as const

/**
 * Yields the objects that match a filter, and then their changes: `ADDED` for each, `SYNCED`, and an event for each change
 * of an object. An object that the actor may no longer read is `DELETED` at its next change. Ends with UNAUTHENTICATED or
 * FORBIDDEN once the actor may read no objects any more.
 */
export function watchEvents(context: RequestContext, watched: Watched): AsyncIterableIterator<WatchEvent> {
  // Every change up to this position is visible to the reads that follow.
  const start = context.latestCursor('read')
  const watch = new Watch(context, watched)
  const changes = context.follow({
    after: start,
    accepts: watched.accepts,
    verb: 'read',
    retains: ({ objectId }) => watch.hasSent(objectId),
  })
  const events = eventsOf(watch, { start, changes })
  const items: AsyncIterableIterator<WatchEvent> = {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => events.next(),
    // Ends a pending read of changes, for which the generator would wait otherwise.
    return: async () => {
      await changes.return?.()
      return events.return(undefined)
    },
  }
  return context.whilePermitted(items, 'read')
}

async function* eventsOf(
  watch: Watch,
  { start, changes }: { start: bigint; changes: AsyncIterableIterator<LoggedChange> },
): AsyncGenerator<WatchEvent, undefined> {
  yield* watch.snapshot(start)
  yield { type: 'SYNCED', cursor: start }
  for await (const change of changes) yield* await watch.eventsOf(change)
}

/** Derives events from changes and from the current states of objects. */
class Watch {
  readonly #store: RequestContext['store']
  readonly #filter: ObjectFilter
  /** The versions of the objects that the client has received. */
  readonly #sent = new Map<bigint, number>()

  constructor({ store }: RequestContext, { filter }: Watched) {
    this.#store = store
    this.#filter = filter
  }

  hasSent(objectId: bigint): boolean {
    return this.#sent.has(objectId)
  }

  async *snapshot(cursor: bigint): AsyncGenerator<WatchEvent> {
    for (let after: ListCursor | undefined; ;) {
      const page = { orderBy, limit: pageSize, ...(after && { after }) }
      const { objects, cursors, isCut } = await this.#store.list({ ...this.#filter, ...page })
      for (const object of objects) yield this.#changed(object, cursor)
      after = cursors.at(-1)
      if (after === undefined || (!isCut && objects.length < pageSize)) return
    }
  }

  /** Returns the event of a change: none if the client has received a newer state, or has never received the object. */
  async eventsOf({ seq: cursor, objectId, operation, version }: LoggedChange): Promise<WatchEvent[]> {
    const sent = this.#sent.get(objectId)
    if (sent !== undefined && version <= sent && operation !== 'DELETE') return []
    const filter = { and: [this.#filter, { ids: [objectId] }] }
    const [object] = (await this.#store.list({ ...filter, orderBy, limit: 1 })).objects
    if (object === undefined)
      return this.#sent.delete(objectId) ? [{ type: 'DELETED', objectId, cursor }] : []
    return object.version === sent ? [] : [this.#changed(object, cursor)]
  }

  #changed(object: StoredObject, cursor: bigint): WatchEvent {
    const type = this.#sent.has(object.id) ? 'MODIFIED' : 'ADDED'
    this.#sent.set(object.id, object.version)
    return { type, objectId: object.id, object, cursor }
  }
}
