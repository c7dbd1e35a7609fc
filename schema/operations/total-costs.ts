import type { CostChange, MonthlyCost, Operation } from './operation.ts'
import { priceLists } from './prices.ts'

/** The costs of several operations, as far as they are known. */
export interface TotalCost {
  before: MonthlyCost
  after: MonthlyCost
  /** The number of operations whose cost is not known. */
  unknown: number
  /** The price lists that were used. */
  prices: string[]
}

const names = { aws: 'AWS', gcp: 'Google Cloud', azure: 'Azure' } as const satisfies Record<
  CostChange['prices'],
  string
>

/** Returns the sums of the costs of operations; undefined if none has a cost. */
export function totalCosts(operations: readonly Pick<Operation, 'cost'>[]): TotalCost | undefined {
  const costs = operations.flatMap(({ cost }) => cost ?? [])
  if (costs.length === 0) return undefined
  const known = costs.flatMap(({ before, after, prices }) =>
    before === undefined || after === undefined ? [] : [{ before, after, prices }],
  )
  const sum = (side: 'before' | 'after'): MonthlyCost => ({
    least: known.reduce((total, cost) => total + cost[side].least, 0),
    most: known.reduce((total, cost) => total + cost[side].most, 0),
  })
  const lists = [...new Set(known.map(({ prices }) => prices))].map((prices) => {
    const { region, date } = priceLists[prices]
    return `${region} of ${names[prices]}, ${date}`
  })
  return { before: sum('before'), after: sum('after'), unknown: costs.length - known.length, prices: lists }
}
