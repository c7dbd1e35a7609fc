import { beforeEach, expect, it, vi } from 'vitest'
import { removeFromCloud } from '../../../workers/clouds/removal.ts'
import type { ExternalEntry } from '../../../workers/engine/external-inventory.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'

const usualMinutes = { cluster: 4, nodes: 5 }

/** Returns how to look at a deletion, and which resources the cloud still has. */
function deletionOf(
  types: readonly string[],
  now: () => number = () => Date.now(),
): { look(): Promise<string>; left: Set<string> } {
  const left = new Set(types)
  const state: Record<string, string> = {}
  const external = types.map((type, order) => ({
    id: String(order),
    provider: 'aws',
    type,
    name: type,
    order,
  }))
  const context = {
    state,
    updateState: (changes: Record<string, string>) => Object.assign(state, changes),
    external,
    object: { id: '1' },
    client: { execute: async () => ({}) },
    now,
    signal: new AbortController().signal,
    assertHeld: () => undefined,
  }
  return {
    left,
    look: async () => {
      const outcome = await removeFromCloud(context as unknown as ReconcileContext, {
        provider: 'aws',
        cloud: 'AWS',
        isGuarded: false,
        usualMinutes,
        callsFor: async ({ type }: ExternalEntry) => ({
          find: async () => (left.has(type) ? { externalId: type, state: undefined } : undefined),
          create: () => Promise.reject(new Error('nothing is created')),
          remove: async () => undefined,
        }),
        outcomeOf: (error) => {
          throw error
        },
      })
      return 'message' in outcome ? outcome.message : ''
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

it('names the time that is left, which becomes less', async () => {
  const { look, left } = deletionOf(['role', 'cluster', 'nodes'])
  expect(await look()).toBe('AWS is deleting nodes nodes. 2 more follow. It usually takes 9 more minutes.')
  vi.advanceTimersByTime(3 * 60_000)
  expect(await look()).toMatch(/It usually takes 6 more minutes\.$/)
  left.delete('nodes')
  expect(await look()).toBe(
    'AWS is deleting cluster cluster. 1 more follows. It usually takes 4 more minutes.',
  )
  vi.advanceTimersByTime(3 * 60_000)
  expect(await look()).toMatch(/It usually takes 1 more minute\.$/)
  vi.advanceTimersByTime(4 * 60_000)
  expect(await look()).toMatch(/It has taken 7 minutes, and usually takes 4\.$/)
})

it('counts the minutes by the time of the control plane, whichever worker looks', async () => {
  let time = 0
  const { look } = deletionOf(['cluster'], () => time)
  expect(await look()).toMatch(/It usually takes 4 more minutes\.$/)
  vi.advanceTimersByTime(3 * 60_000)
  expect(await look()).toMatch(/It usually takes 4 more minutes\.$/)
  time += 60_000
  expect(await look()).toMatch(/It usually takes 3 more minutes\.$/)
})
