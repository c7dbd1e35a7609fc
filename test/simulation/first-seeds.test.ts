import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('simulation', () => {
  testSeeds({ from: 1, seeds: 20 })
})
