import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPeriodicChecks } from '../../../server/http/periodic-checks.ts'

afterEach(() => vi.useRealTimers())

describe('periodic checks', () => {
  it('run until they are done, removed, or all are stopped', () => {
    vi.useFakeTimers()
    const checks = createPeriodicChecks(100)
    const calls = { done: 0, removed: 0, lasting: 0 }
    checks.add(() => ((calls.done += 1) === 2 ? 'done' : 'continue'))
    const remove = checks.add(() => {
      calls.removed += 1
      return 'continue'
    })
    checks.add(() => {
      calls.lasting += 1
      return 'continue'
    })
    vi.advanceTimersByTime(300)
    remove()
    vi.advanceTimersByTime(200)
    checks.stop()
    vi.advanceTimersByTime(200)
    expect(calls).toEqual({ done: 2, removed: 3, lasting: 5 })
  })
})
