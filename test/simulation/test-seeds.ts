import { expect, it } from 'vitest'
import { simulate, type SimulateOptions } from './simulate.ts'

/** Seeds per test; more would delay the first result. */
const seedsPerTest = 20

export interface TestedSeeds {
  from: number
  seeds: number
  size?: SimulateOptions['size']
  /** Virtual idle milliseconds at the end. @default 120000 */
  quiet?: number
}

/** Checks that each seed reaches a state of rest. A failure names the command that reproduces it. */
export function testSeeds({ from, seeds, size, quiet = 120_000 }: TestedSeeds): void {
  for (let first = from; first < from + seeds; first += seedsPerTest) {
    const last = Math.min(first + seedsPerTest, from + seeds) - 1
    it(`reaches a state of rest with seeds ${first} to ${last}`, { timeout: 300_000 }, async () => {
      for (let seed = first; seed <= last; seed++) {
        const { problems, trace } = await simulate(seed, { quiet, size })
        const sized = Object.entries(size ?? {}).map(([name, value]) => ` --${name} ${value}`)
        const again = `npm run test:simulation --${sized.join('')} --seed ${seed}\n${trace.slice(-40).join('\n')}`
        expect(problems, again).toEqual([])
      }
    })
  }
}
