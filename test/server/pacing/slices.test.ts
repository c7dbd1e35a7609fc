import { expect, it } from 'vitest'
import { createSlices } from '../../../server/pacing/slices.ts'

it('yields in proportion to the duration of the work, and not for short work', async () => {
  let turns = 0
  let isOver = false
  const others = (): void => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  const work = async (steps: number): Promise<number> => {
    isOver = false
    turns = 0
    setImmediate(others)
    const slices = createSlices()
    for (let step = 0; step < steps; step++) await slices.spend(10)
    isOver = true
    return turns
  }
  expect(await work(40)).toBe(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await work(500)).toBeGreaterThanOrEqual(9)
})
