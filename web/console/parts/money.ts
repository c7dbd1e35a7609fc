import type { Cost } from '../data/costs.ts'

type Monthly = NonNullable<Cost['monthly']>

const format = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Returns a cost with both ends if the load decides: `$146`, or `$146–$730`. */
export function moneyText(cost: Monthly | number): string {
  if (typeof cost === 'number') return format.format(cost)
  const { least, most } = cost
  return least === most ? format.format(least) : `${format.format(least)}–${format.format(most)}`
}

/** Returns the sum of costs. */
export function sumOf(costs: readonly Monthly[]): Monthly {
  return costs.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), {
    least: 0,
    most: 0,
  })
}
