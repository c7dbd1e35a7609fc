import { defineConfig } from 'vitest/config'
import { slowFiles } from './test/slow-files.ts'
import { slowFileReporter } from './test/support/slow-file-reporter.ts'
import base from './vitest.config.ts'

/* For daily work: everything but the slow files, which `npm test` runs as well. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    exclude: [...(base.test?.exclude ?? []), ...slowFiles],
    reporters: ['default', slowFileReporter({ milliseconds: 2000 })],
  },
})
