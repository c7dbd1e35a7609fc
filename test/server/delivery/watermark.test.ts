import { describe, expect, it } from 'vitest'
import { Watermark } from '../../../server/delivery/watermark.ts'

describe('the watermark', () => {
  it('reaches the last number in one poll if no transaction runs', () => {
    const watermark = new Watermark()
    watermark.observe({ last: 5n, xmin: '100', own: '100' })
    expect(watermark.safe).toBe(5n)
    expect(watermark.behind).toBe(false)
  })

  it('waits for each transaction that may have a lower number', () => {
    const watermark = new Watermark()
    // 98 runs, and may have one of the numbers.
    watermark.observe({ last: 5n, xmin: '98', own: '100' })
    expect(watermark.safe).toBe(0n)
    expect(watermark.behind).toBe(true)
    // 98 has ended. 101 has started since, and may have the number 6.
    watermark.observe({ last: 6n, xmin: '101', own: '102' })
    expect(watermark.safe).toBe(5n)
    watermark.observe({ last: 6n, xmin: '103', own: '103' })
    expect(watermark.safe).toBe(6n)
  })

  it('does not wait for transactions that start later', () => {
    const watermark = new Watermark()
    watermark.observe({ last: 5n, xmin: '98', own: '100' })
    watermark.observe({ last: 5n, xmin: '100', own: '101' })
    expect(watermark.safe).toBe(5n)
  })

  it('does not take a transaction that started during the poll for one that has ended', () => {
    const watermark = new Watermark()
    // 100 started after the snapshot, took the number 5 and runs.
    watermark.observe({ last: 5n, xmin: '100', own: '101' })
    expect(watermark.safe).toBe(0n)
    watermark.observe({ last: 5n, xmin: '100', own: '102' })
    expect(watermark.safe).toBe(0n)
    watermark.observe({ last: 5n, xmin: '103', own: '103' })
    expect(watermark.safe).toBe(5n)
  })
})
