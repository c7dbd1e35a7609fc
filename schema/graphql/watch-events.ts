import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { ObjectFilter } from '../object-filter.ts'
import type { ListCursor } from '../object-order.ts'
import { batchesOf } from './batches.ts'
import type { RequestContext } from './context.ts'
import type { LoggedChange } from './store-queries.ts'
import { positionGone, positionsOf, type Positions } from './watch-position.ts'

/** An event of a watch. Its cursor is the position in the change log that the event reflects. */
export type WatchEvent = EventContent & {
  cursor: bigint
  /** The position from which another subscription continues; null until all objects have been sent. */
  position: string | null
}

type EventContent =
  | { type: 'SYNCED' | 'BOOKMARK' }
  | { type: 'ADDED' | 'MODIFIED'; objectId: bigint; object: StoredObject }
  | { type: 'DELETED'; objectId: bigint }

/** What a watch sends. */
export interface Watched {
  filter: ObjectFilter
  /** A position that the client has received: only what has changed since is sent. @default all objects are sent */
  after?: string | undefined
}

/** Objects per statement. */
const pageSize = 200

/** Milliseconds without an event after which a bookmark says how far the log has been read. */
const bookmarkAfter = 10_000

const orderBy = [{ field: 'id', direction: 'asc' }] as const

/**
 * Yields the objects that match a filter, and then their changes: `ADDED` for each, `SYNCED`, and an event for each change
 * of an object. After a position, it yields instead of all objects those that have changed since: `ADDED`, or `DELETED` for what
 * does not match. An object that the actor may no longer read is `DELETED` at its next change. Ends with UNAUTHENTICATED or
 * FORBIDDEN once the actor may read no objects any more, and with CURSOR_GONE for a position that is no longer valid.
 */
export function watchEvents(context: RequestContext, watched: Watched): AsyncIterableIterator<WatchEvent> {
  // Throws at once if the actor may read nothing.
  context.latestCursor('read')
  const watch = new Watch(context, watched)
  const events = watch.events()
  const items: AsyncIterableIterator<WatchEvent> = {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => events.next(),
    // Ends a pending read of changes, for which the generator would wait otherwise.
    return: async () => {
      await watch.stop()
      return events.return(undefined)
    },
  }
  return context.whilePermitted(items, 'read')
}

/** The conditions of a filter that hold for an object as long as it exists, so that most changes need no look at theirs. */
interface Lasting {
  kinds?: readonly string[]
  ids?: readonly bigint[]
  names?: readonly string[]
}

function lastingOf({ kind, kinds, ids, names }: ObjectFilter): Lasting {
  const ofKinds = kind === undefined ? kinds : [kind].filter((each) => kinds?.includes(each) !== false)
  return { ...(ofKinds && { kinds: ofKinds }), ...(ids && { ids }), ...(names && { names }) }
}

/** Derives events from changes and from the current states of objects. */
class Watch {
  readonly #context: RequestContext
  readonly #filter: ObjectFilter
  readonly #lasting: Lasting
  readonly #after: string | undefined
  /** The versions of the objects that the client has received. */
  readonly #sent = new Map<bigint, number>()
  #changes: AsyncIterableIterator<LoggedChange> | undefined
  #isStopped = false
  /** The last change that may concern an object, whether or not the actor may see it. */
  #accepted = 0n
  /** All changes up to here have been sent or concern no object. */
  #reached = 0n

  constructor(context: RequestContext, { filter, after }: Watched) {
    this.#context = context
    this.#filter = filter
    this.#lasting = lastingOf(filter)
    this.#after = after
  }

