import { z } from 'zod'

/**
 * An array in a response of an API server; null means that it is empty. API servers are written in Go, where an array that nothing was
 * added to is null in JSON: the items of lists of metadata, and whatever aggregated API servers respond with.
 */
export function arrayOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullable()
    .transform((items) => items ?? [])
}
