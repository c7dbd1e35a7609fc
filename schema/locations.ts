import { allKinds, kindNamed } from './kinds/index.ts'
import type { Kind } from './kinds/kind.ts'

/** Spec fields that say where objects are, of all kinds; a field is that of every kind that has it. */
export const locationFields: readonly string[] = [
  ...new Set(allKinds.flatMap(({ location }) => location ?? [])),
]

/** How many references lead from an object to the place where it is, at most. */
export const locationDepth = Math.max(1, ...allKinds.map((kind) => locationPath(kind).length))

/** Fields that lead from an object of a kind to the place where it is, through others that are there. */
function locationPath({ location, references }: Kind): string[] {
  const named = references.find(({ field }) => field === location)
  return named === undefined ? [] : [named.field, ...locationPath(kindNamed(named.to))]
}
