// Quantities: decimal numbers with a suffix, compared and stored in one canonical form
// (https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/). Kept as a whole number of
// nano units, because the smallest step the API knows is 1n.

export interface Quantity {
  nanos: bigint
  format: 'decimal' | 'binary' | 'exponent'
}

const binary: Readonly<Record<string, bigint>> = {
  Ki: 1024n,
  Mi: 1024n ** 2n,
  Gi: 1024n ** 3n,
  Ti: 1024n ** 4n,
  Pi: 1024n ** 5n,
  Ei: 1024n ** 6n,
}
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i)|([numkMGTPE]?)|[eE]([+-]?\d+))$/

/** Parses a quantity; returns undefined if the string is none. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = '', binarySuffix, decimalSuffix, exponent] = match
  if (whole === '' && fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  const signed = (nanos: bigint) => (sign === '-' ? -nanos : nanos)
  if (binarySuffix !== undefined) {
    const scaled = digits * (binary[binarySuffix] ?? 1n) * 10n ** 9n
    return { nanos: signed(divideUp(scaled, 10n ** BigInt(fraction.length))), format: 'binary' }
  }
  const power = (exponent === undefined ? (decimal[decimalSuffix ?? ''] ?? 0) : Number(exponent)) + 9
  const shift = power - fraction.length
  const nanos = shift >= 0 ? digits * 10n ** BigInt(shift) : divideUp(digits, 10n ** BigInt(-shift))
  return { nanos: signed(nanos), format: exponent === undefined ? 'decimal' : 'exponent' }
}

/** Returns the canonical form: the largest suffix without a fraction. */
export function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0'
  const whole = nanos % 10n ** 9n === 0n ? nanos / 10n ** 9n : undefined
  // Binary numbers below 1024 and with fractions are written as decimals.
  if (format === 'binary' && whole !== undefined && (whole >= 1024n || whole <= -1024n)) {
    for (const [suffix, unit] of Object.entries(binary).reverse())
      if (whole % unit === 0n) return `${whole / unit}${suffix}`
    return String(whole)
  }
  let value = nanos
  let power = -9
  while (value % 1000n === 0n && power < 18) {
    value /= 1000n
    power += 3
  }
  if (format === 'exponent') return power === 0 ? String(value) : `${value}e${power}`
  const suffix = Object.entries(decimal).find(([, each]) => each === power)?.[0] ?? ''
  return `${value}${suffix}`
}

export function canonicalQuantity(text: string): string | undefined {
  const quantity = parseQuantity(text)
  return quantity === undefined ? undefined : formatQuantity(quantity)
}

export function compareQuantities(a: string, b: string): number {
  const difference = (parseQuantity(a)?.nanos ?? 0n) - (parseQuantity(b)?.nanos ?? 0n)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

export function addQuantities(a: string, b: string): string {
  const left = parseQuantity(a) ?? { nanos: 0n, format: 'decimal' as const }
  const right = parseQuantity(b) ?? { nanos: 0n, format: 'decimal' as const }
  return formatQuantity({
    nanos: left.nanos + right.nanos,
    format: left.nanos === 0n ? right.format : left.format,
  })
}

/** Divides, and rounds up away from zero what is finer than 1n. */
function divideUp(value: bigint, by: bigint): bigint {
  return value % by === 0n ? value / by : value / by + 1n
}
