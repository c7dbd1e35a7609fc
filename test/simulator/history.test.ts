import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore, type Store } from '../../simulator/storage/store.ts'

const minute = 60_000

let store: Store
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  store = openStore({ file: ':memory:', history: 10 })
})
afterEach(() => {
  store.close()
  vi.useRealTimers()
})

/** Writes a ConfigMap, and returns its revision. */
function put(name: string): number {
  const metadata = { name, namespace: 'n', uid: name, resourceVersion: '', creationTimestamp: '' }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  store.put({ resource: 'configmaps', namespace: 'n', name }, object)
  return store.revision()
}

const namesSince = (revision: number): (string | undefined)[] | undefined =>
  store.since('configmaps', revision)?.map(({ object }) => object.metadata.name)

describe('the history of a resource', () => {
  it('is forgotten after a while, and watches from what is left of it continue', () => {
    const first = put('first')
    const second = put('second')
    vi.advanceTimersByTime(6 * minute)
    const third = put('third')
    store.compact(5 * minute)
    expect(namesSince(first)).toBeUndefined()
    expect(namesSince(second)).toEqual(['third'])
    expect(namesSince(third)).toEqual([])
  })

  it('can become empty, and a watch that has seen all of it continues', () => {
    const before = store.revision()
    const last = put('only')
    vi.advanceTimersByTime(6 * minute)
    store.compact(5 * minute)
    expect(namesSince(before)).toBeUndefined()
    expect(namesSince(last)).toEqual([])
    put('next')
    expect(namesSince(last)).toEqual(['next'])
  })

  it('stays while it is recent, up to its limit', () => {
    const before = store.revision()
    put('a')
    vi.advanceTimersByTime(4 * minute)
    put('b')
    store.compact(5 * minute)
    expect(namesSince(before)).toEqual(['a', 'b'])
    for (let index = 0; index < 20; index++) put(`more-${index}`)
    expect(namesSince(before)).toBeUndefined()
  })
})
