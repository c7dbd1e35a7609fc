import type { KubeObject } from './object.ts'

export interface StoreEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object after the event; for DELETED its last state, with the revision of its deletion. */
  object: KubeObject
  /** The object before the event; none for ADDED. */
  previous?: KubeObject
  revision: number
}

/** The last events of one resource, from which a watch can still start. */
export interface History {
  add(event: StoreEvent): void
  /** Events after `revision`, or undefined when some of them are already evicted. */
  since(revision: number): StoreEvent[] | undefined
}

/**
 * @param from the revision up to which nothing is known: after a restart there are no earlier events
 * @param limit how many events are kept
 */
export function createHistory(from: number, limit: number): History {
  const events: StoreEvent[] = []
  let evictedUpTo = from
  return {
    add(event) {
      events.push(event)
      // Cutting off half at a time keeps adding cheap.
      if (events.length <= limit * 2) return
      const evicted = events.splice(0, events.length - limit)
      evictedUpTo = evicted.at(-1)?.revision ?? evictedUpTo
    },
    since(revision) {
      if (revision < evictedUpTo) return undefined
      let first = events.length
      while (first > 0 && (events[first - 1]?.revision ?? 0) > revision) first--
      return events.slice(first)
    },
  }
}
