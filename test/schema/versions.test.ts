import { describe, expect, it } from 'vitest'
import { isOlderVersion } from '../../schema/versions.ts'

describe('isOlderVersion', () => {
  it.each([
    ['9', '18', true],
    ['18', '9', false],
    ['18', '18', false],
    ['10.11', '11.4', true],
    ['11.8', '11.4', false],
    ['11', '11.4', true],
  ])('compares %s with %s', (version, other, isOlder) => {
    expect(isOlderVersion(version, other)).toBe(isOlder)
  })
})
