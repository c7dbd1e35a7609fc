import { describe, expect, it } from 'vitest'
import {
  nextWave,
  wavesOf,
  type RolledLocation,
  type Wave,
  type WaveProgress,
  type WaveRules,
} from '../../../schema/placement/waves.ts'

const rules: WaveRules = {
  waves: [{ locations: 1 }, { percent: 50 }],
  maxFailures: 0,
  isPaused: false,
  settle: 10_000,
  deadline: 60_000,
}

type Observed = 'old' | 'ready' | 'unready' | 'stalled'

/** Locations `a`, `b` and so on, each with what is observed of it. */
function locations(...observed: Observed[]): RolledLocation[] {
  return observed.map((each, index) => ({
    location: String.fromCodePoint(97 + index),
    labels: {},
    isOutdated: each === 'old',
    isReady: each === 'old' || each === 'ready',
    isStalled: each === 'stalled',
    ...(each === 'stalled' ? { cause: 'web crashes.' } : {}),
  }))
}

/** Takes steps at times in seconds, each with what is observed then, and returns the last one. */
function steps(
  observations: readonly [seconds: number, observed: readonly Observed[]][],
  changed: Partial<WaveRules> = {},
) {
  let progress: WaveProgress | undefined
  return observations.map(([seconds, observed]) => {
    const step = nextWave(progress, {
      locations: locations(...observed),
      rules: { ...rules, ...changed },
      now: seconds * 1000,
    })
    progress = step.progress
    const { state, released, failed, until } = step
    return { at: `${state} ${progress.wave}/${step.waves}`, released: released.join(''), failed, until }
  })
}

describe('the waves of locations', () => {
  const named = [
    { location: 'a', labels: { ring: 'late' } },
    { location: 'b', labels: { ring: 'early' } },
    { location: 'c', labels: {} },
    { location: 'd', labels: { ring: 'early', tier: 'small' } },
  ]
  const cases: [title: string, waves: Wave[], divided: string[]][] = [
    ['are one without any', [], ['abcd']],
    ['count all locations so far', [{ locations: 1 }, { locations: 3 }], ['a', 'bc', 'd']],
    ['are percentages, rounded up', [{ percent: 1 }, { percent: 51 }, { percent: 100 }], ['a', 'bc', 'd']],
    ['have the locations whose runtimes have the labels', [{ labels: { ring: 'early' } }], ['bd', 'ac']],
    [
      'leave out what is there',
      [{ labels: { ring: 'early' } }, { percent: 25 }, { locations: 3 }],
      ['bd', 'a', 'c'],
    ],
    ['leave out what nothing fits', [{ labels: { ring: 'none' } }, { locations: 50 }], ['abcd']],
  ]
  it.each(cases)('%s', (_, waves, divided) => {
    const found = wavesOf(waves, named).map((wave) => wave.map(({ location }) => location).join(''))
    expect(found).toEqual(divided)
  })
})

