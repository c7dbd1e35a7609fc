import type { Kind } from '../../kinds/kind.ts'
import { costsAsDeclared } from '../../operations/current-costs.ts'
import { Cost } from './language.ts'

/** The cost of what costs nothing by itself, or is paid elsewhere. */
export const free = new Cost({ known: true, least: 0n, most: 0n })
const unpriced = new Cost({ known: false, least: 0n, most: 0n })

interface PricedObject {
  kind: Kind
  spec: Readonly<Record<string, unknown>>
  /** The spec of its definition, for an instance. */
  definition: Readonly<Record<string, unknown>> | undefined
}

/** Returns what an object costs as it is written, by the list prices that plans use; not what its dependencies cost. */
export function costOf({ kind, spec, definition }: PricedObject): Cost {
  if (kind.operations === undefined) return free
  if (kind.pair !== undefined && definition === undefined) return unpriced
  const total = costsAsDeclared(kind, { spec, definition: definition ?? {} })
  if (total === undefined) return free
  const { after, unknown } = total
  return new Cost({
    known: unknown === 0,
    least: BigInt(Math.round(after.least)),
    most: BigInt(Math.round(after.most)),
  })
}
