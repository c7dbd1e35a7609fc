export interface Timed {
  /** Virtual milliseconds. */
  at: number
  /** Among events of one time: the lower first. */
  order: number
}

/** Events by time: a binary heap. */
export function createEventQueue<Event extends Timed>() {
  const heap: Event[] = []
  const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)
  const entry = (index: number): Event => {
    const [found] = heap.slice(index, index + 1)
    if (found === undefined) throw new Error('the heap is broken')
    return found
  }
  const swap = (a: number, b: number): void => {
    const [left, right] = [entry(a), entry(b)]
    heap[a] = right
    heap[b] = left
  }
  return {
    get size() {
      return heap.length
    },
    peek: (): Event | undefined => heap[0],
    push: (event: Event): void => {
      let index = heap.push(event) - 1
      while (index > 0) {
        const parent = (index - 1) >> 1
        if (!isBefore(event, entry(parent))) break
        swap(index, parent)
        index = parent
      }
    },
    pop: (): Event | undefined => {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let index = 0; ;) {
        const children = [2 * index + 1, 2 * index + 2].filter((child) => child < heap.length)
        const [left = -1, right = -1] = children
        const least = right >= 0 && isBefore(entry(right), entry(left)) ? right : left
        if (least < 0 || !isBefore(entry(least), entry(index))) return first
        swap(least, index)
        index = least
      }
    },
  }
}
