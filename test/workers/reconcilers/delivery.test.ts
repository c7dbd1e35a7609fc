import { describe, expect, it } from 'vitest'
import { sortBuilds } from '../../../schema/delivery/builds.ts'
import type { KnownRevision } from '../../../schema/delivery/surroundings.ts'

/* The order of builds; what becomes of their deliveries is tested with applications. */

type Fresh = Parameters<typeof sortBuilds>[0]

interface Build {
  source?: string
  build: number
  attempt?: number
}

function delivered(builds: readonly Build[]): Fresh {
  return builds.map((spec, index) => ({ name: `d${index}`, spec })) as unknown as Fresh
}

function recorded(builds: readonly Build[]): KnownRevision[] {
  return builds.map((spec, index) => ({
    name: `r${index}`,
    spec: { number: index + 1, ...spec },
  })) as KnownRevision[]
}

function sorted(fresh: readonly Build[], before: readonly Build[] = [], sources?: string[]) {
  const { accepted, ended } = sortBuilds(delivered(fresh), { revisions: recorded(before), sources })
  return { accepted: accepted.map(({ name }) => name), ended: Object.fromEntries(ended) }
}

describe('builds', () => {
  it('are accepted if they are newer than all that have a revision', () => {
    expect(sorted([{ build: 2 }], [{ build: 1 }]).accepted).toEqual(['d0'])
    expect(sorted([{ build: 10 }], [{ build: 9 }]).accepted).toEqual(['d0'])
  })

  it('are superseded if they are older, or the same once more', () => {
    expect(sorted([{ build: 1 }], [{ build: 2 }])).toEqual({
      accepted: [],
      ended: { d0: { state: 'Superseded', message: 'Build 2 of default is newer.' } },
    })
    expect(sorted([{ build: 2 }], [{ build: 2 }]).accepted).toEqual([])
  })

  it('are ordered by attempt if they were repeated', () => {
    expect(sorted([{ build: 2, attempt: 3 }], [{ build: 2, attempt: 2 }]).accepted).toEqual(['d0'])
    expect(sorted([{ build: 2, attempt: 2 }], [{ build: 3 }]).accepted).toEqual([])
  })

  it('are superseded by a newer one that arrived at the same time', () => {
    const { accepted, ended } = sorted([{ build: 7 }, { build: 5 }, { build: 6 }])
    expect(accepted).toEqual(['d0'])
    expect(Object.keys(ended)).toEqual(['d1', 'd2'])
  })

  it('are the first of two that have the same number', () => {
    const { accepted, ended } = sorted([{ build: 6 }, { build: 7 }, { build: 7 }])
    expect(accepted).toEqual(['d1'])
    expect(Object.keys(ended)).toEqual(['d0', 'd2'])
  })

  it('are compared only with those of the same source', () => {
    const sources = ['shop', 'theme']
    const before = [{ source: 'shop', build: 90 }]
    expect(sorted([{ source: 'theme', build: 3 }], before, sources).accepted).toEqual(['d0'])
    expect(sorted([{ source: 'shop', build: 89 }], before, sources).accepted).toEqual([])
  })

  it('are refused if their source is not the only one, and none are listed', () => {
    const { ended } = sorted([{ source: 'fork', build: 100 }], [{ build: 1 }])
    expect(ended['d0']).toEqual({
      state: 'Rejected',
      message:
        'Builds of source "fork" are not accepted, only of "default". Add it to sources of the application.',
    })
  })
})
