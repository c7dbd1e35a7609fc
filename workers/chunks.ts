/** As many entries as one request to the server takes: so many of the largest stay below its limit of bytes. */
export const entriesOfRequest = 500

/** Parts of at most `size` items, in order; none of no items. */
export function* chunks<Item>(items: readonly Item[], size = entriesOfRequest): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
