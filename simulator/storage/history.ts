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
  /** Evicts the events that are older than that many milliseconds. */
  compact(age: number): void
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
  /** When each event was added, in milliseconds of the process. */
  const times: number[] = []
  let evictedUpTo = from
  const evict = (count: number): void => {
    times.splice(0, count)
    evictedUpTo = events.splice(0, count).at(-1)?.revision ?? evictedUpTo
  }
  return {
    add(event) {
      events.push(event)
      times.push(performance.now())
      // Evicts half at a time, so that adding stays cheap.
      if (events.length > limit * 2) evict(events.length - limit)
    },
    compact(age) {
      const before = performance.now() - age
      const kept = times.findIndex((time) => time >= before)
      evict(kept === -1 ? times.length : kept)
    },
    since(revision) {
      if (revision < evictedUpTo) return undefined
      let first = events.length
      while (first > 0 && (events[first - 1]?.revision ?? 0) > revision) first--
      return events.slice(first)
    },
  }
}
