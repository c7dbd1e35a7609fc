import { describe, expect, it } from 'vitest'
import { defaultRuntime, definition, instance, testStore, write } from '../../support/store.ts'

const test = testStore()

describe('apply', () => {
  it('accepts documents that reference each other in any order', async () => {
    const documents = [instance('web'), definition('web'), ...defaultRuntime.toReversed()]
    const applied = await test.store.apply(documents, write)
    expect(applied.map(({ result, object }) => [result, object.kind])).toEqual([
      ['created', 'WorkloadInstance'],
      ['created', 'WorkloadDefinition'],
      ['created', 'KubernetesRuntimeInstance'],
      ['created', 'KubernetesRuntimeDefinition'],
    ])
  })

  it('creates, updates and keeps objects in one call', async () => {
    const applied = await test.store.apply(
      [definition('web'), definition('new'), { ...instance('web'), labels: { a: 'b' } }],
      write,
    )
    expect(applied.map(({ result }) => result)).toEqual(['unchanged', 'created', 'updated'])
  })

  it('writes nothing if one document is invalid, and reports all errors of all documents', async () => {
    const before = await test.store.count({})
    const documents = [
      definition('fine'),
      instance('a b', { definition: 'web' }),
      { kind: 'Thing', name: 'x', spec: {} },
      instance('lost', { definition: 'nowhere' }),
      { kind: 'WorkloadDefinition', name: 'broken', spec: { yamlDocument: 'a: b: c\n---\nhello' } },
      definition('fine'),
    ]
    const error = await test.store.apply(documents, write).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_INPUT' })
    const { fields } = (error as { details: { fields: { path: string; line?: number }[] } }).details
    expect(fields.map(({ path, line }) => [path, line])).toEqual([
      ['documents[1].name', undefined],
      ['documents[2].kind', undefined],
      ['documents[4].spec.yamlDocument', 1],
      ['documents[4].spec.yamlDocument', 3],
      ['documents[5]', undefined],
      ['documents[3].spec.definition', undefined],
    ])
    expect(await test.store.count({})).toBe(before)
  })

  it('is one transaction under parallel applies of overlapping sets', async () => {
    const sets = Array.from({ length: 10 }, (_, index) =>
      [definition('x', `${index}`), definition('y', `${index}`), definition('z', `${index}`)].sort(() =>
        index % 2 === 0 ? 1 : -1,
      ),
    )
    await Promise.all(sets.map((set) => test.store.apply(set, write)))
    const specs = await Promise.all(
      ['x', 'y', 'z'].map((name) => test.store.find({ kind: 'WorkloadDefinition', name })),
    )
    const values = specs.map(
      (object) => /value: "(\d)"/.exec((object?.spec as { yamlDocument: string }).yamlDocument)?.[1],
    )
    expect(new Set(values).size).toBe(1)
  })

  it('refuses a document with a stale expected version, and with it the others', async () => {
    const documents = [definition('other'), { ...definition('x', 'changed'), expectedVersion: 1 }]
    await expect(test.store.apply(documents, write)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'other' })).toBeUndefined()
  })

  it('creates and edits 300 documents in one transaction, and logs them in their order', async () => {
    const documents = (value: string) =>
      Array.from({ length: 300 }, (_, index) => definition(`many-${index}`, value))
    const created = await test.store.apply(documents('1'), write)
    expect(created.every(({ result }) => result === 'created')).toBe(true)
    const edited = await test.store.apply(documents('2'), write)
    expect(edited.map(({ result, object }) => [result, object.name])).toEqual(
      documents('2').map(({ name }) => ['updated', name]),
    )
    expect(
      edited.map(({ object: { generation, version, spec } }) => ({ generation, version, spec })),
    ).toEqual(documents('2').map(({ spec }) => ({ generation: 2, version: 2, spec })))
    const { rows } = await test.database.sql.query<{ name: string; before: unknown; after: unknown }>(
      `SELECT name, before, after FROM "Change" WHERE name LIKE 'many-%' AND operation = 'UPDATE' ORDER BY seq`,
    )
    expect(rows).toEqual(
      documents('2').map(({ name, spec }) => ({ name, before: definition(name, '1').spec, after: spec })),
    )
  })

  it('returns an edited instance as it is once its edited definition has renewed it', async () => {
    await test.store.apply([definition('renewed', '1'), instance('renewed')], write)
    const documents = [{ ...instance('renewed'), labels: { tier: 'front' } }, definition('renewed', '2')]
    const [edited] = await test.store.apply(documents, write)
    expect(edited).toMatchObject({ result: 'updated', object: { labels: { tier: 'front' }, generation: 2 } })
    expect(edited?.object).toEqual(await test.store.find({ kind: 'WorkloadInstance', name: 'renewed' }))
  })

  it('writes no edit if the reference of one is deleted meanwhile', async () => {
    await test.store.apply(
      [definition('kept', '1'), definition('other', '1'), definition('leaving', '1'), instance('kept')],
      write,
    )
    const documents = [
      definition('kept', '2'),
      definition('other', '2'),
      instance('kept', { definition: 'leaving' }),
    ]
    const [applied, deleted] = await Promise.allSettled([
      test.store.apply(documents, write),
      test.store.delete([{ kind: 'WorkloadDefinition', name: 'leaving' }], write),
    ])
    const specs = await Promise.all(
      ['kept', 'other'].map((name) => test.store.find({ kind: 'WorkloadDefinition', name })),
    )
    const isApplied = applied.status === 'fulfilled'
    expect(deleted.status).toBe(isApplied ? 'rejected' : 'fulfilled')
    expect(specs.map((object) => object?.generation)).toEqual(isApplied ? [2, 2] : [1, 1])
  })
})
