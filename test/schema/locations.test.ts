import { describe, expect, it } from 'vitest'
import { allKinds } from '../../schema/kinds/index.ts'
import { locationDepth, locationFields, ownLocationFields } from '../../schema/locations.ts'

describe('the location of an object', () => {
  it('is a field that names another object and never changes', () => {
    for (const kind of allKinds) {
      for (const field of ownLocationFields(kind)) {
        expect(kind.references.map((each) => each.field)).toContain(field)
        expect(kind.immutable ?? []).toContain(field)
      }
    }
  })

  it('is the same field of every kind that has it, as references are found by their fields', () => {
    const others = allKinds.flatMap((each) => {
      const { kind, location, references } = each
      // The location is that of these objects, so they lead to the same one.
      const { defaultsToThatOf = [] } = references.find(({ field }) => field === location) ?? {}
      return references
        .filter(({ field }) => !ownLocationFields(each).includes(field) && locationFields.includes(field))
        .filter(({ field }) => !defaultsToThatOf.includes(field))
        .map(({ field }) => `${kind}.${field}`)
    })
    expect(others).toEqual([])
  })

  it('is found through the referenced objects', () => {
    expect(locationFields).toEqual(expect.arrayContaining(['runtime', 'workloadInstance']))
    expect(locationDepth).toBe(2)
  })
})
