import { expect, it } from 'vitest'
import { runLimited } from '../../../../schema/policies/cel/limited-run.ts'

it('ends work that takes too long, also within a regular expression, and runs the next', () => {
  const slow = [
    () => {
      for (;;) slow.length.toString()
    },
    () => void /^(a+)+$/.test(`${'a'.repeat(60)}!`),
  ]
  for (const work of slow) expect(runLimited(work, 50)).toBe(false)
  const done: number[] = []
  expect(runLimited(() => void done.push(1), 5000)).toBe(true)
  expect(done).toEqual([1])
})

it('throws what the work throws', () => {
  const work = (): void => {
    throw new Error('broken')
  }
  expect(() => runLimited(work, 5000)).toThrow('broken')
})
