import { PlatformError, errorTable } from '../schema/errors.ts'
import { backoff, pause } from '../schema/retry.ts'
import type { ObjectOrderInput, WatchEventType } from './generated/documents.ts'
import type { ListPage, ListVariables } from './lists.ts'
import type { Operation } from './operation.ts'
import { subscribe } from './subscribe.ts'
import { joinSignals, type ClientOptions } from './transport.ts'

/** An event of a watch, as the server sends it. */
export interface ReceivedEvent<Object> {
  type: WatchEventType
  objectId: string | null
  object: Object | null
  cursor: string
  position: string | null
}

/** An event of a watch. Its cursor is that of the change that it reflects; objects that were listed at the start have none. */
export type WatchEvent<Object> =
  /** The object exists, or matches the filter from now on; or it has changed. */
  | { type: 'ADDED' | 'MODIFIED'; id: string; object: Object; cursor?: string }
  /** The object was deleted, or no longer matches the filter. */
  | { type: 'DELETED'; id: string; cursor?: string }
  /** All objects that existed at the start have been sent. */
  | { type: 'SYNCED'; cursor?: string }

export interface WatchOptions {
  /** Ends the watch without an error, as the signal of the client does. */
  signal?: AbortSignal
  /** Called after each connect, once the server has subscribed. */
  onConnected?: () => void
}

export interface ListWatchOptions extends WatchOptions {
  /** The order in which the objects that exist at the start are yielded. @default by ID */
  order?: ObjectOrderInput | readonly ObjectOrderInput[]
}

/** Variables of a subscription to objects, by which it continues. */
export interface Continued {
  after?: string | null | undefined
}

/** A page of a list with the position from which a subscription continues. */
export interface PositionedPage<Object> extends ListPage<Object> {
  position?: string | null
}

interface Watched<Object, Variables> {
  document: Operation<{ result: ReceivedEvent<Object> }, Variables & Continued>
  variables: Variables
  /** Lists the objects. @default the subscription sends them */
  list?: (range: Pick<ListVariables<unknown>, 'first' | 'after'>) => Promise<PositionedPage<Object> | null>
}

interface Versioned {
  id: string
  version: number
}

/**
 * Yields the objects that match, `SYNCED`, and then each change. After a lost connection it continues from the last position, so
 * that the server sends only what has changed in between; where the server cannot, it reads all objects again. Either way, no
 * object is missed or repeated. Throws errors that are not retryable.
 */
export async function* watchObjects<Object extends Versioned, Variables>(
  options: ClientOptions,
  { document, variables, list }: Watched<Object, Variables>,
  watch: WatchOptions = {},
): AsyncGenerator<WatchEvent<Object>> {
  const signal = joinSignals(options.signal, watch.signal)
  const stopped = (): boolean => signal?.aborted === true
  const state = new WatchState<Object>()
  for (let failures = 0; !stopped();) {
    try {
      if (list !== undefined && state.position === undefined) yield* state.listed(list)
      const { onConnected } = watch
      const received = subscribe(options, {
        document,
        variables: { ...variables, after: state.position ?? null },
        ...(signal && { signal }),
        ...(onConnected && { onConnected }),
      })
      if (state.position === undefined) state.restart()
      for await (const { result } of received) {
        failures = 0
        yield* state.eventsOf(result)
      }
    } catch (error) {
      if (stopped()) return
      if (error instanceof PlatformError && error.code === 'CURSOR_GONE' && state.position !== undefined)
        state.position = undefined
      else if (error instanceof PlatformError && !errorTable[error.code].retry) throw error
      failures += 1
    }
    if (!stopped()) await pause(backoff(failures, { first: 100, cap: 2000 }), signal)
  }
}

const noMore = { hasNextPage: false, endCursor: null }

/** Objects of the first page, which is to be there at once, and of the others. */
const [firstPage, otherPages] = [100, 1000]

/** The objects that a watch has yielded, to which what the server sends is compared. */
class WatchState<Object extends Versioned> {
  /** The position from which the next subscription continues; undefined to begin again. */
  position: string | undefined
  readonly #known = new Map<string, number>()
  #unseen = new Set<string>()
  #isSynced = false

  /** Begins again: whatever is not sent until `SYNCED` is gone. */
  restart(): void {
    this.#unseen = new Set(this.#known.keys())
  }

  /** Yields the objects of a list, page by page. What changes meanwhile follows from the position of the first page. */
  async *listed(list: NonNullable<Watched<Object, unknown>['list']>): AsyncGenerator<WatchEvent<Object>> {
    this.restart()
    let position: string | null | undefined
    let next: ReturnType<typeof list> | undefined = list({ first: firstPage, after: null })
    while (next !== undefined) {
      const page: PositionedPage<Object> | null = await next
      const { hasNextPage, endCursor }: ListPage<Object>['pageInfo'] = page?.pageInfo ?? noMore
      // The server reads the next page while this one is used.
      next = hasNextPage ? list({ first: otherPages, after: endCursor }) : undefined
      next?.catch(() => undefined)
      position ??= page?.position
      for (const object of page?.nodes ?? []) yield* this.#news(object)
    }
    this.position = position ?? undefined
    if (this.position !== undefined) yield* this.#synced()
  }

  *eventsOf({
    type,
    objectId,
    object,
    cursor,
    position,
  }: ReceivedEvent<Object>): Generator<WatchEvent<Object>> {
    if (type === 'SYNCED') yield* this.#synced(cursor)
    else if (object !== null) yield* this.#news(object, cursor)
    else if (objectId !== null && this.#known.has(objectId)) yield this.#deleted(objectId, cursor)
    // Whoever got the event continues after it.
    this.position = position ?? this.position
  }

  *#synced(cursor?: string): Generator<WatchEvent<Object>> {
    for (const id of this.#unseen) yield this.#deleted(id, cursor)
    this.#unseen.clear()
    if (!this.#isSynced) yield { type: 'SYNCED', ...(cursor !== undefined && { cursor }) }
    this.#isSynced = true
  }

  *#news(object: Object, cursor?: string): Generator<WatchEvent<Object>> {
    const { id, version } = object
    const before = this.#known.get(id)
    this.#unseen.delete(id)
    if (before === version) return
    this.#known.set(id, version)
    const type = before === undefined ? 'ADDED' : 'MODIFIED'
    yield { type, id, object, ...(cursor !== undefined && { cursor }) }
  }

  #deleted(id: string, cursor?: string): WatchEvent<Object> {
    this.#known.delete(id)
    return { type: 'DELETED', id, ...(cursor !== undefined && { cursor }) }
  }
}
