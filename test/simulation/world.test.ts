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