describe('a rollout in waves', () => {
  it('is complete for new locations, once they are ready', () => {
    const found = steps([
      [0, ['unready', 'unready', 'unready', 'unready']],
      [5, ['ready', 'ready', 'ready', 'ready']],
    ])
    expect(found.map(({ at }) => at)).toEqual(['Progressing 3/3', 'Complete 3/3'])
  })

  it('starts each wave once those before have been ready for long enough', () => {
    const found = steps([
      [0, ['old', 'old', 'old', 'old']],
      [1, ['unready', 'old', 'old', 'old']],
      [5, ['ready', 'old', 'old', 'old']],
      [14, ['ready', 'old', 'old', 'old']],
      [15, ['ready', 'old', 'old', 'old']],
      [16, ['ready', 'ready', 'old', 'old']],
      [26, ['ready', 'ready', 'old', 'old']],
      [27, ['ready', 'ready', 'ready', 'ready']],
    ])
    expect(found.map(({ at, released }) => `${at} ${released}`)).toEqual([
      'Progressing 1/3 a',
      'Progressing 1/3 ',
      'Progressing 1/3 ',
      'Progressing 1/3 ',
      'Progressing 2/3 b',
      'Progressing 2/3 ',
      'Progressing 3/3 cd',
      'Complete 3/3 ',
    ])
    expect(found[2]?.until).toBe(15_000)
  })

  it('does not wait for a change of a wave that has all of it already', () => {
    const observed = ['ready', 'ready', 'old', 'old'] as const
    const found = steps([
      [0, ['old', 'ready', 'old', 'old']],
      [1, observed],
      [11, observed],
      [21, observed],
    ])
    expect(found.map(({ at, released, until }) => `${at} ${released} ${until}`)).toEqual([
      'Progressing 1/3 a 60000',
      'Progressing 1/3  11000',
      'Progressing 2/3  21000',
      'Progressing 3/3 cd 81000',
    ])
    const atOnce = steps(
      [
        [0, ['old', 'ready', 'old', 'old']],
        [1, observed],
      ],
      { settle: 0 },
    )
    expect(atOnce.at(-1)).toMatchObject({ at: 'Progressing 3/3', released: 'cd' })
    const last = steps(
      [
        [0, ['old', 'ready']],
        [1, ['ready', 'ready']],
      ],
      { settle: 0 },
    )
    expect(last.at(-1)).toMatchObject({ at: 'Complete 2/2', released: '' })
  })

  it('settles anew if a location has not stayed ready', () => {
    const found = steps([
      [0, ['old', 'old']],
      [1, ['ready', 'old']],
      [5, ['unready', 'old']],
      [8, ['ready', 'old']],
      [17, ['ready', 'old']],
      [18, ['ready', 'old']],
    ])
    expect(found.at(-2)).toMatchObject({ at: 'Progressing 1/2', released: '' })
    expect(found.at(-1)).toMatchObject({ at: 'Progressing 2/2', released: 'b' })
  })

  it('halts when a location fails or is late, with its cause, and goes on if it recovers', () => {
    const [, stalled] = steps([
      [0, ['old', 'old', 'old', 'old']],
      [1, ['stalled', 'old', 'old', 'old']],
    ])
    expect(stalled).toMatchObject({
      at: 'Halted 1/3',
      released: '',
      failed: [{ location: 'a', cause: 'web crashes.' }],
    })
    const late = steps([
      [0, ['old', 'old', 'old', 'old']],
      [59, ['unready', 'old', 'old', 'old']],
      [60, ['unready', 'old', 'old', 'old']],
      [70, ['ready', 'old', 'old', 'old']],
      [80, ['ready', 'old', 'old', 'old']],
    ])
    expect(late.map(({ at }) => at)).toEqual([
      'Progressing 1/3',
      'Progressing 1/3',
      'Halted 1/3',
      'Progressing 1/3',
      'Progressing 2/3',
    ])
    expect(late[2]?.failed).toEqual([{ location: 'a', cause: 'It was not ready within 60 seconds.' }])
  })

  it('goes on with failures within the budget, which delay no later wave', () => {
    const budget = { maxFailures: 1 }
    const start: [number, Observed[]][] = [
      [0, ['old', 'old', 'old', 'old']],
      [1, ['stalled', 'old', 'old', 'old']],
      [11, ['stalled', 'old', 'old', 'old']],
      [12, ['unready', 'ready', 'old', 'old']],
      [22, ['unready', 'ready', 'old', 'old']],
    ]
    const found = steps([...start, [23, ['unready', 'ready', 'ready', 'ready']]], budget)
    expect(found.map(({ at }) => at)).toEqual([
      'Progressing 1/3',
      'Progressing 1/3',
      'Progressing 2/3',
      'Progressing 2/3',
      'Progressing 3/3',
      'Complete 3/3',
    ])
    const halted = steps([...start, [23, ['stalled', 'ready', 'stalled', 'ready']]], budget)
    expect(halted.at(-1)).toMatchObject({ at: 'Halted 3/3', failed: [{ location: 'a' }, { location: 'c' }] })
  })

  it('starts again with another change, and ends for good', () => {
    const found = steps([
      [0, ['old', 'old', 'old', 'old']],
      [1, ['ready', 'old', 'old', 'old']],
      [11, ['ready', 'old', 'old', 'old']],
      [12, ['old', 'old', 'old', 'old']],
      [13, ['stalled', 'old', 'old', 'old']],
      [14, ['old', 'ready', 'ready', 'ready']],
      // It has reached the others already.
      [15, ['ready', 'ready', 'ready', 'ready']],
    ])
    expect(found.map(({ at, released }) => `${at} ${released}`)).toEqual([
      'Progressing 1/3 a',
      'Progressing 1/3 ',
      'Progressing 2/3 b',
      'Progressing 1/3 a',
      'Halted 1/3 ',
      'Progressing 1/3 a',
      'Complete 3/3 ',
    ])
    const after = steps([
      [0, ['ready', 'ready']],
      [1, ['ready', 'stalled']],
      [99, ['ready', 'unready']],
    ])
    expect(after.map(({ at }) => at)).toEqual(['Complete 2/2', 'Complete 2/2', 'Complete 2/2'])
  })

  it('stands still while it is paused, and the time of a pause does not count', () => {
    let progress: WaveProgress | undefined
    const at = (seconds: number, isPaused: boolean, observed: readonly Observed[]) => {
      const step = nextWave(progress, {
        locations: locations(...observed),
        rules: { ...rules, isPaused },
        now: seconds * 1000,
      })
      progress = step.progress
      return `${step.state} ${progress.wave} ${step.released.join('')}`
    }
    expect([
      at(0, true, ['old', 'old']),
      at(100, false, ['old', 'old']),
      at(110, true, ['unready', 'old']),
      at(900, true, ['unready', 'old']),
      at(901, false, ['unready', 'old']),
      at(902, false, ['ready', 'old']),
      at(912, false, ['ready', 'old']),
    ]).toEqual([
      'Paused 1 ',
      'Progressing 1 a',
      'Paused 1 ',
      'Paused 1 ',
      'Progressing 1 ',
      'Progressing 1 ',
      'Progressing 2 b',
    ])
  })

  it('takes the same steps if one is repeated, as after a crash', () => {
    const stored: WaveProgress = { wave: 1, startedAt: 0, readyAt: 5000 }
    const input = { rules, now: 15_000 }
    const first = nextWave(stored, { ...input, locations: locations('ready', 'old', 'old', 'old') })
    // The instance was changed, and then the worker was killed before it stored its progress.
    const again = nextWave(stored, { ...input, locations: locations('ready', 'unready', 'old', 'old') })
    expect(first.released).toEqual(['b'])
    expect(again.released).toEqual([])
    expect(again.progress).toEqual(first.progress)
  })
})
