import type { KubeObject } from './object.ts'

export interface StoreEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object after the event; for DELETED its last state, with the revision of its deletion. */
  object: KubeObject
  /** The object before the event; undefined for ADDED. */
  previous?: KubeObject
  revision: number
}

/** The last events of one resource, from which a watch can still start. */
export interface History {
  add(event: StoreEvent): void
  /** Returns the events after `revision`, or undefined if some of them are already evicted. */
  since(revision: number): StoreEvent[] | undefined
}

/**
 * Creates a history.
 * @param from The revision before the first event: after a restart there are no earlier ones
 * @param limit The number of events to retain
 */
export function createHistory(from: number, limit: number): History {
  const events: StoreEvent[] = []
  let evictedUpTo = from
  return {
    add(event) {
      events.push(event)
      // Evicts half at a time, so that adding stays cheap.
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
