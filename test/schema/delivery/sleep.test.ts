import { describe, expect, it } from 'vitest'
import { sleepAt, type PreviewSleep } from '../../../schema/delivery/sleep.ts'

const times = (time: string): number => Date.parse(`2026-11-25T${time}:00Z`)

/** Returns whether a preview that was active at a time on Wednesday, 2026-11-25, sleeps at another, and until when. */
function sleep(settings: PreviewSleep | undefined, active: string, now: string): string {
  const { isAsleep, until } = sleepAt(settings, times(active), times(now))
  const state = isAsleep ? 'asleep' : 'awake'
  return Number.isFinite(until) ? `${state} until ${new Date(until).toISOString().slice(8, 16)}` : state
}

describe('a preview', () => {
  const except = [{ days: ['wed' as const, 'thu' as const], from: '08:00', to: '18:00' }]

  it('never sleeps without settings', () => {
    expect(sleep(undefined, '00:00', '23:00')).toBe('awake')
  })

  it('sleeps some time after it was active, until it is active again', () => {
    expect(sleep({}, '10:00', '10:59')).toBe('awake until 25T11:00')
    expect(sleep({}, '10:00', '11:00')).toBe('asleep')
    expect(sleep({ after: 7200 }, '10:00', '11:00')).toBe('awake until 25T12:00')
  })

  it('is awake in the times that are excepted', () => {
    expect(sleep({ except }, '03:00', '07:59')).toBe('asleep until 25T08:00')
    expect(sleep({ except }, '03:00', '08:00')).toBe('awake until 25T18:00')
    expect(sleep({ except }, '17:30', '17:45')).toBe('awake until 25T18:30')
    expect(sleep({ except }, '17:30', '18:30')).toBe('asleep until 26T08:00')
  })
})
