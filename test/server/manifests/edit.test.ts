import { describe, expect, it } from 'vitest'
import { parseManifests } from '../../../schema/manifests.ts'
import { addManifests, locateManifests, replaceManifest } from '../../../server/manifests/edit.ts'

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
  it('find each manifest, also in lists', async () => {
    expect(namesIn(text)).toEqual(['a', 'b', 'c', 'd'])
    const located = await locateManifests(text)
    expect(located.map(({ path }) => path)).toEqual([[], ['items', 0], ['items', 1], []])
    expect(located.map(({ manifest }) => manifest)).toEqual(parseManifests(text).manifests)
  })

  it.each([0, 1, 2, 3])('replace and remove only one: %i', async (index) => {
    const located = (await locateManifests(text))[index]
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

  it('serve other requests in between, however long the text is', async () => {
    const turns: string[] = []
    setImmediate(() => turns.push('other'))
    const long = await addManifests(
      '',
      Array.from({ length: 20 }, (_, index) => manifest(`a${index}`)),
    )
    turns.push('written')
    setImmediate(() => turns.push('other'))
    await locateManifests(long.repeat(100))
    turns.push('read')
    expect(turns).toEqual(['other', 'written', 'other', 'read'])
  })

  it.each(['', text, text.trimEnd(), '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}'])(
    'add some at the end',
    async (before) => {
      const names = before === '' ? [] : namesIn(before)
      const added = await addManifests(before, [manifest('added'), manifest('another')])
      expect(namesIn(added)).toEqual([...names, 'added', 'another'])
    },
  )
})
