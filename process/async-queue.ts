/**
 * Items that one reader takes in their order, as fast as it can. The writer bounds them: it counts those that were taken, or
 * checks the length.
 */
export class AsyncQueue<Item> implements AsyncIterableIterator<Item> {
  readonly #items: Item[] = []
  readonly #onTaken: (item: Item) => void
  #end: { error?: unknown } | undefined
  #notify: () => void = () => undefined

  /** @param onTaken Called after the reader has taken an item. */
  constructor(onTaken: (item: Item) => void = () => undefined) {
    this.#onTaken = onTaken
  }

  /** The number of items that the reader has not taken yet. */
  get length(): number {
    return this.#items.length
  }

  /** Adds an item. Without effect after the end. */
  add(item: Item): void {
    if (this.#end !== undefined) return
    this.#items.push(item)
    this.#notify()
  }

  /** Ends the queue: the reader gets what is in it, and then the error, if there is one. */
  end(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error }
    this.#notify()
  }

  /** Drops what is in the queue. */
  clear(): void {
    this.#items.length = 0
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Item>> {
    while (this.#items.length === 0 && this.#end === undefined)
      await new Promise<void>((resolve) => (this.#notify = resolve))
    const [value] = this.#items.splice(0, 1)
    if (value !== undefined) {
      this.#onTaken(value)
      return { done: false, value }
    }
    if (this.#end?.error !== undefined) throw this.#end.error
    return { done: true, value: undefined }
  }

  /** Ends the queue, and drops what is in it. */
  async return(): Promise<IteratorResult<Item>> {
    this.clear()
    this.end()
    return { done: true, value: undefined }
  }
}
