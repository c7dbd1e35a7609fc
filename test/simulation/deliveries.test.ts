import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('a simulation of deliveries', () => {
  testSeeds({ from: 1, seeds: 3, size: { applications: 3, deliveries: 30 } })
})
