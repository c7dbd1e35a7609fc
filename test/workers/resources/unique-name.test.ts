import { describe, expect, it } from 'vitest'
import { uniqueName } from '../../../workers/resources/unique-name.ts'

const owner = { controlPlane: 'here', id: '1' }

describe('uniqueName', () => {
  it('is a name that providers accept, however long it may be', () => {
    for (const prefix of ['shop', 'My_Photos.2026', '...', 'x'.repeat(63), '-a-', '東京'])
      for (const max of [20, 51, 63]) {
        const name = uniqueName(prefix, owner, max)
        expect(name).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
        expect(name.length).toBeLessThanOrEqual(max)
      }
  })

  it('differs by object and control plane, and stays', () => {
    const names = [owner, { ...owner, id: '2' }, { ...owner, controlPlane: 'there' }].map((each) =>
      uniqueName('shop', each),
    )
    expect(new Set(names).size).toBe(3)
    expect(uniqueName('shop', owner)).toBe(names[0])
  })
})
