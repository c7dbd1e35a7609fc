import { describe, expect, it } from 'vitest'
import { createMirror } from '../../../simulator/envtest/mirror.ts'
import type { KubeObject } from '../../../simulator/storage/object.ts'

const key = { resource: 'pods', namespace: 'a', name: 'web' }

function pod(revision: number, { uid = 'u1', name = 'web' } = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'a', uid, resourceVersion: String(revision), creationTimestamp: '' },
  }
}

function revisionIn(mirror: ReturnType<typeof createMirror>): string | undefined {
  return mirror.get(key)?.metadata.resourceVersion
}

describe('a copy of the objects of an API server', () => {
  it('has the result of a write at once, and is not set back by an earlier event', () => {
    const mirror = createMirror()
    mirror.replace('pods', [pod(5)], 6)
    mirror.put(key, pod(9))
    mirror.observe('pods', 'MODIFIED', pod(8))
    expect(revisionIn(mirror)).toBe('9')
    mirror.observe('pods', 'MODIFIED', pod(10))
    expect(revisionIn(mirror)).toBe('10')
  })

  it('does not bring back an object whose deletion was reported before the result of a write', () => {
    const mirror = createMirror()
    mirror.replace('pods', [pod(5)], 6)
    mirror.observe('pods', 'DELETED', pod(12))
    mirror.put(key, pod(11))
    expect(revisionIn(mirror)).toBeUndefined()
  })

  it('keeps an object of the same name that was created after the deletion', () => {
    const mirror = createMirror()
    mirror.replace('pods', [pod(5)], 6)
    mirror.put(key, pod(14, { uid: 'u2' }))
    mirror.observe('pods', 'DELETED', pod(12))
    expect(revisionIn(mirror)).toBe('14')
  })

  it('takes over a new list, but keeps what was written after it', () => {
    const mirror = createMirror()
    mirror.replace('pods', [pod(5), pod(4, { name: 'gone' })], 6)
    mirror.put({ ...key, name: 'new' }, pod(30, { name: 'new' }))
    const events: string[] = []
    mirror.subscribe('pods', ({ type, object }) => void events.push(`${type} ${object.metadata.name}`))
    mirror.replace('pods', [pod(20)], 25)
    expect(events).toEqual(['DELETED gone', 'MODIFIED web'])
    expect(mirror.list('pods').map(({ metadata }) => metadata.name)).toEqual(['new', 'web'])
  })
})
