import { invalidInput, type PlatformError } from '../errors.ts'
import type { Verb } from '../permissions.ts'

/** The size of an operation: its cost (see `cost.ts`), the levels of its fields, and the number of its fields. */
export interface Complexity {
  complexity: number
  depth: number
  breadth: number
}

/**
 * Returns the limits of an operation. The cost is about the number of fields that are resolved in a quarter of a second: a page
 * of 1,000 objects with every field that clients select has at most 130,000. The start of a reconcile selects fields of every
 * kind, of which an object has one.
 */
export function complexityLimit(may: (verb: Verb) => boolean): Complexity {
  return { complexity: 250_000, depth: 16, breadth: may('work') ? 10_000 : 1000 }
}

export function isWithin(limit: Complexity, { complexity, depth, breadth }: Complexity): boolean {
  return complexity <= limit.complexity && depth <= limit.depth && breadth <= limit.breadth
}

/** Returns the error of an operation beyond a limit. */
export function tooComplex(what: string, limit: Complexity, found: Complexity): PlatformError {
  const value = (['complexity', 'depth', 'breadth'] as const)
    .map((each) => `${each} ${found[each]} of ${limit[each]}`)
    .join(', ')
  const remedy = 'Select fewer fields, or request smaller pages.'
  return invalidInput([{ path: 'query', code: 'TOO_MANY', message: `is too large: ${what}`, value, remedy }])
}
