import { describe, expect, it } from 'vitest'
import { defaultRuntime, definition, testStore, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)
const target = { kind: 'WorkloadDefinition', name: 'web' }

describe('annotations', () => {
  it('are stored with any text, and changed without a new generation', async () => {
    const annotations = { 'example.com/note': 'Ein Text mit "Zeichen" 🚀\n{}', empty: '' }
    const created = await test.store.create({ ...definition('web'), annotations }, write)
    expect(created).toMatchObject({ annotations, generation: 1, version: 1 })
    const updated = await test.store.update({ ...target, annotations: { owner: 'me' } }, write)
    expect(updated).toMatchObject({
      annotations: { owner: 'me' },
      generation: 1,
      version: 2,
      editedVersion: 2,
    })
    expect(updated.differences).toEqual([
      { path: 'annotations.empty', before: '' },
      { path: 'annotations.example.com/note', before: annotations['example.com/note'] },
      { path: 'annotations.owner', after: 'me' },
    ])
  })

  it('stay when an apply or an edit does not have them, and go when it has none', async () => {
    const { store } = test
    expect(await store.apply([definition('web', 'b')], write)).toMatchObject([
      { result: 'updated', object: { annotations: { owner: 'me' }, generation: 2 } },
    ])
    expect(await store.update({ ...target, labels: { a: 'b' } }, write)).toMatchObject({
      annotations: { owner: 'me' },
    })
    const bare = { ...definition('web', 'b'), annotations: {} }
    expect(await store.apply([bare], write)).toMatchObject([
      { result: 'updated', object: { annotations: {}, labels: {}, generation: 2 } },
    ])
    expect(await store.apply([bare], write)).toMatchObject([{ result: 'unchanged', differences: [] }])
  })

  it('and labels are changed one by one, and removed with null', async () => {
    const { store } = test
    await store.update({ ...target, labels: { a: '1', b: '2' }, annotations: { a: '1', b: '2' } }, write)
    const changes = { b: null, c: '3', none: null }
    const edit = { ...target, labelChanges: changes, annotationChanges: changes }
    expect(await store.update(edit, write)).toMatchObject({
      labels: { a: '1', c: '3' },
      annotations: { a: '1', c: '3' },
    })
    const { version } = await store.update(edit, write)
    expect((await store.find(target))?.version).toBe(version)
  })

  it.each([
    ['a value that is no string', { annotations: { a: 1 } }, 'annotations.a'],
    ['a key that is none', { annotationChanges: { 'a b': 'c' } }, 'annotations.a b'],
    ['changes that are no map', { annotationChanges: 'a' }, 'annotations'],
    ['a label that is none', { labelChanges: { a: 'b c' } }, 'labels.a'],
    ['NUL', { annotationChanges: { a: '\0' } }, 'annotations.a'],
    ['more than 256 kB', { annotations: { a: 'ä'.repeat(128 * 1024) } }, 'annotations'],
  ])('are refused with %s', async (_, edit, path) => {
    await expect(test.store.update({ ...target, ...edit }, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path }] },
    })
  })

  it('of 256 kB are accepted', async () => {
    const annotations = { a: 'x'.repeat(256 * 1024 - 1) }
    expect(await test.store.update({ ...target, annotations }, write)).toMatchObject({ annotations })
  })
})
