import { describe, expect, it } from 'vitest'
import {
  candidateFor,
  failureOf,
  type CandidatePlace,
  type Candidates,
} from '../../web/console/pages/object/candidates.ts'

interface Given {
  state?: string
  revision?: number
  healthy?: number
  cause?: string
  stalled?: boolean
  rollouts?: readonly { revision: number; state: string; cause?: string }[]
}

/** Returns an environment of an application, with what its page reads of it. */
function place(environment: string, { rollouts = [], cause, stalled, ...summary }: Given): CandidatePlace {
  const status = { stalled, ...(cause === undefined ? {} : { cause: { message: cause } }) }
  const stage = { object: { status }, spec: {}, outputs: { rollouts } }
  // The other fields do not matter here.
  return { environment, summary: { environment, ...summary }, stage } as unknown as CandidatePlace
}

function stateOf(places: readonly CandidatePlace[], revision?: number): Candidates {
  return { application: { outputs: { revision } }, places }
}

describe('the revision that is likely to be promoted', () => {
  const healthy = { state: 'Healthy', revision: 3, healthy: 3 }
  const failed = { revision: 3, state: 'RolledBack', cause: 'it crashes' }
  it.each<[string, Given, Given, number | undefined]>([
    ['is healthy in the environment before', healthy, {}, 3],
    [
      'is the one before a failure',
      { state: 'RolledBack', revision: 3, healthy: 2, rollouts: [failed, { revision: 2, state: 'Healthy' }] },
      {},
      2,
    ],
    [
      'is none if nothing is healthy there',
      { state: 'Failed', revision: 3, rollouts: [failed] },
      {},
      undefined,
    ],
    ['is none if it is not ready there now', { ...healthy, state: 'Degraded' }, {}, undefined],
    ['is none if it has failed in the environment itself', healthy, { rollouts: [failed] }, undefined],
    [
      'is one that works after an attempt that failed',
      { ...healthy, rollouts: [{ revision: 3, state: 'Healthy' }, failed] },
      {},
      3,
    ],
  ])('%s', (_, before, after, expected) => {
    const places = [place('staging', before), place('production', after)] as const
    expect(candidateFor(stateOf(places, 3), places[1])).toBe(expected)
  })

  it.each<[string, Given, number | undefined]>([
    ['is the newest in the first environment', {}, 3],
    [
      'is none in the first environment while the newest makes no progress there',
      { state: 'RollingOut', revision: 3, stalled: true },
      undefined,
    ],
    [
      'is the newest in the first environment while it is rolled out there',
      { state: 'RollingOut', revision: 3, stalled: false },
      3,
    ],
    ['is none in the first environment if the newest has failed there', { rollouts: [failed] }, undefined],
  ])('%s', (_, given, expected) => {
    const first = place('production', given)
    expect(candidateFor(stateOf([first], 3), first)).toBe(expected)
  })

  it('has the environment and the cause of what is not well', () => {
    const places = [
      place('staging', { state: 'Degraded', revision: 2, cause: 'a node is gone' }),
      place('production', { rollouts: [failed] }),
    ]
    expect(failureOf({ places }, 2)).toEqual({
      environment: 'staging',
      isFailed: false,
      cause: 'a node is gone',
    })
    expect(failureOf({ places }, 3)).toEqual({
      environment: 'production',
      isFailed: true,
      cause: 'it crashes',
    })
    expect(failureOf({ places }, 1)).toBeUndefined()
  })
})
