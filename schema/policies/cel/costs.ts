import { totalCosts } from '../../operations/total-costs.ts'
import { Cost } from './language.ts'
import type { Subject } from './subject.ts'

/** The cost of what costs nothing by itself, or is paid elsewhere. */
export const free = new Cost({ known: true, least: 0n, most: 0n })
const unpriced = new Cost({ known: false, least: 0n, most: 0n })

/** Returns what an object costs as it is written, by the list prices that plans use; not what its dependencies cost. */
export function costOf({ object: { kind, spec }, definition }: Subject): Cost {
  if (kind.operations === undefined) return free
  if (kind.pair !== undefined && definition === undefined) return unpriced
  const created = kind.operations({ before: undefined, after: { spec, definition: definition ?? {} } })
  const total = totalCosts(created)
  if (total === undefined) return free
  const { after, unknown } = total
  return new Cost({
    known: unknown === 0,
    least: BigInt(Math.round(after.least)),
    most: BigInt(Math.round(after.most)),
  })
}
