import { expect, it } from 'vitest'
import { allKinds } from '../../cli/kind-data.ts'

it('the data of kinds is complete as JSON, which the bundle of qleetctl has', () => {
  expect(JSON.parse(JSON.stringify(allKinds))).toEqual(allKinds)
})
