import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('simulation of applications with dependencies', () => {
  testSeeds({ from: 11, seeds: 1, size: { applications: 20, runtimes: 3 } })
})
