import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'

/** Seeds in one test; more cost a long wait for the first word. */
const atOnce = 20

/** Each of the seeds comes to rest as it should. A failure tells how to see it again. */
export function testSeeds({ from, seeds }: { from: number; seeds: number }): void {
  for (let first = from; first < from + seeds; first += atOnce) {
    const last = Math.min(first + atOnce, from + seeds) - 1
    it(`comes to rest with seeds ${first} to ${last}`, { timeout: 300_000 }, async () => {
      for (let seed = first; seed <= last; seed++) {
        const { problems, trace } = await simulate(seed, { quiet: 120_000 })
        const again = `npm run test:simulation -- --seed ${seed}\n${trace.slice(-40).join('\n')}`
        expect(problems, again).toEqual([])
      }
    })
  }
}
