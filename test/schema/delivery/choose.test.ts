import { describe, expect, it } from 'vitest'
import { chooseRevisions } from '../../../schema/delivery/choose.ts'
import type { Surroundings } from '../../../schema/delivery/surroundings.ts'

type Spec = Parameters<typeof chooseRevisions>[0]

const now = Date.parse('2026-11-25T12:00:00Z')

interface Given {
  /** The specs of the environments, in order. */
  environments: Record<string, Record<string, unknown>>
  revisions?: number
  /** The number of those that have their copy of the definition. Default: all. */
  recorded?: number
  /** The specs of further revisions, which are made of two. */
  composed?: Record<string, unknown>[]
  /** What the environments run: the chosen and the healthy revision, and since when. */
  stages?: Record<string, { revision?: number; [output: string]: unknown }>
  holds?: Record<string, unknown>[]
  promotions?: Record<string, unknown>[]
  decisions?: Record<string, unknown>[]
}

/** Chooses among revisions r1, r2, ... */
function choices({
  environments,
  revisions = 3,
  recorded = revisions,
  composed = [],
  stages = {},
  holds = [],
  promotions = [],
  decisions = [],
}: Given) {
  const around = {
    environments: Object.entries(environments).map(([name, spec]) => ({ name, spec })),
    revisions: [
      ...Array.from({ length: revisions }, (_, index) => ({
        name: `r${index + 1}`,
        spec: { number: index + 1 },
        outputs: index < recorded ? { definition: `r${index + 1}` } : {},
        status: { cause: null },
      })),
      ...composed.map((spec, index) => ({
        name: `r${revisions + index + 1}`,
        spec: { number: revisions + index + 1, ...spec },
        outputs: { definition: `r${revisions + index + 1}` },
      })),
    ],
    invalid: [],
    stages: Object.entries(stages).map(([environment, { revision, ...outputs }]) => ({
      spec: {
        application: 'shop',
        environment,
        ...(revision === undefined ? {} : { revision: `r${revision}` }),
      },
      outputs,
    })),
    holds: holds.map((spec, index) => ({ name: `h${index}`, spec })),
    promotions: promotions.map(({ createdAt = '', ...spec }) => ({ createdAt, spec })),
    decisions: decisions.map((spec) => ({ spec })),
  } as unknown as Surroundings
  const spec = { environments: Object.keys(environments).map((environment) => ({ environment })) } as Spec
  return chooseRevisions(spec, around, now)
}

/** Returns the names of the chosen revisions and what they wait for, by environment. */
function chosen(given: Given) {
  return Object.fromEntries(
    choices(given).map(({ environment, revision, waiting }) => [environment, [revision?.name, waiting]]),
  )
}

const approval = { policy: 'approval' }

const soaking = (soak: number) => ({ staging: {}, live: { soak } })

