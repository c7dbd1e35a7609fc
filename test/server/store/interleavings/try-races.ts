import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRaces, type Race, type Races } from './race.ts'

/** Runs a test for each race: in any order of its statements, it ends as some order of its whole operations does. */
export function tryRaces<Known>(what: string, table: Readonly<Record<string, Race<Known>>>): void {
  let races: Races
  beforeAll(async () => {
    races = await createRaces()
  })
  afterAll(() => races?.close())

  describe(`concurrent ${what} end in a state of a serial order`, () => {
    it.each(Object.entries(table))('for %s', { timeout: 180_000 }, async (_, race) => {
      const { runs, problems } = await races.run(race)
      expect(problems.join('\n')).toBe('')
      expect(runs).toBeGreaterThan(1)
    })
  })
}
