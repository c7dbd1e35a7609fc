import { describe, expect, it } from 'vitest'
import type { Choice } from '../../../schema/delivery/choose.ts'
import type { Surroundings } from '../../../schema/delivery/surroundings.ts'
import { deliverySummary } from '../../../workers/delivery/summaries.ts'

interface Given {
  /** The last revision that is recorded, of three. Default: the second, so that there are only two. */
  recorded?: number
  /** Set if the third has been made by a change of the definition. */
  isEdited?: boolean
  /** What the environments have chosen, and what waits there. */
  choices: Record<string, Partial<Omit<Choice, 'revision'>> & { revision: number }>
  /** What they run. */
  stages?: Record<string, { revision: number; [output: string]: unknown }>
}

/** Returns what becomes of the delivery of the second revision. */
function summary({ recorded, isEdited = false, choices, stages = {} }: Given) {
  const names = ['r1', 'r2', ...(recorded === undefined ? [] : ['r3'])]
  const revisions = names.map((name, index) => ({
    name,
    spec: {
      number: index + 1,
      ...(index === 0 || (isEdited && index === 2) ? {} : { delivery: `shop-${index + 1}` }),
    },
    outputs: index < (recorded ?? 2) ? { definition: name } : {},
    status: { cause: null },
  }))
  const around = {
    revisions,
    stages: Object.entries(stages).map(([environment, { revision, ...outputs }]) => ({
      spec: { environment, revision: `r${revision}` },
      outputs,
    })),
    invalid: [],
    decisions: [],
  } as unknown as Surroundings
  const chosen = Object.entries(choices).map(([environment, { revision, ...choice }]) => ({
    environment,
    policy: 'automatic',
    revision: revisions[revision - 1],
    ...choice,
  })) as Choice[]
  const delivery = { name: 'shop-2', outputs: {} } as Parameters<typeof deliverySummary>[0]
  return deliverySummary(delivery, { around, choices: chosen, ended: new Map() })
}

describe('a delivery', () => {
  it('waits for people, and is only accepted while a job of another revision runs', () => {
    const held = summary({ choices: { live: { revision: 1, waiting: 'Held by ann: payments fail' } } })
    expect(held).toEqual({
      name: 'shop-2',
      state: 'Waiting',
      revision: 2,
      message: 'Held by ann: payments fail',
    })
    const waiting = 'Job migrate of revision 1 runs in live.'
    const busy = summary({ choices: { live: { revision: 1, waiting, isBusy: true } } })
    expect(busy).toEqual({ name: 'shop-2', state: 'Accepted', revision: 2, message: waiting })
  })

  it('is superseded with the number of the revision, as soon as a newer one is chosen for what rolls it out', () => {
    const stages = { live: { revision: 2, state: 'RollingOut' } }
    for (const isEdited of [false, true])
      expect(summary({ recorded: 3, isEdited, choices: { live: { revision: 3 } }, stages })).toEqual({
        name: 'shop-2',
        state: 'Superseded',
        revision: 2,
        message: 'Revision 3 has taken its place.',
      })
  })

  it('goes on while a newer revision is not recorded, which may be invalid', () => {
    const waiting = 'Revision 3 is not recorded yet.'
    const choices = { live: { revision: 2, waiting, isBusy: true as const } }
    const stages = { live: { revision: 2, state: 'RollingOut' } }
    expect(summary({ recorded: 2, choices, stages })).toMatchObject({ state: 'RollingOut', revision: 2 })
    const held = { live: { revision: 1, waiting: 'Held: a bug' } }
    expect(summary({ recorded: 2, choices: held })).toMatchObject({ state: 'Waiting' })
  })

  it('goes on after the environment before, whose last healthy revision it is, has chosen a newer one', () => {
    const waiting = 'Revision 2 soaks in staging until 2026-11-25T12:00:30.000Z.'
    const choices = { staging: { revision: 3 }, live: { revision: 1, waiting } }
    const stages = {
      staging: { revision: 3, healthy: 2, state: 'RollingOut' },
      live: { revision: 1, healthy: 1 },
    }
    expect(summary({ recorded: 3, choices, stages })).toMatchObject({ state: 'Waiting', message: waiting })
    const replaced = { ...stages, staging: { revision: 3, healthy: 3, state: 'Healthy' } }
    expect(summary({ recorded: 3, choices, stages: replaced })).toMatchObject({ state: 'Superseded' })
  })

  it('is healthy once it has been so everywhere, also if a newer one has taken its place in the first', () => {
    const choices = { staging: { revision: 3 }, live: { revision: 2 } }
    const rollouts = [
      { revision: 3, state: 'RollingOut' },
      { revision: 2, state: 'Healthy', healthyAt: '2026-11-25T12:00:00.000Z' },
    ]
    const staging = { revision: 3, healthy: 3, state: 'Healthy', rollouts }
    const going = { staging, live: { revision: 2, healthy: 1, state: 'RollingOut' } }
    expect(summary({ recorded: 3, choices, stages: going })).toMatchObject({ state: 'RollingOut' })
    const gone = { staging, live: { revision: 2, healthy: 2, state: 'Healthy' } }
    expect(summary({ recorded: 3, choices, stages: gone })).toMatchObject({ state: 'Healthy' })
  })

  it('is rolled back once the earlier revision runs again everywhere, and not before', () => {
    const choices = { staging: { revision: 2 }, live: { revision: 2 } }
    const failed = { revision: 2, healthy: 1, failed: 2, cause: 'It was not ready.' }
    const summaryIn = (staging: string, live: string) =>
      summary({
        choices,
        stages: { staging: { ...failed, state: staging }, live: { ...failed, state: live } },
      })
    expect(summaryIn('RolledBack', 'RollingBack')).toEqual({
      name: 'shop-2',
      state: 'RollingBack',
      revision: 2,
      message: 'live: It was not ready.',
    })
    expect(summaryIn('RolledBack', 'RolledBack')).toMatchObject({
      state: 'RolledBack',
      message: 'staging: It was not ready.',
    })
    const replaced = { ...failed, revision: 3, state: 'RollingOut' }
    const next = { staging: { revision: 3 } }
    expect(summary({ recorded: 3, choices: next, stages: { staging: replaced } })).toMatchObject({
      state: 'RolledBack',
    })
  })
})
