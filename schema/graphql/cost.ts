import { mostEntries } from '../limits.ts'

/*
 * What operations cost, counted in fields of the answer: a field that is there already costs 1, one that is read for each
 * entry of a page costs as much for each.
 */

/** A statement takes about as long as the answer to so many fields. */
export const costOfStatement = 50

/** A page: one statement, and its entries. A size that is none is refused when the page is read. */
export function costOfPage(size: number | null | undefined, otherwise: number) {
  return { field: costOfStatement, multiplier: Math.min(Math.max(size ?? otherwise, 0), mostEntries) }
}

/** What is done with each entry of a list. */
export function costOfEach(list: readonly unknown[]) {
  return { field: costOfStatement, multiplier: list.length }
}
