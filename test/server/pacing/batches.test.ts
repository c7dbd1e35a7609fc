import { describe, expect, it } from 'vitest'
import { createBatches } from '../../../server/pacing/batches.ts'

/** Executes batches when the test ends them, and records them. */
function heldBatches(most: number, maxWait?: number) {
  const batches: { items: readonly number[]; end: () => void }[] = []
  const execute = createBatches<number, number>(
    async (items) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      batches.push({ items, end: resolve })
      await promise
      return items.map((item) => (item < 0 ? new Error(`refused: ${item}`) : 10 * item))
    },
    { most, ...(maxWait === undefined ? {} : { maxWait }) },
  )
  return { batches, execute, items: () => batches.map(({ items }) => items) }
}

const minute = 60_000

describe('batches', () => {
  it('consist of the items that arrive while another is executed', async () => {
    const { batches, execute, items } = heldBatches(10, minute)
    const first = execute(1)
    await expect.poll(() => items()).toEqual([[1]])
    const others = [2, 3, 4].map(execute)
    batches[0]?.end()
    expect(await first).toBe(10)
    await expect.poll(() => items()).toEqual([[1], [2, 3, 4]])
    batches[1]?.end()
    expect(await Promise.all(others)).toEqual([20, 30, 40])
  })

  it('contain what arrives in one turn of the event loop', async () => {
    const { batches, execute, items } = heldBatches(10)
    const all = Promise.all([execute(1), Promise.resolve().then(() => execute(2))])
    await expect.poll(() => items()).toEqual([[1, 2]])
    batches[0]?.end()
    expect(await all).toEqual([10, 20])
  })

  it('have at most so many items', async () => {
    const { batches, execute, items } = heldBatches(2, minute)
    const first = execute(0)
    await expect.poll(() => batches).toHaveLength(1)
    const others = [1, 2, 3].map(execute)
    batches[0]?.end()
    await expect.poll(() => items()).toEqual([[0], [1, 2]])
    batches[1]?.end()
    await expect.poll(() => items()).toEqual([[0], [1, 2], [3]])
    batches[2]?.end()
    expect(await Promise.all([first, ...others])).toEqual([0, 10, 20, 30])
  })

  it('do not wait for one that is held up', async () => {
    const { batches, execute, items } = heldBatches(10, 5)
    const held = execute(1)
    await expect.poll(() => batches).toHaveLength(1)
    const other = execute(2)
    await expect.poll(() => items()).toEqual([[1], [2]])
    batches[1]?.end()
    expect(await other).toBe(20)
    batches[0]?.end()
    expect(await held).toBe(10)
  })

  it('fail only the items that have an error', async () => {
    const { batches, execute } = heldBatches(10)
    const all = Promise.allSettled([1, -1, 2].map(execute))
    await expect.poll(() => batches).toHaveLength(1)
    batches[0]?.end()
    expect(await all).toMatchObject([{ value: 10 }, { reason: new Error('refused: -1') }, { value: 20 }])
  })

  it('fail all items with the error of the batch, and go on', async () => {
    let executed = 0
    const execute = createBatches<number, number>(
      async (items) => {
        executed += 1
        if (executed === 1) throw new Error('away')
        return items
      },
      { most: 10 },
    )
    const failed = await Promise.allSettled([1, 2].map(execute))
    expect(failed).toMatchObject([{ reason: new Error('away') }, { reason: new Error('away') }])
    expect(await execute(3)).toBe(3)
  })
})
