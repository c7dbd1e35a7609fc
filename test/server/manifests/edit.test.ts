import { describe, expect, it } from 'vitest'
import { parseManifests } from '../../../schema/manifests.ts'
import { addManifest, locateManifests, replaceManifest } from '../../../server/manifests/edit.ts'

const manifest = (name: string, data = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})

const text = `# The settings.
apiVersion: v1
kind: ConfigMap
metadata: { name: a } # first
---
apiVersion: v1
kind: List
items:
  # The second.
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: c } }
---

apiVersion: v1
kind: ConfigMap
metadata:
  name: d
`

const namesIn = (yaml: string): string[] => {
  const { manifests, errors } = parseManifests(yaml)
  expect(errors).toEqual([])
  return manifests.map(({ metadata }) => metadata.name)
}

describe('edits of manifests', () => {
  it('find each manifest, also in lists', () => {
    expect(namesIn(text)).toEqual(['a', 'b', 'c', 'd'])
    expect(locateManifests(text).map(({ path }) => path)).toEqual([[], ['items', 0], ['items', 1], []])
  })

  it.each([0, 1, 2, 3])('replace and remove only one: %i', (index) => {
    const located = locateManifests(text)[index]
    if (located === undefined) throw new Error('there is no such manifest')
    const names = ['a', 'b', 'c', 'd']
    const replaced = replaceManifest(text, located, manifest('new', { yes: 'no', number: '1' }))
    expect(namesIn(replaced)).toEqual(names.with(index, 'new'))
    expect(parseManifests(replaced).manifests[index]).toEqual(manifest('new', { yes: 'no', number: '1' }))
    const removed = replaceManifest(text, located, undefined)
    expect(namesIn(removed)).toEqual(names.toSpliced(index, 1))
    const kept = [
      ...(index === 0 ? [] : ['metadata: { name: a } # first\n']),
      ...(index === 3 ? [] : ['---\n\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: d\n']),
      ...(index === 2 ? ['# The second.'] : []),
    ]
    for (const edited of [replaced, removed])
      expect(kept.filter((part) => !edited.includes(part))).toEqual([])
  })

  it.each(['', text, text.trimEnd(), '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}'])(
    'add one at the end',
    (before) => {
      const names = before === '' ? [] : namesIn(before)
      expect(namesIn(addManifest(before, manifest('added')))).toEqual([...names, 'added'])
    },
  )
})
