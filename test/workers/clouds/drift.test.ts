import { expect, it } from 'vitest'
import { recordDrift, wasConfigured } from '../../../workers/clouds/drift.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'

const changed = ['the limits']

/** Returns a resource whose looks keep the state of one object. */
function resourceOf(): {
  look(look: { desired?: number; changed?: string[]; ready: boolean }): string[]
  state: object
} {
  const state: Record<string, string> = {}
  return {
    state,
    look: ({ ready, desired = 1, changed: found = [] }) => {
      const notes: string[] = []
      const context = {
        object: { ready },
        state,
        updateState: (changes: Record<string, string>) => Object.assign(state, changes),
        recordEvent: ({ note }: { note: string }) => notes.push(note),
      }
      recordDrift(context as unknown as ReconcileContext, { resource: 'group', desired, changed: found })
      return notes
    },
  }
}

const reverted = ['Changes from outside of QleetOS to the limits of its group were reverted.']

it('is silent about what has not been made as desired yet, and about changes of what is desired', () => {
  const { look, state } = resourceOf()
  expect(wasConfigured({ state } as ReconcileContext, 'group')).toBe(false)
  expect(look({ ready: false, changed })).toEqual([])
  expect(look({ ready: false, changed })).toEqual([])
  expect(look({ ready: false })).toEqual([])
  expect(look({ ready: true, desired: 2, changed })).toEqual([])
  expect(wasConfigured({ state } as ReconcileContext, 'group')).toBe(true)
})

it.each([true, false])('is told once when it was as desired, also while the object is ready: %s', (ready) => {
  const { look } = resourceOf()
  look({ ready: false })
  expect(look({ ready, changed })).toEqual(reverted)
  expect(look({ ready: false, changed })).toEqual([])
  look({ ready: false })
  expect(look({ ready: false, changed })).toEqual(reverted)
})

it('is told of what became ready with the request', () => {
  const { look } = resourceOf()
  look({ ready: false, changed })
  expect(look({ ready: true, changed })).toEqual(reverted)
})
