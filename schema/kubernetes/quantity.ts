/** Factors of the suffixes of Kubernetes quantities. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ */
const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** Parses a quantity such as `250m`, `1e3` or `34Mi`. Returns NaN if it is invalid. */
export function parseQuantity(text: string): number {
  const [, number, suffix = ''] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text) ?? []
  return Number(number) * (factors[suffix] ?? Number.NaN)
}
