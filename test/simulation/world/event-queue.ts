export interface Timed {
  /** The virtual time in milliseconds. */
  at: number
  /** The order among events at the same time, lowest first. */
  order: number
}

/** Creates a queue of events by time: a binary heap. */
export function createEventQueue<Event extends Timed>() {
  const heap: Event[] = []
  const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)
  return {
    get size() {
      return heap.length
    },
    peek: (): Event | undefined => heap[0],
    push: (event: Event): void => {
      let index = heap.push(event) - 1
      while (index > 0) {
        const parent = (index - 1) >> 1
        const above = heap[parent]
        if (above === undefined || !isBefore(event, above)) break
        heap[index] = above
        index = parent
      }
      heap[index] = event
    },
    pop: (): Event | undefined => {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      let index = 0
      for (;;) {
        let child = 2 * index + 1
        const left = heap[child]
        if (left === undefined) break
        const right = heap[child + 1]
        if (right !== undefined && isBefore(right, left)) child += 1
        const least = heap[child]
        if (least === undefined || !isBefore(least, last)) break
        heap[index] = least
        index = child
      }
      heap[index] = last
      return first
    },
  }
}