  async *events(): AsyncGenerator<WatchEvent, undefined> {
    const positions = await positionsOf(this.#context)
    const after = this.#after === undefined ? undefined : positions.parse(this.#after)
    // Every change up to this position is visible to the reads that follow. Another server may have read further. What is read from
    // a position has all that was committed before, as a list has.
    const latest = await (after === undefined
      ? this.#context.latestCursor('read')
      : this.#context.caughtUpCursor('read'))
    const start = after !== undefined && after > latest ? after : latest
    if (this.#isStopped) return
    const changes = this.#follow(start, positions)
    try {
      const begin = after === undefined ? this.#snapshot() : this.#changedSince(after, start)
      for await (const content of begin) yield { ...content, cursor: start, position: null }
      yield { type: 'SYNCED', cursor: start, position: positions.of(start) }
      for await (const { cursor, ...content } of this.#eventsAfter(start, changes)) {
        if (after !== undefined && !positions.stillHold())
          throw positionGone('belongs to permissions that have changed')
        yield { ...content, cursor, position: positions.of(cursor) }
      }
    } finally {
      await changes.return?.()
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#changes?.return?.()
  }

  #follow(start: bigint, positions: Positions): AsyncIterableIterator<LoggedChange> {
    this.#reached = start
    this.#changes = this.#context.follow({
      after: start,
      accepts: (change) => this.#accepts(change),
      verb: 'read',
      // A client that continued would not learn which of its objects it may no longer read.
      retains: ({ objectId }) =>
        this.#sent.has(objectId) || (this.#after !== undefined && !positions.stillHold()),
    })
    return this.#changes
  }

  /** Yields the events of changes, and bookmarks when others have advanced the position. */
  async *#eventsAfter(
    start: bigint,
    changes: AsyncIterableIterator<LoggedChange>,
  ): AsyncGenerator<EventContent & { cursor: bigint }> {
    let sent = start
    for await (const batch of batchesOf(changes, { most: pageSize, idleAfter: bookmarkAfter })) {
      if (batch !== undefined) {
        this.#reached = batch.at(-1)?.seq ?? this.#reached
        yield* await this.#eventsOf(batch)
      } else if (this.#reached > sent) yield { type: 'BOOKMARK', cursor: this.#reached }
      sent = this.#reached
    }
  }

  /** Reports whether a change may concern an object that matches. */
  #accepts({ seq, kind, objectId, name }: LoggedChange): boolean {
    const { kinds, ids, names } = this.#lasting
    const isOne =
      kinds?.includes(kind) !== false && ids?.includes(objectId) !== false && names?.includes(name) !== false
    if (isOne) this.#accepted = seq
    // What has been accepted before may still wait to be sent.
    else if (this.#accepted <= this.#reached) this.#reached = seq
    return isOne
  }

  async *#snapshot(): AsyncGenerator<EventContent> {
    for await (const object of this.#matching({})) yield this.#changed(object)
  }

  /** Yields what has changed within a range of the log: the objects that match, and the IDs of those that do not. */
  async *#changedSince(after: bigint, upTo: bigint): AsyncGenerator<EventContent> {
    const ids = await this.#context.store.changedObjects({ after, upTo, ...this.#lasting })
    for (let from = 0; from < ids.length; from += pageSize) {
      const missing = new Set(ids.slice(from, from + pageSize))
      for await (const object of this.#matching({ ids: [...missing] })) {
        missing.delete(object.id)
        yield this.#changed(object)
      }
      for (const objectId of missing) yield { type: 'DELETED', objectId }
    }
  }

  /** Yields the objects that match the filter and more conditions, a page at a time. */
  async *#matching(conditions: ObjectFilter): AsyncGenerator<StoredObject> {
    const filter = { and: [this.#filter, conditions] }
    for (let after: ListCursor | undefined; ;) {
      const page = { orderBy, limit: pageSize, ...(after && { after }) }
      const { objects, cursors, isCut } = await this.#context.store.list({ ...filter, ...page })
      yield* objects
      after = cursors.at(-1)
      if (after === undefined || (!isCut && objects.length < pageSize)) return
    }
  }

  /**
   * Returns the events of changes, in order: none for an object of which the client has received a newer state, or that it has
   * never received. Several changes of an object become one event, which is that of the last.
   */
  async #eventsOf(changes: readonly LoggedChange[]): Promise<(EventContent & { cursor: bigint })[]> {
    const news = changes.filter(({ objectId, operation, version }) => {
      const sent = this.#sent.get(objectId)
      return sent === undefined || version > sent || operation === 'DELETE'
    })
    const last = new Map(news.map(({ objectId, seq }) => [objectId, seq]))
    if (last.size === 0) return []
    const found = new Map<bigint, StoredObject>()
    for await (const object of this.#matching({ ids: [...last.keys()] })) found.set(object.id, object)
    return [...last]
      .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
      .flatMap(([objectId, cursor]) => {
        const object = found.get(objectId)
        const content = object === undefined ? this.#gone(objectId) : this.#news(object)
        return content === undefined ? [] : [{ ...content, cursor }]
      })
  }

  #news(object: StoredObject): EventContent | undefined {
    return this.#sent.get(object.id) === object.version ? undefined : this.#changed(object)
  }

  /** The client may have an object that it received before the position from which it continues. */
  #gone(objectId: bigint): EventContent | undefined {
    const hadIt = this.#sent.delete(objectId) || this.#after !== undefined
    return hadIt ? { type: 'DELETED', objectId } : undefined
  }

  #changed(object: StoredObject): EventContent {
    const type = this.#sent.has(object.id) ? 'MODIFIED' : 'ADDED'
    this.#sent.set(object.id, object.version)
    return { type, objectId: object.id, object }
  }
}
