/** Resolves a number, or a percentage of a total. */
export function resolveIntOrPercent(
  amount: string | number | undefined,
  total: number,
  rounding: 'up' | 'down',
): number {
  if (typeof amount === 'number') return amount
  const share = (Number.parseInt(amount ?? '0', 10) * total) / 100
  return rounding === 'up' ? Math.ceil(share) : Math.floor(share)
}
