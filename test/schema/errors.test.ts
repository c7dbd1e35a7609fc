import { expect, it } from 'vitest'
import { invalidInput, shownValue } from '../../schema/errors.ts'

it('shows at most a hundred errors, and the number of the others', () => {
  const fields = Array.from({ length: 2500 }, (_, index) => ({
    path: `documents[${index}]`,
    code: 'INVALID' as const,
    message: 'is invalid',
  }))
  const { message, details } = invalidInput(fields)
  expect(details.fields).toHaveLength(100)
  expect(details.furtherFields).toBe(2400)
  expect(message.split('\n')).toHaveLength(102)
  expect(message).toMatch(/^2,500 fields are invalid:/)
  expect(message).toMatch(/\n {2}and 2,400 more$/)
})

it('shows all of a few errors, without a number of others', () => {
  expect(invalidInput([{ path: 'a', code: 'INVALID', message: 'is invalid' }])).toMatchObject({
    message: 'a: is invalid.',
    details: { fields: [{ path: 'a' }] },
  })
  expect(invalidInput([{ path: 'a', code: 'INVALID', message: 'is invalid' }]).details).not.toHaveProperty(
    'furtherFields',
  )
})

it.each([
  ['x'.repeat(10_000_000), /^"x{196}\.\.\.$/],
  [Array.from({ length: 1_000_000 }, (_, index) => index), /^\[0,1,2,.*\.\.\.$/],
  [{ a: 1, b: [true, null] }, /^\{"a":1,"b":\[true,null\]\}$/],
  [12n, /^12$/],
  [undefined, /^undefined$/],
])('shows the start of a value', (value, shown) => {
  expect(shownValue(value)).toMatch(shown)
})

it('reads only the shown part of a value', () => {
  let looked = 0
  const counting = (depth: number): object =>
    new Proxy(
      {},
      {
        ownKeys: () => Array.from({ length: 100 }, (_, index) => `k${index}`),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
        get: (_, name) => {
          if (name === 'toJSON') return undefined
          looked += 1
          return depth === 0 ? 'v' : counting(depth - 1)
        },
        has: () => false,
      },
    )
  shownValue(counting(6))
  expect(looked).toBeLessThan(1000)
})
