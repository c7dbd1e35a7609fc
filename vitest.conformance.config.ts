import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/* The whole suite against every target; `npm test` has the part of it that is about the API alone. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/conformance/**/*.test.ts'],
    exclude: [],
    globalSetup: ['test/support/global-setup.ts', 'test/conformance/support/global-setup.ts'],
    // An API server works beside them.
    maxWorkers: availableParallelism() * 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
