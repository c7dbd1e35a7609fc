import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, runProgram, type ProgramRun } from './run-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const failing = `
import { expect, it } from 'vitest'
import { seededRandom } from ${JSON.stringify(join(repository, 'test/support/seeded-random.ts'))}
it('fails', () => expect('drew ' + seededRandom().below(2 ** 31)).toBe(''))`

it('gives the seed of a failure, which repeats its decisions', async () => {
  const folder = await temporaryFolder()
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'failing.test.ts'), failing)
  const run = (env: Record<string, string>): Promise<ProgramRun> =>
    runProgram([process.execPath, 'node_modules/vitest/vitest.mjs', 'run'], {
      home: folder,
      cwd: folder,
      env,
    })

  const first = await run({})
  const [, seed] = /QLEET_TEST_SEED=(\d+)/.exec(first.stderr) ?? []
  const [drawn] = /drew \d+/.exec(first.stderr) ?? []
  expect({ exit: first.exit, seed, drawn }).toEqual({
    exit: 1,
    seed: expect.any(String),
    drawn: expect.any(String),
  })
  expect((await run({ QLEET_TEST_SEED: seed ?? '' })).stderr).toContain(drawn)
})
