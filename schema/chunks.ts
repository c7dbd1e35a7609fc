/** The most entries of one request to the server. That many entries of the largest size stay below its byte limit. */
export const entriesOfRequest = 500

/** Splits items, in order, into chunks of at most `size`. Yields nothing for an empty list. */
export function* chunks<Item>(items: readonly Item[], size = entriesOfRequest): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
