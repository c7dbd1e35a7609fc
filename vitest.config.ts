import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/conformance/**', 'test/chaos/long/**'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/leak-check.ts',
    // Real databases and processes: as many at once as there are processors, not more.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
})
