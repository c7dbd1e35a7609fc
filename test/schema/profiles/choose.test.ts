import { describe, expect, it } from 'vitest'
import {
  chooseProfile,
  isTie,
  type ProfileCandidate,
  type ProfileFacts,
} from '../../../schema/profiles/choose.ts'

function candidate(name: string, given: Partial<ProfileCandidate> = {}): ProfileCandidate {
  return { name, project: 'default', isBuiltIn: false, isDefault: false, conditions: {}, ...given }
}

const facts: ProfileFacts = {
  project: 'shop',
  engine: 'postgres',
  tier: 'production',
  runtimeProvider: 'kind',
  location: 'Europe:Frankfurt',
  labels: { team: 'web', zone: 'a' },
}

/** Pairs of profiles that both apply, the winner first, with the reason. */
const precedence: [winner: ProfileCandidate, loser: ProfileCandidate, reason: string][] = [
  [
    candidate('own', { project: 'shop' }),
    candidate('shared', { conditions: { engine: ['postgres'] } }),
    'It belongs to the project itself.',
  ],
  [
    candidate('general'),
    candidate('shipped', { isBuiltIn: true, conditions: { engine: ['postgres'] } }),
    'It does not ship with QleetOS.',
  ],
  [
    candidate('engine', { conditions: { engine: ['postgres'] } }),
    candidate('tier', { conditions: { tier: ['production'], locations: ['Europe:Frankfurt'] } }),
    'It has a condition for the engine.',
  ],
  [
    candidate('tier', { conditions: { tier: ['production'] } }),
    candidate('runtime', { conditions: { runtimeProvider: ['kind'] } }),
    'It has a condition for the tier.',
  ],
  [
    candidate('runtime', { conditions: { runtimeProvider: ['kind'] } }),
    candidate('location', { conditions: { locations: ['Europe:Frankfurt'] } }),
    'It has a condition for the provider of the runtime.',
  ],
  [
    candidate('location', { conditions: { locations: ['Europe:Frankfurt'] } }),
    candidate('project', { conditions: { projects: ['shop'] } }),
    'It has a condition for the location.',
  ],
  [
    candidate('project', { conditions: { projects: ['shop'] } }),
    candidate('labels', { conditions: { labels: { team: 'web', zone: 'a' } } }),
    'It has a condition for the project.',
  ],
  [
    candidate('more', { conditions: { labels: { team: 'web', zone: 'a' } } }),
    candidate('fewer', { conditions: { labels: { team: 'web' } }, isDefault: true }),
    'It has conditions for more labels.',
  ],
  [candidate('default', { isDefault: true }), candidate('other'), 'It is the default.'],
]

describe('the order of precedence', () => {
  for (const [winner, loser, reason] of precedence) {
    it(`prefers ${winner.name} to ${loser.name}`, () => {
      for (const candidates of [
        [winner, loser],
        [loser, winner],
      ]) {
        const choice = chooseProfile(facts, candidates)
        expect(choice).toMatchObject({ chosen: winner, reason })
        expect(choice.rejected).toEqual([
          { name: loser.name, project: loser.project, reason: `${winner.name} takes precedence: ${reason}` },
        ])
      }
    })
  }

  it('puts the profile that is named before all others', () => {
    const candidates = [candidate('own', { project: 'shop' }), candidate('shipped', { isBuiltIn: true })]
    const choice = chooseProfile({ ...facts, named: { name: 'shipped' } }, candidates)
    expect(choice).toMatchObject({ chosen: { name: 'shipped' }, reason: 'It is named.' })
    expect(choice.rejected).toEqual([{ name: 'own', project: 'shop', reason: 'Another profile is named.' }])
  })

  it('finds a named profile in the project of the object before the shared one', () => {
    const candidates = [candidate('same'), candidate('same', { project: 'shop' })]
    expect(chooseProfile({ ...facts, named: { name: 'same' } }, candidates).chosen?.project).toBe('shop')
    const qualified = { project: 'default', name: 'same' }
    expect(chooseProfile({ ...facts, named: qualified }, candidates).chosen?.project).toBe('default')
  })
})

describe('conditions', () => {
  const cases: [string, ProfileCandidate['conditions'], string][] = [
    ['engine', { engine: ['mysql'] }, 'It is for engines mysql, not postgres.'],
    ['tier', { tier: ['staging', 'development'] }, 'It is for tiers staging, development, not production.'],
    ['runtime', { runtimeProvider: ['simulated'] }, 'It is for providers of runtimes simulated, not kind.'],
    ['location', { locations: ['Local'] }, 'It is for locations Local, not Europe:Frankfurt.'],
    ['project', { projects: ['bank'] }, 'It is for projects bank, not shop.'],
    ['label', { labels: { team: 'ops' } }, 'It is for objects with label team=ops.'],
  ]
  for (const [name, conditions, reason] of cases) {
    it(`excludes a profile whose ${name} does not match, even if it is named`, () => {
      for (const named of [undefined, { name: 'a' }]) {
        const choice = chooseProfile({ ...facts, named }, [candidate('a', { conditions })])
        expect(choice).toMatchObject({ chosen: undefined, rejected: [{ name: 'a', reason }] })
      }
    })
  }

  it('excludes a profile with a condition for something unknown', () => {
    const choice = chooseProfile({ project: 'shop', labels: {} }, [
      candidate('a', { conditions: { engine: ['x'] } }),
    ])
    expect(choice.rejected).toMatchObject([{ reason: 'It is for engines x, which is unknown here.' }])
  })
})

describe('ties', () => {
  const one = candidate('one', { conditions: { engine: ['postgres', 'mysql'], labels: { team: 'web' } } })
  const cases: [title: string, other: ProfileCandidate, tied: boolean][] = [
    [
      'an overlapping value',
      candidate('b', { conditions: { engine: ['mysql'], labels: { zone: 'a' } } }),
      true,
    ],
    [
      'no common value',
      candidate('b', { conditions: { engine: ['oracle'], labels: { team: 'web' } } }),
      false,
    ],
    [
      'another label value',
      candidate('b', { conditions: { engine: ['mysql'], labels: { team: 'ops' } } }),
      false,
    ],
    ['a condition more', candidate('b', { conditions: { ...one.conditions, tier: ['x'] } }), false],
    ['another project', candidate('b', { ...one, project: 'shop' }), false],
    ['being the default', candidate('b', { ...one, isDefault: true }), false],
  ]
  for (const [title, other, tied] of cases) {
    it(`${tied ? 'exist' : 'do not exist'} with ${title}`, () => {
      expect([isTie(one, other), isTie(other, one)]).toEqual([tied, tied])
    })
  }
})
