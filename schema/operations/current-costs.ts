import type { Kind } from '../kinds/kind.ts'
import type { ObjectState } from './operation.ts'
import { totalCosts, type TotalCost } from './total-costs.ts'

/** Returns what an object costs a month as it is declared, as costs after its creation; undefined if it costs nothing by itself. */
export function costsAsDeclared({ operations }: Kind, state: ObjectState): TotalCost | undefined {
  return operations === undefined ? undefined : totalCosts(operations({ before: undefined, after: state }))
}

/**
 * Returns the kinds whose objects may cost something by themselves, and are counted. Not those of which objects that they own cost
 * something, such as a runtime whose cluster is an object of its own: a plan has to estimate them before there is such an object.
 */
export function pricedKinds(kinds: readonly Kind[]): Kind[] {
  const operated = new Set(kinds.flatMap(({ kind, operations }) => (operations === undefined ? [] : [kind])))
  return kinds.filter(
    ({ kind, owns = [] }) => operated.has(kind) && !owns.some((owned) => operated.has(owned)),
  )
}
