import { maxEntries } from '../limits.ts'

/*
 * Costs of operations, in fields of the response. A field of a loaded row costs 1; a field that needs a statement costs
 * as much for each entry of a page.
 */

/** The cost of a statement: it takes about as long as resolving this number of fields. */
export const costOfStatement = 50

/**
 * Returns the cost of a page: one statement, and its entries. An invalid size is refused later, when the page is read.
 */
export function costOfPage(size: number | null | undefined, defaultSize: number) {
  return { field: costOfStatement, multiplier: Math.min(Math.max(size ?? defaultSize, 0), maxEntries) }
}

/**
 * The cost of a list with an entry for each of what an operation was given. The cost of the operation multiplies its entries, as does
 * that of a connection.
 */
export const costOfResults = { field: 1, multiplier: 1 }

/** Returns the cost of an operation that executes a statement for each entry of a list. */
export function costOfEach(list: readonly unknown[]) {
  return { field: costOfStatement, multiplier: list.length }
}
