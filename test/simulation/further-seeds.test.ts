import { describe } from 'vitest'
import { testSeeds } from './test-seeds.ts'

describe('simulation', () => {
  testSeeds({ from: 1001, seeds: 12 })
  // It found a rollout in waves that waited ten minutes for a location that was ready before and after.
  testSeeds({ from: 70097, seeds: 1 })
  // It found one that waited ten minutes in a wave that had the change already.
  testSeeds({ from: 40553, seeds: 1 })
  // It found an application that waited for a dependency, which waited for its namespace: resources that had only been recorded, by a
  // worker that died before it applied any, counted as running.
  testSeeds({ from: 41455, seeds: 1 })
})
