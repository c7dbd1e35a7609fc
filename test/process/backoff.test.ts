import { describe, expect, it } from 'vitest'
import { backoff } from '../../process/backoff.ts'

describe('backoff', () => {
  it('doubles up to its cap', () => {
    const random = (): number => 1
    expect([1, 2, 3, 4, 20].map((failures) => backoff(failures, { random }))).toEqual([
      1000, 2000, 4000, 8000, 300_000,
    ])
  })

  it('stays between half and all of the step', () => {
    const waits = Array.from({ length: 200 }, () => backoff(3))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(4000)
    expect(new Set(waits).size).toBeGreaterThan(50)
  })
})
