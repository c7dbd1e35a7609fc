import { expect, it } from 'vitest'
import { createTurns } from '../../../server/pacing/turns.ts'

it('steps of tasks that run together follow each other, with other work in between, whether they succeed or not', async () => {
  const takeTurn = createTurns()
  const order: string[] = []
  const steps = ['a', 'b', 'c'].map((name) =>
    takeTurn(async () => {
      order.push(name)
      setImmediate(() => order.push(`after ${name}`))
      await Promise.resolve()
      if (name === 'b') throw new Error('failed')
      return name
    }),
  )
  expect(await Promise.allSettled(steps)).toMatchObject([
    { value: 'a' },
    { reason: { message: 'failed' } },
    { value: 'c' },
  ])
  expect(order).toEqual(['a', 'after a', 'b', 'after b', 'c'])
})
