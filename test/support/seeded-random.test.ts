import { expect, it } from 'vitest'
import { runVitest } from './run-vitest.ts'

const failing = (support: string): Record<string, string> => ({
  'failing.test.ts': `
    import { expect, it } from 'vitest'
    import { seededRandom } from '${support}/seeded-random.ts'
    it('fails', () => expect('drew ' + seededRandom().below(2 ** 31)).toBe(''))`,
})

it('prints the seed of a failure, which repeats its decisions', { timeout: 120_000 }, async () => {
  const { exit, stderr } = await runVitest(failing)
  const [, seed] = /QLEET_TEST_SEED=(\d+)/.exec(stderr) ?? []
  const [drawn] = /drew \d+/.exec(stderr) ?? []
  expect({ exit, seed, drawn }).toEqual({ exit: 1, seed: expect.any(String), drawn: expect.any(String) })
  expect((await runVitest(failing, { QLEET_TEST_SEED: seed ?? '' })).stderr).toContain(drawn)
})
