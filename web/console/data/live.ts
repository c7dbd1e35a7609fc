import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isPlatformError, type PlatformError } from '../../../schema/errors.ts'
import type { AnyObject, ObjectFilter } from '../../../client-sdk/index.ts'
import { client } from './session.ts'

/** Objects as they are now. */
export interface Live {
  objects: ReadonlyMap<string, AnyObject>
  /** False until all objects have arrived. */
  isComplete: boolean
  /** Why nothing arrives any more. */
  error?: PlatformError | Error
}

/** The least milliseconds between two changes of what is shown. What arrives in between is shown together. */
const pace = 250

/** Follows the objects that match a filter, over one subscription that resumes after a lost connection. */
class LiveObjects {
  #state: Live = { objects: new Map(), isComplete: false }
  #pending = new Map<string, AnyObject>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()

  start(filter: ObjectFilter): void {
    void this.#follow(filter).catch((error: unknown) => {
      if (this.#abort.signal.aborted) return
      const cause = isPlatformError(error) || error instanceof Error ? error : new Error(String(error))
      this.#set({ ...this.#state, error: cause })
    })
  }

  stop(): void {
    this.#abort.abort()
    clearTimeout(this.#timer)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Live => this.#state

  async #follow(filter: ObjectFilter): Promise<void> {
    let isComplete = false
    for await (const event of client.objects.watch(filter, { signal: this.#abort.signal })) {
      if (event.type === 'SYNCED') isComplete = true
      else if (event.type === 'DELETED') this.#pending.delete(event.id)
      else this.#pending.set(event.id, event.object)
      // The first objects are shown at once, when there are all.
      if (event.type === 'SYNCED') this.#flush(true)
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
    live.start(JSON.parse(key) as ObjectFilter)
    return () => live.stop()
  }, [live, key])
  return useSyncExternalStore(live.subscribe, live.read)
}
