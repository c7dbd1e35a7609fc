import { describe, expect, it } from 'vitest'
import { textOf } from '../../web/console/data/values.ts'

describe('a value in a cell', () => {
  it.each([
    ['the names of entries', [{ name: 'a' }, { name: 'b' }], 'a, b'],
    [
      'what entries without a name are about',
      [{ environment: 'staging' }, { environment: 'production', tier: 'gold' }],
      'staging, production',
    ],
    ['the number of entries that are about nothing', [{ port: 80, tls: true }, { port: 443 }], '2'],
    ['numbers', [80, 443], '80, 443'],
    ['nothing', undefined, ''],
  ])('shows %s', (_, value, shown) => {
    expect(textOf(value)).toBe(shown)
  })
})
