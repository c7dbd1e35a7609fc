import { expect, it } from 'vitest'
import { countOf } from './judge.ts'
import { describeResult, runChaos } from './run.ts'

it(
  'keeps what it promises while everything that can break does',
  async () => {
    const result = await runChaos({ seconds: 10, outage: 3, seed: 1 })
    expect(countOf(result.violations), describeResult(result)).toBe(0)
  },
  10 * 60_000,
)
