import { expect, it } from 'vitest'
import { costOfDatabase, costOfMachine, costOfNodes } from '../../../schema/operations/prices.ts'

it.each([
  ['db.t4g.small', 20, false, 26],
  ['db.r7g.large', 100, false, 130],
  ['db.m7g.4xlarge', 100, true, 1905],
  ['db.unknown', 100, false, undefined],
])('estimates what a database of class %s costs', (machine, storageGb, multiZone, cost) => {
  expect(costOfDatabase({ machine, storageGb, multiZone })).toBe(cost)
})

it.each([
  ['aws', 't3.medium', 30],
  ['aws', 'm7i.2xlarge', 294],
  ['aws', 'u7i-12tb.metal', undefined],
  ['gcp', 'e2-medium', 24.5],
  ['gcp', 'n2-standard-4', 142],
  ['gcp', 'a3-highgpu-8', undefined],
  ['azure', 'Standard_D4s_v5', 140],
  ['azure', 'Standard_NC24ads_A100_v4', undefined],
] as const)('estimates what a machine of %s of type %s costs', (prices, type, cost) => {
  expect(costOfMachine(prices, type)).toBe(cost)
})

it('estimates what nodes cost, from the least to the largest number', () => {
  const nodes = { machineType: 't3.medium', minimumSize: 2, maximumSize: 5 }
  expect(costOfNodes('aws', nodes)).toEqual({ least: 60, most: 150 })
  expect(costOfNodes('aws', { ...nodes, machineType: 'x.y' })).toBeUndefined()
})
