import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/support/slow-first.ts'

// Real databases and processes: more at once than there are processors, since many tests wait.
const maxWorkers = availableParallelism() * 2
// Half a gigabyte of modules lives in each worker, and grows slowly: V8 would mark it again after each 30 MB, a twentieth of all CPU.
const firstCollection = Math.min(1024, Math.floor(totalmem() / 2 ** 20 / maxWorkers / 4))

export default defineConfig({
  // As Node resolves it: there may be only one graphql, and its packages that are CommonJS load this one.
  resolve: {
    alias: [
      {
        find: /^graphql$/,
        replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)),
      },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/conformance/scenarios/**', 'test/chaos/long/**'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/leak-check.ts',
    maxWorkers,
    execArgv: [`--initial-old-space-size=${firstCollection}`],
    // Files share the modules that earlier files of the same worker loaded; loading took most of the time of small files.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // A test that waits for something reports what it waits for before its own time is over.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
  },
})
