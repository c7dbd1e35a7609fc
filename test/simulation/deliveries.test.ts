import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('a simulation of deliveries', () => {
  // Long enough to see what is looked at every minute.
  testSeeds({ from: 1, seeds: 3, size: { applications: 3, deliveries: 30 }, quiet: 600_000 })
})
