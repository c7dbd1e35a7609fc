/** An item of a subscription, or the error that ended it. */
export type SubscriptionItem<Item> = { item: Item } | { error: unknown }

/**
 * Yields the items of a source, and an error of the source as a last item, for {@link itemOf} to throw in the resolver:
 * GraphQL ends a subscription whose iterator throws without reporting the error.
 */
export function subscriptionItems<Item>(
  source: AsyncIterableIterator<Item>,
): AsyncIterableIterator<SubscriptionItem<Item>> {
  let failed = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      if (failed) return { done: true, value: undefined }
      try {
        const { done = false, value } = await source.next()
        return done ? { done, value: undefined } : { done: false, value: { item: value as Item } }
      } catch (error) {
        failed = true
        return { done: false, value: { error } }
      }
    },
    return: async () => {
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** Returns the item, or throws the error that ended the subscription. */
export function itemOf<Item>(event: SubscriptionItem<Item>): Item {
  if ('error' in event) throw event.error
  return event.item
}
