import { describe, expect, it } from 'vitest'
import { whatIsTooLittle } from './result.ts'

const result = {
  injected: new Map([['cut', 3]]),
  asked: 1000,
  operations: 0,
  acknowledged: 800,
  deployed: 400,
  changes: 900,
  effects: 300,
  effectsMeanwhile: 20,
  converged: 1000,
  violations: {
    lost: [],
    duplicated: [],
    lostUpdates: [],
    stale: [],
    unsettled: [],
    orphans: [],
    forgotten: [],
    unexpected: [],
  },
}

describe('the judge of what a run is worth', () => {
  it('takes a run in which enough reached clusters and every fault was injected', () => {
    expect(whatIsTooLittle(result, ['cut'])).toEqual([])
  })

  it.each([
    ['hardly anything reached clusters', { effectsMeanwhile: 19 }, '--outage'],
    ['nothing was deployed', { deployed: 0, effectsMeanwhile: 0 }, '--minutes'],
    ['a chosen fault was not injected', { injected: new Map() }, 'not injected: cut'],
  ])('says what to change when %s', (_, change, said) => {
    expect(whatIsTooLittle({ ...result, ...change }, ['cut'])).toEqual([expect.stringContaining(said)])
  })
})
