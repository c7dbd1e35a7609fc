import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/* The whole suite against every target; `npm test` has the part of it that is about the API alone. */
const config = mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: 'test/conformance/support/global-setup.ts',
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  }),
)

export default {
  ...config,
  test: { ...config['test'], include: ['test/conformance/**/*.test.ts'], exclude: [] },
}
