import { expect, it, onTestFinished } from 'vitest'
import { virtualise } from './world/globals.ts'
import { createRandom } from '../support/random.ts'
import { createWorld } from './world/world.ts'

it('removes all listeners when it ends, so that its memory is released', () => {
  const random = createRandom(1)
  const restore = virtualise(createWorld(random), random)
  onTestFinished(restore)
  const source = new AbortController()
  const aborted: string[] = []
  AbortSignal.any([source.signal]).addEventListener('abort', () => aborted.push('late'))
  restore()
  source.abort()
  expect(aborted).toEqual([])
})

it.each([
  ['a step that is finished yields to other events', false, ['begin', 'other', 'end']],
  ['a step that is unfinished goes on before other events', true, ['begin', 'end', 'other']],
])('%s', async (_, isHeld, expected) => {
  const random = createRandom(1)
  const world = createWorld(random)
  const restore = virtualise(world, random)
  onTestFinished(restore)
  const order: string[] = []
  let isOpen = false
  world.extendStepsWhile(() => isOpen)
  world.after(1, '', () => {
    order.push('begin')
    isOpen = isHeld
    setImmediate(() => {
      order.push('end')
      isOpen = false
    })
  })
  world.after(1, '', () => order.push('other'))
  await world.run(Infinity)
  expect(order).toEqual(expected)
})

it('fails if a step that is unfinished waits for a later event', async () => {
  const random = createRandom(1)
  const world = createWorld(random)
  const restore = virtualise(world, random)
  onTestFinished(restore)
  world.extendStepsWhile(() => true)
  await expect(world.run(Infinity)).rejects.toThrow('a step waits for a later event')
})
