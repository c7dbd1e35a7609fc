import { Environment } from '@marcbachmann/cel-js'
import { isIP, isIPv4 } from 'node:net'
import { equal } from '../../json.ts'
import { parseQuantity } from '../quantity.ts'

// The additions of API servers to the Common Expression Language, as far as common definitions use them. A rule with
// another function is not evaluated. https://kubernetes.io/docs/reference/using-api/cel/

type Ordered = bigint | number | string | Date

const zero = (first: Ordered | undefined) => (typeof first === 'number' ? 0 : 0n)

function sumOf(list: readonly (bigint | number)[]): bigint | number {
  const [first] = list
  if (typeof first === 'number') return list.reduce<number>((sum, each) => sum + Number(each), 0)
  return list.length === 0 ? zero(first) : list.reduce<bigint>((sum, each) => sum + BigInt(each), 0n)
}

function lastOf(list: readonly Ordered[], isBetter: (a: Ordered, b: Ordered) => boolean): Ordered {
  if (list.length === 0) throw new Error('min/max called on empty list')
  return list.reduce((best, each) => (isBetter(each, best) ? each : best))
}

const isSorted = (list: readonly Ordered[]) =>
  list.every((each, index) => index === 0 || (list[index - 1] ?? each) <= each)

const found = (text: string, pattern: string) =>
  [...text.matchAll(new RegExp(pattern, 'gu'))].map(([all]) => all)

function isRange(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/')
  const isShort = /^\d+$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128)
  return more.length === 0 && isIP(address) !== 0 && isShort
}

const isUrl = (text: string) => URL.canParse(text) || (text.startsWith('/') && URL.canParse(text, 'http://a'))

/** The environment in which rules are parsed: the value is `self`, the old value `oldSelf`. */
export const language = new Environment({
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
})
  .registerVariable('self', 'dyn')
  .registerVariable('oldSelf', 'dyn')
  .registerFunction('list.sum(): dyn', sumOf)
  .registerFunction('list.min(): dyn', (list: Ordered[]) => lastOf(list, (a, b) => a < b))
  .registerFunction('list.max(): dyn', (list: Ordered[]) => lastOf(list, (a, b) => a > b))
  .registerFunction('list.isSorted(): bool', isSorted)
  .registerFunction('list.indexOf(dyn): int', (list: unknown[], item: unknown) =>
    BigInt(list.findIndex((each) => equal(each, item))),
  )
  .registerFunction(
    'string.find(string): string',
    (text: string, pattern: string) => found(text, pattern)[0] ?? '',
  )
  .registerFunction('string.findAll(string): list<string>', found)
  .registerFunction('string.replace(string, string): string', (text: string, part: string, by: string) =>
    text.replaceAll(part, by),
  )
  .registerFunction('isURL(string): bool', isUrl)
  .registerFunction('isIP(string): bool', (text: string) => isIP(text) !== 0)
  .registerFunction('isCIDR(string): bool', isRange)
  .registerFunction('isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined)
