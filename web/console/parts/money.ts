import type { ListCostsQuery } from '../../../client-sdk/generated/documents.ts'

export type Monthly = NonNullable<
  NonNullable<NonNullable<ListCostsQuery['result']>['nodes'][number]['cost']>['monthly']
>

const format = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Returns a cost with both ends if the load decides: `$146`, or `$146–$730`. */
export function moneyText({ least, most }: Monthly): string {
  return least === most ? format.format(least) : `${format.format(least)}–${format.format(most)}`
}

/** Returns the sum of costs. */
export function sumOf(costs: readonly Monthly[]): Monthly {
  return costs.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), {
    least: 0,
    most: 0,
  })
}
