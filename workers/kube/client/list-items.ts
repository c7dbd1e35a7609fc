import { z } from 'zod'

/**
 * The items of a list. API servers send null instead of an empty array in lists of metadata, and the libraries of aggregated API
 * servers may in others: `items` of Go is nil when nothing was added.
 */
export function listItems<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])
}
