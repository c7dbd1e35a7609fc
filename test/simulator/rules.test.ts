import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../simulator/json.ts'
import { ruleErrors } from '../../simulator/schema/rules/validate-rules.ts'

const errorsOf = (rule: string, spec: JsonObject) =>
  ruleErrors(
    {
      type: 'object',
      properties: {
        spec: { type: 'object', 'x-kubernetes-validations': [{ rule, message: 'does not hold' }] },
      },
    },
    { object: { spec }, found: [] },
  ).map(({ detail }) => detail)

describe('rules of a schema', () => {
  it.each([
    ['is not a valid expression', 'self.a >'],
    ['calls an unknown function', 'cidr(self.a).containsIP("10.0.0.1")'],
    ['calls an unknown method', 'self.a.reverse() == "a"'],
    ['uses an unknown name', 'request.name == "a"'],
  ])('are not evaluated if one %s', (_, rule) => {
    expect(errorsOf(rule, { a: 'b' })).toEqual([])
  })

  it.each([
    ['self.a.lowerAscii() == "ab"', { a: 'AB' }, { a: 'AC' }],
    ['self.list.min() > 1 && self.list.max() < 5', { list: [2, 4] }, { list: [2, 5] }],
    ['self.list.indexOf(3) == 1', { list: [2, 3] }, { list: [3, 2] }],
    ['self.a.find("[0-9]+") == "12"', { a: 'x12y3' }, { a: 'x' }],
    ['self.a.findAll("[0-9]").size() == 2', { a: '1x2' }, { a: '1' }],
    ['self.a.replace("a", "b") == "bb"', { a: 'ab' }, { a: 'ac' }],
    ['isIP(self.a)', { a: '10.0.0.1' }, { a: '10.0.0' }],
    ['isCIDR(self.a)', { a: '10.0.0.0/8' }, { a: '10.0.0.0/33' }],
    ['isQuantity(self.a)', { a: '500Mi' }, { a: '500Zi' }],
    ['self.a.orValue("x") == "x"'.replace('self.a', 'self.?a'), {}, { a: 'y' }],
  ])('%s holds for %j, and not for %j', (rule, right, wrong) => {
    expect(errorsOf(rule, right)).toEqual([])
    expect(errorsOf(rule, wrong)).toEqual(['does not hold'])
  })
})
