import { onTestFailed } from 'vitest'
import { createRandom, type Random } from './random.ts'

/**
 * Returns a generator for the random decisions of one test. A failure prints the seed; `QLEET_TEST_SEED` repeats the
 * decisions.
 */
export function seededRandom(): Random {
  const seed = Number(process.env['QLEET_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  onTestFailed(() => void process.stderr.write(`Repeat with QLEET_TEST_SEED=${seed}\n`))
  return createRandom(seed)
}
