import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('a simulation of workloads in shared namespaces', () => {
  testSeeds({ from: 1, seeds: 8, size: { neighbours: 5 } })
  // It found a namespace that its heir did not record within the hour, since the former owner reported later.
  testSeeds({ from: 93343, seeds: 1, size: { neighbours: 5 } })
})
