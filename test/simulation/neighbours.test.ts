import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('a simulation of workloads in shared namespaces', () => {
  testSeeds({ from: 1, seeds: 8, size: { neighbours: 5 } })
})
