import { describe, expect, it } from 'vitest'
import { backoff, pause, retry, spread } from '../../schema/retry.ts'

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

describe('spread', () => {
  it('stays around the middle', () => {
    const waits = Array.from({ length: 200 }, () => spread(1000, 0.25))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(750)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1250)
    expect(new Set(waits).size).toBeGreaterThan(50)
  })
})

describe('pause', () => {
  it('waits, and ends with its signal, before or during the wait', async () => {
    const startedAt = performance.now()
    await pause(20)
    expect(performance.now() - startedAt).toBeGreaterThan(15)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    await pause(60_000, controller.signal)
    await pause(60_000, controller.signal)
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })
})

describe('retry', () => {
  const failing = (times: number) => {
    let calls = 0
    return async (): Promise<number> => {
      calls += 1
      if (calls <= times) throw new Error(`failure ${calls}`)
      return calls
    }
  }

  it('retries until success, and reports each failure with its number', async () => {
    const seen: [string, number][] = []
    const result = await retry(failing(3), (error, failures) => {
      seen.push([String(error), failures])
      return 0
    })
    expect(result).toBe(4)
    expect(seen.map(([, failures]) => failures)).toEqual([1, 2, 3])
    expect(seen[2]?.[0]).toBe('Error: failure 3')
  })

  it('throws an error that is thrown after a failure', async () => {
    const result = retry(failing(9), (error, failures) => {
      if (failures === 2) throw error
      return 0
    })
    await expect(result).rejects.toThrow('failure 2')
  })
})
