import { PlatformError, errorTable } from '../schema/errors.ts'
import { backoff, pause } from '../schema/retry.ts'
import type { WatchEventType } from './generated/documents.ts'
import type { Operation } from './operation.ts'
import { subscribe } from './subscribe.ts'
import { joinSignals, type ClientOptions } from './transport.ts'

/** An event of a watch, as the server sends it. */
export interface ReceivedEvent<Object> {
  type: WatchEventType
  objectId: string | null
  object: Object | null
  cursor: string
}

/** An event of a watch. */
export type WatchEvent<Object> =
  /** The object exists, or matches the filter from now on; or it has changed. */
  | { type: 'ADDED' | 'MODIFIED'; id: string; object: Object; cursor: string }
  /** The object was deleted, or no longer matches the filter. */
  | { type: 'DELETED'; id: string; cursor: string }
  /** All objects that existed at the start have been sent. */
  | { type: 'SYNCED'; cursor: string }

export interface WatchOptions {
  /** Ends the watch without an error, as the signal of the client does. */
  signal?: AbortSignal
  /** Called after each connect, once the server has subscribed. */
  onConnected?: () => void
}

interface Watched<Object, Variables> {
  document: Operation<{ result: ReceivedEvent<Object> }, Variables>
  variables: Variables
}

interface Versioned {
  id: string
  version: number
}

/**
 * Yields the objects that match, `SYNCED`, and then each change. After a lost connection it subscribes again and yields
 * only what has changed in between, so no object is missed or repeated. Throws errors that are not retryable.
 */
export async function* watchObjects<Object extends Versioned, Variables>(
  options: ClientOptions,
  { document, variables }: Watched<Object, Variables>,
  watch: WatchOptions = {},
): AsyncGenerator<WatchEvent<Object>> {
  const signal = joinSignals(options.signal, watch.signal)
  const stopped = (): boolean => signal?.aborted === true
  const state = new WatchState<Object>()
  for (let failures = 0; !stopped();) {
    try {
      const { onConnected } = watch
      const received = subscribe(options, {
        document,
        variables,
        ...(signal && { signal }),
        ...(onConnected && { onConnected }),
      })
      state.restart()
      for await (const { result } of received) {
        failures = 0
        yield* state.eventsOf(result)
      }
    } catch (error) {
      if (stopped()) return
      if (error instanceof PlatformError && !errorTable[error.code].retry) throw error
      failures += 1
    }
    if (!stopped()) await pause(backoff(failures, { first: 100, cap: 2000 }), signal)
  }
}

/** The objects that a watch has yielded, to which the snapshot of a new subscription is compared. */
class WatchState<Object extends Versioned> {
  readonly #known = new Map<string, number>()
  #unseen = new Set<string>()
  #isSynced = false

  /** Begins a new subscription, which sends all objects again. */
  restart(): void {
    this.#unseen = new Set(this.#known.keys())
  }

  *eventsOf({ type, objectId, object, cursor }: ReceivedEvent<Object>): Generator<WatchEvent<Object>> {
    if (type === 'SYNCED') {
      for (const id of this.#unseen) yield this.#deleted(id, cursor)
      this.#unseen.clear()
      if (!this.#isSynced) yield { type, cursor }
      this.#isSynced = true
    } else if (object === null) {
      if (objectId !== null && this.#known.has(objectId)) yield this.#deleted(objectId, cursor)
    } else {
      const { id, version } = object
      const before = this.#known.get(id)
      this.#unseen.delete(id)
      if (before === version) return
      this.#known.set(id, version)
      yield { type: before === undefined ? 'ADDED' : 'MODIFIED', id, object, cursor }
    }
  }

  #deleted(id: string, cursor: string): WatchEvent<Object> {
    this.#known.delete(id)
    return { type: 'DELETED', id, cursor }
  }
}
