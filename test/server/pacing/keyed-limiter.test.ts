import { describe, expect, it } from 'vitest'
import { createKeyedLimiter, type KeyedLimiterOptions } from '../../../server/pacing/keyed-limiter.ts'

/** Returns work that ends on request. */
function start(options: Omit<KeyedLimiterOptions, 'of'>) {
  const limiter = createKeyedLimiter({ ...options, of: 'things' })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const take = (key: string, name: string): Promise<string> =>
    limiter.run(key, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string): Promise<void> => {
    await settled()
    ends.get(name)?.()
    await settled()
  }
  return { take, end, started, limiter }
}

describe('createKeyedLimiter', () => {
  it('alternates between keys, in any order of arrival', async () => {
    const { take, end, started } = start({ atOnce: 1, waiting: 10 })
    const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => take(name.charAt(0), name))
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name)
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  })

  it('reserves the remaining capacity for other keys', async () => {
    const { take, end, started } = start({ atOnce: 3, each: 2, waiting: 10 })
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => take(name.charAt(0), name))
    await end('')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    await end('a2')
    await end('a3')
    await Promise.all(all)
  })

  it('refuses work behind too much work of the same key, with a time to retry', async () => {
    const { take, end } = start({ atOnce: 1, waiting: 1 })
    const all = [take('a', 'a1'), take('a', 'a2')]
    await expect(take('a', 'a3')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('more than 1 things of this token are waiting'),
      details: { retryAfter: 1 },
    })
    const other = take('b', 'b1')
    await end('a1')
    await end('b1')
    await end('a2')
    expect(await Promise.all([...all, other])).toEqual(['a1', 'a2', 'b1'])
  })

  it('continues when work fails, and when its end is reported twice', async () => {
    const { limiter } = start({ atOnce: 1, waiting: 1 })
    await expect(limiter.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const over = await limiter.acquire('a')
    over()
    over()
    const second = await limiter.acquire('a')
    let isThird = false
    const third = limiter.acquire('a').then((end) => {
      isThird = true
      return end()
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isThird).toBe(false)
    second()
    await third
  })
})
