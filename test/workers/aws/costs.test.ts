import { expect, it } from 'vitest'
import { costOfDatabase, costOfNodes } from '../../../workers/aws/costs.ts'

it.each([
  ['db.t4g.small', 20, false, 26],
  ['db.r7g.large', 100, false, 130],
  ['db.m7g.4xlarge', 100, true, 1905],
  ['db.unknown', 100, false, undefined],
])('estimates what a database of class %s costs', (DBInstanceClass, AllocatedStorage, MultiAZ, cost) => {
  expect(costOfDatabase({ DBInstanceClass, AllocatedStorage, MultiAZ })).toBe(cost)
})

it('estimates what nodes cost', () => {
  expect(costOfNodes('t3.medium', 2)).toBe(60)
  expect(costOfNodes('m7i.2xlarge', 3)).toBe(882)
  expect(costOfNodes('u7i-12tb.metal', 3)).toBe(0)
})
