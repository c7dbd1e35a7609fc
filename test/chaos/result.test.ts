import { describe, expect, it } from 'vitest'
import { findShortfalls } from './result.ts'

const result = {
  injected: new Map([['cut', 3]]),
  asked: 1000,
  operations: 0,
  acknowledged: 800,
  deployed: 400,
  dependencies: new Map([['SecretInstance', 3]]),
  builds: 1,
  examples: new Map([['MetricsInstance', 1]]),
  changes: 900,
  effects: 300,
  effectsDuringFaults: 20,
  converged: 1000,
  violations: {
    lost: [],
    duplicated: [],
    lostUpdates: [],
    stale: [],
    unsettled: [],
    orphans: [],
    notRemoved: [],
    unexpected: [],
  },
}

describe('findShortfalls', () => {
  it('accepts a run in which enough writes reached clusters and every fault was injected', () => {
    expect(findShortfalls(result, ['cut'])).toEqual([])
  })

  it.each([
    ['hardly any write reached clusters', { effectsDuringFaults: 19 }, '--outage'],
    ['no dependency became ready', { dependencies: new Map() }, '--minutes'],
    ['no example became ready', { examples: new Map() }, '--minutes'],
    ['no build was delivered', { builds: 0 }, '--minutes'],
    ['nothing was deployed', { deployed: 0, effectsDuringFaults: 0 }, '--minutes'],
    ['a chosen fault was not injected', { injected: new Map() }, 'not injected: cut'],
  ])('advises what to change when %s', (_, change, advice) => {
    expect(findShortfalls({ ...result, ...change }, ['cut'])).toEqual([expect.stringContaining(advice)])
  })
})
