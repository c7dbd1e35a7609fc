/** An item, or why there are no more: an error of the iterator itself would end a subscription without a word. */
export type Told<Item> = { item: Item } | { error: unknown }

export function told<Item>(answers: AsyncIterableIterator<Item>): AsyncIterableIterator<Told<Item>> {
  let failed = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      if (failed) return { done: true, value: undefined }
      try {
        const { done = false, value } = await answers.next()
        return done ? { done, value: undefined } : { done: false, value: { item: value as Item } }
      } catch (error) {
        failed = true
        return { done: false, value: { error } }
      }
    },
    return: async () => {
      await answers.return?.()
      return { done: true, value: undefined }
    },
  }
}

export function itemOf<Item>(event: Told<Item>): Item {
  if ('error' in event) throw event.error
  return event.item
}
