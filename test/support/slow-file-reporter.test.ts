import { expect, it } from 'vitest'
import { runVitest } from './run-vitest.ts'

it('reports the files that took longer than the limit, and no others', { timeout: 120_000 }, async () => {
  const { exit, stdout } = await runVitest((support) => ({
    'vitest.config.ts': `
      import { slowFileReporter } from '${support}/slow-file-reporter.ts'
      export default { test: { reporters: [slowFileReporter({ milliseconds: 1000 })] } }`,
    'long.test.ts': `
      import { it } from 'vitest'
      it('takes its time', () => new Promise((resolve) => setTimeout(resolve, 1500)))`,
    'short.test.ts': `
      import { it } from 'vitest'
      it('is over at once', () => undefined)`,
  }))
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout: expect.stringMatching(/more than 1 s.*test\/slow-files\.ts:\n {2}long\.test\.ts \(\d\.\d s\)\n$/),
  })
})