describe('the revision of an environment', () => {
  it('is the newest in the first, and the healthy one of the environment before in the others', () => {
    const stages = { staging: { revision: 3, healthy: 2, since: '2026-11-25T11:00:00Z' } }
    expect(chosen({ environments: { staging: {}, live: {} }, stages })).toEqual({
      staging: ['r3', undefined],
      live: ['r2', 'Revision 3 is not healthy in staging yet.'],
    })
  })

  it('is none that is not recorded yet, as it may be invalid, unless there is no other', () => {
    const environments = { staging: {} }
    const stages = { staging: { revision: 2, state: 'RollingOut' } }
    const waiting = 'Revision 3 is not recorded yet.'
    expect(choices({ environments, stages, recorded: 2 })).toMatchObject([
      { revision: { name: 'r2' }, waiting, isBusy: true },
    ])
    expect(chosen({ environments, stages, recorded: 0 })['staging']).toEqual(['r2', waiting])
    expect(chosen({ environments, recorded: 0 })['staging']).toEqual(['r3', undefined])
    expect(chosen({ environments, stages })['staging']).toEqual(['r3', undefined])
    const promotions = [{ environment: 'live', revision: 3 }]
    const live = { environments: { live: approval }, stages: { live: { revision: 2 } }, promotions }
    expect(chosen({ ...live, recorded: 2 })['live']).toEqual(['r2', waiting])
    expect(chosen(live)['live']?.[0]).toBe('r3')
  })

  describe('that has failed there', () => {
    const failedAt = '2026-11-25T11:00:00Z'
    const rollouts = [
      { revision: 1, state: 'Healthy' },
      { revision: 3, state: 'RolledBack', startedAt: failedAt, failedAt, cause: 'It was not ready' },
    ]
    const here = (revision: number) => ({ revision, attempt: 5, rollouts })
    const refusal =
      'Revision 3 has failed in staging, and is not rolled out again by itself: It was not ready. To try it again: ' +
      'qleetctl rollout retry shop --environment staging --revision 3'
    const environments = { staging: {} }

    it('stays, and is not chosen again after a hold, but for the newest that has not failed', () => {
      expect(chosen({ environments, stages: { staging: here(3) } })['staging']).toEqual(['r3', undefined])
      expect(chosen({ environments, stages: { staging: here(1) } })['staging']).toEqual(['r2', refusal])
      const all = [{ revision: 2, state: 'Failed', startedAt: failedAt, failedAt, cause: 'x' }, ...rollouts]
      const none = { staging: { ...here(1), rollouts: all } }
      expect(chosen({ environments, stages: none })['staging']).toEqual(['r1', refusal])
      const newer = chosen({ environments, stages: { staging: here(1) }, revisions: 4 })
      expect(newer['staging']).toEqual(['r4', undefined])
    })

    it('is chosen if it is named: by a hold, a retry, or a promotion after the failure', () => {
      const stages = { staging: here(1) }
      const holds = [{ environment: 'staging', revision: 3, reason: 'a test' }]
      expect(chosen({ environments, stages, holds })['staging']?.[0]).toBe('r3')
      const retry = { environment: 'staging', action: 'retry', revision: 3, attempt: 5, reason: 'x' }
      expect(chosen({ environments, stages, decisions: [retry] })['staging']).toEqual(['r3', undefined])
      for (const other of [{ attempt: 4 }, { revision: 2 }, { environment: 'live' }, { action: 'skip' }])
        expect(chosen({ environments, stages, decisions: [{ ...retry, ...other }] })['staging']?.[0]).toBe(
          'r2',
        )
      const promotions = (createdAt: string) => [{ environment: 'staging', revision: 3, createdAt }]
      const approved = (createdAt: string) =>
        chosen({ environments: { staging: approval }, stages, promotions: promotions(createdAt) })['staging']
      expect(approved('2026-11-25T10:00:00Z')).toEqual(['r1', refusal])
      expect(approved('2026-11-25T11:30:00Z')).toEqual(['r3', undefined])
    })

    it('is not chosen because it is healthy in the environment before', () => {
      const stages = {
        before: { revision: 3, healthy: 3, since: failedAt },
        staging: here(1),
      }
      expect(chosen({ environments: { before: {}, staging: {} }, stages })['staging']).toEqual([
        'r1',
        refusal,
      ])
    })
  })

  it('has been healthy in the environment before for long enough', () => {
    const stages = {
      staging: { revision: 3, healthy: 3, since: '2026-11-25T11:59:00Z' },
      live: { revision: 1 },
    }
    expect(chosen({ environments: soaking(30), stages })['live']).toEqual(['r3', undefined])
    expect(chosen({ environments: soaking(90), stages })['live']).toEqual([
      'r1',
      'Revision 3 soaks in staging until 2026-11-25T12:00:30.000Z.',
    ])
  })

  it('does not wait for the clock of a worker that was ahead', () => {
    const stages = {
      staging: { revision: 3, healthy: 3, since: '2026-11-25T12:09:00Z' },
      live: { revision: 1 },
    }
    expect(chosen({ environments: soaking(0), stages })['live']).toEqual(['r3', undefined])
    expect(chosen({ environments: soaking(90), stages })['live']).toEqual([
      'r1',
      'Revision 3 soaks in staging until 2026-11-25T12:01:30.000Z.',
    ])
  })

  it('does not go back because the environment before did', () => {
    const stages = {
      staging: { revision: 1, healthy: 1, since: '2026-11-25T11:00:00Z' },
      live: { revision: 2 },
    }
    const holds = [{ environment: 'staging', revision: 1, reason: 'a bug' }]
    expect(chosen({ environments: { staging: {}, live: {} }, stages, holds })['live']?.[0]).toBe('r2')
  })

  it('stays while a job runs before it, also if it is held elsewhere', () => {
    const jobs = [{ name: 'migrate', when: 'before', revision: 2, state: 'Running' }]
    const stages = { staging: { revision: 2, state: 'RollingOut', attempt: 2, jobs } }
    const environments = { staging: {} }
    const waiting = 'Job migrate of revision 2 runs in staging.'
    expect(chosen({ environments, stages })).toEqual({ staging: ['r2', waiting] })
    expect(choices({ environments, stages })).toMatchObject([{ isBusy: true }])
    const holds = [{ revision: 1, reason: 'a bug' }]
    expect(chosen({ environments, stages, holds })['staging']?.[0]).toBe('r2')
    const ended = { staging: { ...stages.staging, jobs: [{ ...jobs[0], state: 'Succeeded' }] } }
    expect(chosen({ environments, stages: ended })['staging']?.[0]).toBe('r3')
  })

  it('stays while its canary is promoted, unless it is held elsewhere', () => {
    const canary = { revision: 2, phase: 'promoting' }
    const stages = { staging: { revision: 2, state: 'RollingOut', canary } }
    const environments = { staging: {} }
    expect(chosen({ environments, stages })).toEqual({
      staging: ['r2', 'Revision 2 is being promoted in staging.'],
    })
    expect(choices({ environments, stages })).toMatchObject([{ isBusy: true }])
    const holds = [{ revision: 1, reason: 'x' }]
    expect(chosen({ environments, stages, holds })['staging']?.[0]).toBe('r1')
    const shifting = { staging: { ...stages.staging, canary: { ...canary, phase: 'shifting' } } }
    expect(chosen({ environments, stages: shifting })['staging']?.[0]).toBe('r3')
  })

  it('stays while its rollout is paused, unless it is held elsewhere', () => {
    const stages = { staging: { revision: 2, state: 'Paused', attempt: 4 } }
    const pause = { environment: 'staging', action: 'pause', attempt: 4, owner: 'ann', reason: 'an incident' }
    const environments = { staging: {} }
    expect(chosen({ environments, stages, decisions: [pause] })).toEqual({
      staging: ['r2', 'Paused by ann: an incident'],
    })
    const holds = [{ revision: 1, reason: 'a bug' }]
    expect(chosen({ environments, stages, holds, decisions: [pause] })['staging']?.[0]).toBe('r1')
    const others = [
      { ...pause, attempt: 3 },
      { ...pause, environment: 'live' },
    ]
    expect(chosen({ environments, stages, decisions: others })['staging']?.[0]).toBe('r3')
  })

  it('is not one whose promotion expired before it was chosen', () => {
    const promotions = [
      { environment: 'live', revision: 1 },
      { environment: 'live', revision: 2, expiresAt: '2026-11-25T11:59:00Z' },
    ]
    const environments = { live: approval }
    const waiting = 'Revision 3 waits for its promotion to live.'
    expect(chosen({ environments, promotions })['live']).toEqual(['r1', waiting])
    expect(chosen({ environments, promotions, stages: { live: { revision: 2 } } })['live']).toEqual([
      'r2',
      waiting,
    ])
    const valid = [{ ...promotions[1], expiresAt: '2026-11-25T12:01:00+00:00' }]
    expect(chosen({ environments, promotions: valid })['live']).toEqual(['r2', waiting])
  })

  it('needs as many approvals as the environment asks for', () => {
    const environments = { live: { ...approval, approvals: 2 } }
    const promotions = [
      { environment: 'live', revision: 1, approver: 'ann' },
      { environment: 'live', revision: 1, approver: 'bob' },
      { environment: 'live', revision: 2, approver: 'bob' },
    ]
    const waiting = 'Revision 2 has 1 of 2 approvals for live, by bob.'
    expect(chosen({ environments, promotions })['live']).toEqual(['r1', waiting])
    const both = [...promotions, { environment: 'live', revision: 2, approver: 'ann' }]
    expect(chosen({ environments, promotions: both })['live']?.[0]).toBe('r2')
    // What was only half approved in time is not approved later.
    const late = both.map((each) =>
      each.revision === 2 && each.approver === 'bob' ? { ...each, expiresAt: '2026-11-25T11:59:00Z' } : each,
    )
    expect(chosen({ environments, promotions: late })['live']?.[0]).toBe('r1')
  })

  it('is chosen anew when a promotion that waits for a window expires', () => {
    const freeze = { from: '2026-11-25T00:00:00Z', until: '2026-11-26T00:00:00Z', reason: 'sale' }
    const environments = { live: { ...approval, freezes: [freeze] } }
    const expiresAt = '2026-11-25T12:30:00Z'
    const promotions = [{ environment: 'live', revision: 2, expiresAt }]
    expect(choices({ environments, promotions })).toMatchObject([
      { revision: undefined, waiting: expect.stringContaining('Frozen'), until: Date.parse(expiresAt) },
    ])
  })

  it('is the newest promoted one where revisions need an approval, also if that is older', () => {
    const promotions = [
      { environment: 'live', revision: 3 },
      { environment: 'live', revision: 2 },
      { environment: 'other', revision: 1 },
    ]
    expect(chosen({ environments: { live: approval }, promotions })['live']).toEqual([
      'r2',
      'Revision 3 waits for its promotion to live.',
    ])
  })

  it('stays while rollouts are frozen, except for a hold', () => {
    const reason = 'the holidays'
    const freezes = [{ from: '2026-11-25T00:00:00Z', until: '2026-11-26T00:00:00Z', reason }]
    const given = { environments: { live: { freezes } }, stages: { live: { revision: 2, healthy: 2 } } }
    expect(chosen(given)['live']).toEqual(['r2', `Frozen until 2026-11-26T00:00:00Z: ${reason}.`])
    const holds = [{ revision: 1, reason: 'a bug' }]
    expect(chosen({ ...given, holds })['live']).toEqual(['r1', 'Held: a bug'])
  })

  it('is that of a hold, by the environment rather than by all', () => {
    const holds = [
      { environment: 'live', revision: 2, reason: 'slow' },
      { revision: 1, reason: 'an incident', owner: 'ann' },
    ]
    const stages = { live: { revision: 3 }, staging: { revision: 3 } }
    expect(chosen({ environments: { staging: {}, live: approval }, holds, stages })).toEqual({
      staging: ['r1', 'Held by ann: an incident'],
      live: ['r2', 'Held: slow'],
    })
  })

  it('is not approved by a hold', () => {
    const holds = [{ environment: 'live', revision: 3, reason: 'now' }]
    const stages = { live: { revision: 2 } }
    expect(chosen({ environments: { live: approval }, holds, stages })['live']).toEqual([
      'r2',
      'Held: now (revision 3 has no promotion)',
    ])
  })

  describe('that is made of two', () => {
    // Revision 4 is 1 with the images of 3.
    const composition = { base: 1, revision: 3, only: ['image'] }
    const composed = [{ composition, rank: 2 }]
    const environments = { staging: {}, live: approval }
    const stages = { live: { revision: 1, healthy: 1 } }
    const parts = { environment: 'live', ...composition }

    it('is the one of a promotion of parts, in any order of their names', () => {
      expect(chosen({ environments, stages, composed, promotions: [parts] })).toEqual({
        staging: ['r3', undefined],
        live: ['r4', 'Revision 3 waits for its promotion to live.'],
      })
      const twice = [{ ...parts, only: ['image', 'image'] }]
      expect(chosen({ environments, stages, composed, promotions: twice })['live']?.[0]).toBe('r4')
      const whole = [parts, { environment: 'live', revision: 2 }]
      expect(chosen({ environments, stages, composed, promotions: whole })['live']?.[0]).toBe('r2')
    })

    it('is not chosen for other parts, or on top of another revision', () => {
      for (const other of [{ only: ['config'] }, { base: 2 }])
        expect(
          chosen({ environments, stages, composed, promotions: [{ ...parts, ...other }] })['live'],
        ).toEqual(['r1', 'Revision 3 waits for its promotion to live.'])
    })

    it('needs approvals of these parts by different users', () => {
      const needed = { live: { policy: 'approval', approvals: 2 } }
      const by = (approver: string, spec: object = parts) => ({ ...spec, approver })
      const given = (promotions: Record<string, unknown>[]) =>
        chosen({ environments: needed, stages, composed, promotions })['live']
      expect(given([by('ann'), by('bob', { environment: 'live', revision: 3 })])?.[0]).toBe('r1')
      expect(given([by('ann'), by('ann')])?.[1]).toBe('Revision 4 has 1 of 2 approvals for live, by ann.')
      expect(given([by('ann'), by('bob')])?.[0]).toBe('r4')
    })

    it('is older than the one that its parts are of: a hold at that one is no rollback', () => {
      const now4 = { live: { revision: 4, healthy: 4 } }
      const held = (revision: number) =>
        chosen({ environments, stages: now4, composed, holds: [{ revision, reason: 'x' }] })['live']
      expect(held(3)).toEqual(['r4', 'Held: x (revision 3 has no promotion)'])
      expect(held(1)?.[0]).toBe('r1')
    })
  })
})
