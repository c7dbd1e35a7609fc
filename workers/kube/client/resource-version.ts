/** Reports whether a resource version is before another; see https://kubernetes.io/docs/reference/using-api/api-concepts. */
export function isEarlier(one: string | null | undefined, other: string | null | undefined): boolean {
  if (one == null || other == null) return false
  const isNumber = /^\d+$/
  return isNumber.test(one) && isNumber.test(other) && BigInt(one) < BigInt(other)
}
