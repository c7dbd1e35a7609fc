import { expect, it } from 'vitest'
import { countOf } from './judge.ts'
import { describeResult } from './result.ts'
import { runChaos } from './run.ts'

it(
  'keeps what it promises while everything that can break does',
  async () => {
    const result = await runChaos({ seconds: 10, outage: 3, seed: 1 })
    expect(countOf(result.violations), describeResult(result)).toBe(0)
    expect(result.tooLittle).toEqual([])
  },
  10 * 60_000,
)
