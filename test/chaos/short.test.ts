import { expect, it } from 'vitest'
import { countOf } from './consistency.ts'
import { describeResult } from './result.ts'
import { runChaos } from './run.ts'

it(
  'keeps its guarantees while every component fails',
  async () => {
    // Other tests share the processors, which has made it 63 s. Longer runs, which have them alone, keep the strict limit.
    const result = await runChaos({ seconds: 10, outage: 3, seed: 1, settle: 180, programs: false })
    expect(countOf(result.violations), describeResult(result)).toBe(0)
    expect(result.shortfalls).toEqual([])
  },
  10 * 60_000,
)
