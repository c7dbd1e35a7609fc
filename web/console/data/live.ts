import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { errorOf } from './error-of.ts'
import { client } from './session.ts'

/** Objects as they are now. */
export interface Live {
  objects: ReadonlyMap<string, AnyObject>
  /** False until all objects have arrived. */
  isComplete: boolean
  /** Why nothing arrives any more. */
  error?: Error
}

/** The least milliseconds between two changes of what is shown. What arrives in between is shown together. */
const pace = 250

/** The number of objects that are shown before all have arrived. */
const firstPage = 100

/** Follows the objects that match a filter, over one subscription that resumes after a lost connection. */
class LiveObjects {
  #state: Live = { objects: new Map(), isComplete: false }
  readonly #pending = new Map<string, AnyObject>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  start(filter: ObjectFilter): () => void {
    const abort = new AbortController()
    this.#follow(filter, abort.signal).catch((thrown: unknown) => {
      if (!abort.signal.aborted) this.#set({ ...this.#state, error: errorOf(thrown) })
    })
    return () => {
      abort.abort()
      clearTimeout(this.#timer)
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Live => this.#state

  async #follow(filter: ObjectFilter, signal: AbortSignal): Promise<void> {
    const order = { field: 'NAME' } as const
    let isComplete = false
    for await (const event of client.objects.watch(filter, { signal, order })) {
      if (event.type === 'SYNCED') isComplete = true
      else if (event.type === 'DELETED') this.#pending.delete(event.id)
      else this.#pending.set(event.id, event.object)
      // The first objects are shown at once, and all when there are all.
      if (event.type === 'SYNCED' || (!isComplete && this.#pending.size === firstPage))
        this.#flush(isComplete)
      else if (isComplete) this.#timer ??= setTimeout(() => this.#flush(true), pace)
    }
  }

  #flush(isComplete: boolean): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#set({ objects: new Map(this.#pending), isComplete })
  }

  #set(state: Live): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the objects that match a filter, and renders again when they change. Undefined follows nothing. */
export function useLive(filter: ObjectFilter | undefined): Live {
  const key = JSON.stringify(filter)
  // The key stands for the filter, which is another object with each render.
  const live = useMemo(() => new LiveObjects(), [key])
  useEffect(() => {
    if (key === undefined) return undefined
    return live.start(JSON.parse(key) as ObjectFilter)
  }, [live, key])
  return useSyncExternalStore(live.subscribe, live.read)
}
