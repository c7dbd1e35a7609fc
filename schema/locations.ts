import { allKinds, kindNamed } from './kinds/index.ts'
import type { Kind } from './kinds/kind.ts'

/**
 * The spec fields that determine the location of objects, across all kinds. A field has this role in every kind that
 * has it.
 */
export const locationFields: readonly string[] = [...new Set(allKinds.flatMap(ownLocationFields))]

/** The maximum number of references from an object to its location. */
export const locationDepth = Math.max(1, ...allKinds.map((kind) => locationPath(kind).length))

/** Returns the spec fields of a kind of which one determines the location of an object; none for a kind without locations. */
export function ownLocationFields({ location, references }: Kind): string[] {
  if (location === undefined) return []
  const others = references.filter(({ insteadOf }) => insteadOf === location)
  return [location, ...others.map(({ field }) => field)]
}

/** Returns the reference fields from a kind to its location, through other kinds that have the same location. */
function locationPath({ location, references }: Kind): string[] {
  const reference = references.find(({ field }) => field === location)
  return reference === undefined ? [] : [reference.field, ...locationPath(kindNamed(reference.to))]
}
