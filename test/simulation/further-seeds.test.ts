import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('simulation', () => {
  testSeeds({ from: 1001, seeds: 12 })
  // It found a rollout in waves that waited ten minutes for a location that was ready before and after.
  testSeeds({ from: 70097, seeds: 1 })
})
