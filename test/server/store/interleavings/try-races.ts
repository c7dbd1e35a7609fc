import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../support/seeded-random.ts'
import { createRaces, type Race, type Races } from './race.ts'

/** Each run takes about 15 ms, and some races have more than a thousand orders. */
const enough = process.env['QLEET_TEST_ALL_ORDERS'] === undefined ? 30 : undefined

const timeout = enough === undefined ? 900_000 : 180_000

/**
 * Runs a test for each race: in any order of its statements, it ends as some order of its whole operations does. Orders with as
 * many preemptions as a race allows are tried at random, others in each test run; `QLEET_TEST_ALL_ORDERS=1` tries all.
 */
export function tryRaces<Known>(what: string, table: Readonly<Record<string, Race<Known>>>): void {
  let races: Races
  beforeAll(async () => {
    races = await createRaces()
  })
  afterAll(() => races?.close())

  describe(`concurrent ${what} end in a state of a serial order`, () => {
    it.each(Object.entries(table))('for %s', { timeout }, async (_, race) => {
      const { runs, refused, problems } = await races.run(race, { enough, random: seededRandom() })
      expect(problems.join('\n')).toBe('')
      expect(refused).toEqual(race.refused ?? [])
      expect(runs).toBeGreaterThan(1)
    })
  })
}
