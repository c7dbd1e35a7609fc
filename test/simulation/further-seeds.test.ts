import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('simulation', () => {
  testSeeds({ from: 1001, seeds: 12 })
})
