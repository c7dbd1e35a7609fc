import type { FieldError } from '../errors.ts'

type Problem = Pick<FieldError, 'message' | 'remedy'>

const inQuotes = { message: 'must be a string', remedy: 'Put it in quotes.' }

/** The form of quantities: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity */
const quantity = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+|[KMGTPE]i|[numkMGTPE])?$/

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** What replaces the values of Secrets in definitions that were read: see ../secret-placeholders.ts. */
const placeholder = /^\(secret [0-9a-f]{16}\)$/

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Checks of values of simple types. They return the problem, or undefined if a value is valid. */
export const simpleTypes: Readonly<Record<string, ((value: unknown) => Problem | undefined) | undefined>> = {
  string: stringProblem,
  int32: (value) => integerProblem(value, 2 ** 31),
  int64: (value) => integerProblem(value, 2 ** 63),
  number: (value) =>
    typeof value === 'number'
      ? undefined
      : { message: 'must be a number', remedy: 'Use a number without quotes, such as 0.5.' },
  boolean: (value) =>
    typeof value === 'boolean'
      ? undefined
      : { message: 'must be true or false', remedy: 'Use true or false, without quotes.' },
  intOrString: (value) =>
    typeof value === 'string' ? undefined : integerProblem(value, 2 ** 31, 'must be an integer or a string'),
  quantity: (value) => {
    const isQuantity = typeof value === 'number' || (typeof value === 'string' && quantity.test(value))
    return isQuantity ? undefined : { message: 'must be a quantity', remedy: 'Examples are 500m, 2 and 1Gi.' }
  },
  time: (value) => {
    const problem = stringProblem(value)
    if (problem !== undefined || typeof value !== 'string' || value === '' || rfc3339.test(value))
      return problem
    return { message: 'must be a time', remedy: 'An example is "2026-11-22T09:00:00Z".' }
  },
  bytes: (value) => {
    const problem = stringProblem(value)
    if (problem !== undefined || typeof value !== 'string') return problem
    const isValid = placeholder.test(value) || base64.test(value.replaceAll(/[\r\n]/g, ''))
    return isValid ? undefined : { message: 'must be base64' }
  },
}

function stringProblem(value: unknown): Problem | undefined {
  if (typeof value === 'string') return undefined
  return typeof value === 'object' ? { message: 'must be a string' } : inQuotes
}

/** @param limit The first number that is too large; its negative is the smallest that is not too small. */
// oxlint-disable-next-line max-params -- the message is that of one type only
function integerProblem(value: unknown, limit: number, message = 'must be an integer'): Problem | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value))
    return typeof value === 'string' && /^-?\d+$/.test(value)
      ? { message, remedy: 'Remove the quotes.' }
      : { message, remedy: 'Use a number without decimals, such as 3.' }
  return value >= -limit && value < limit
    ? undefined
    : { message: `${message} of ${Math.log2(limit) + 1} bits` }
}
