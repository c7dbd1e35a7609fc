import { describe, expect, it } from 'vitest'
import { closedUntil } from '../../../schema/delivery/times.ts'

/** Returns when rollouts are possible again, if they are not at a time on Wednesday, 2026-11-25. */
function opens(time: string, rules: Parameters<typeof closedUntil>[0]): string | undefined {
  const closed = closedUntil(rules, Date.parse(`2026-11-25T${time}:00Z`))
  return closed && new Date(closed.until).toISOString()
}

describe('times of rollouts', () => {
  const office = { days: ['mon' as const, 'wed' as const], from: '09:00', to: '17:00' }

  it('are always without rules', () => {
    expect(opens('03:00', {})).toBeUndefined()
    expect(opens('03:00', { windows: [], freezes: [] })).toBeUndefined()
  })

  it('are within a window, with its start and without its end', () => {
    const windows = [office]
    expect(opens('08:59', { windows })).toBe('2026-11-25T09:00:00.000Z')
    expect(opens('09:00', { windows })).toBeUndefined()
    expect(opens('16:59', { windows })).toBeUndefined()
    expect(opens('17:00', { windows })).toBe('2026-11-30T09:00:00.000Z')
  })

  it('can go beyond midnight', () => {
    const windows = [{ days: ['tue' as const], from: '22:00', to: '02:00' }]
    expect(opens('01:59', { windows })).toBeUndefined()
    expect(opens('02:00', { windows })).toBe('2026-12-01T22:00:00.000Z')
  })

  it('are not within a freeze, of which the longest counts', () => {
    const freezes = [
      { from: '2026-11-25T00:00:00Z', until: '2026-11-25T12:00:00Z', reason: 'a migration' },
      { from: '2026-11-25T10:00:00+01:00', until: '2026-11-25T15:00:00+01:00', reason: 'a fair' },
    ]
    expect(opens('09:30', { freezes })).toBe('2026-11-25T14:00:00.000Z')
    expect(opens('09:30', { freezes, windows: [office] })).toBe('2026-11-25T14:00:00.000Z')
    expect(opens('14:00', { freezes })).toBeUndefined()
  })
})
