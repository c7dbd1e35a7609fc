import { describe, expect, it } from 'vitest'
import { allKinds } from '../../schema/kinds/index.ts'
import { locationDepth, locationFields } from '../../schema/locations.ts'

describe('the location of an object', () => {
  it('is a field that names another object and never changes', () => {
    for (const { location, references, immutable = [] } of allKinds) {
      if (location === undefined) continue
      expect(references.map(({ field }) => field)).toContain(location)
      expect(immutable).toContain(location)
    }
  })

  it('is the same field of every kind that has it, as references are found by their fields', () => {
    const others = allKinds.flatMap(({ kind, location, references }) => {
      // The location is that of these objects, so they lead to the same one.
      const { defaultsToThatOf = [] } = references.find(({ field }) => field === location) ?? {}
      return references
        .filter(({ field }) => field !== location && locationFields.includes(field))
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
