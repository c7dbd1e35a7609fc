import { expect, it } from 'vitest'
import { ReconcilerState } from '../../../schema/reconciler-state.ts'
import { defined } from '../../../schema/defined.ts'
import { driftPausesOf } from '../../../workers/resources/drift-pauses.ts'

const seconds = 1000
const minutes = 60 * seconds

/** An object whose reconciles correct one resource. */
function startObject() {
  let state: ReconcilerState = {}
  let time = Date.parse('2026-11-30T08:00:00Z')
  const pauses = () =>
    driftPausesOf({
      state,
      now: () => time,
      updateState: (changes) => void (state = ReconcilerState.parse(defined({ ...state, ...changes }))),
    })
  return {
    pauses,
    state: () => state,
    wait: (milliseconds: number) => void (time += milliseconds),
    correct: (times = 1) => {
      for (let round = 0; round < times; round++) {
        const each = pauses()
        each.corrected('ConfigMap shop/settings')
        each.store()
      }
    },
    pause: () => pauses().pauseBefore('ConfigMap shop/settings'),
  }
}

it('lets ten corrections of a resource through at once, and doubles the pauses before further ones up to five minutes', () => {
  const object = startObject()
  const found: number[] = []
  object.correct(9)
  for (let round = 0; round < 9; round++) {
    found.push(object.pause() / seconds)
    object.wait(object.pause())
    expect(object.pause()).toBe(0)
    object.correct()
  }
  expect(found).toEqual([0, 5, 10, 20, 40, 80, 160, 300, 300])
})

it('paces each resource for itself', () => {
  const object = startObject()
  object.correct(12)
  expect(object.pauses().pauseBefore('ConfigMap shop/other')).toBe(0)
})

it('names when the first correction that waits is due', () => {
  const object = startObject()
  object.correct(11)
  const pauses = object.pauses()
  expect(pauses.nextDue()).toBeUndefined()
  pauses.pauseBefore('ConfigMap shop/settings')
  pauses.pauseBefore('ConfigMap shop/other')
  expect(pauses.nextDue()).toBe(10 * seconds)
})

it('forgets corrections after a quiet time', () => {
  const object = startObject()
  object.correct(20)
  expect(object.pauses().isRecurring('ConfigMap shop/settings')).toBe(true)
  object.wait(10 * minutes + 1)
  expect(object.pauses().isRecurring('ConfigMap shop/settings')).toBe(false)
  expect(object.pause()).toBe(0)
  object.pauses().store()
  expect(object.state()).toEqual({})
})

it.each(['', 'x', '12', '12 x', 5, true])('takes the unreadable state %j for none', (value) => {
  const object = startObject()
  object.correct(20)
  const [id = ''] = Object.keys(object.state())
  const pauses = driftPausesOf({ state: { [id]: value }, now: () => 0, updateState: () => {} })
  expect(pauses.pauseBefore('ConfigMap shop/settings')).toBe(0)
})
