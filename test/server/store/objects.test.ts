import { describe, expect, it } from 'vitest'
import { kubeconfigWith } from '../../support/kubeconfig.ts'
import { defaultRuntime, definition, instance, testStore, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)

describe('create', () => {
  it('stores the object, its references and one change', async () => {
    await test.store.create(definition('web'), write)
    const created = await test.store.create(instance('web'), write)
    expect(created).toMatchObject({
      generation: 1,
      version: 1,
      observedGeneration: 0,
      spec: { definition: 'web', runtime: 'space' },
    })
    const [target] = await test.store.referenced([{ id: created.id, field: 'runtime' }])
    expect(target?.name).toBe('space')
    const changes = await test.store.changes({ after: 0n, limit: 10, objectId: created.id })
    expect(changes.map(({ operation, actor }) => [operation, actor])).toEqual([['CREATE', 'tester']])
  })

  it('accepts exactly one of 500 parallel creates of one name', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 500 }, () => test.store.create(definition('race'), write)),
    )
    const codes = results.map((result) =>
      result.status === 'fulfilled' ? 'ok' : (result.reason as { code: string }).code,
    )
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'NAME_TAKEN')).toHaveLength(499)
    expect(await test.store.count({ names: ['race'] })).toBe(1)
  })

  it('reports all invalid fields at once', async () => {
    const wrong = {
      kind: 'WorkloadInstance',
      name: 'a b',
      labels: { 'x y': 1 },
      spec: { definition: 7, extra: true },
    }
    const error = await test.store.create(wrong, write).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_INPUT' })
    const { fields } = (error as { details: { fields: { path: string; value?: string }[] } }).details
    expect(fields.find(({ path }) => path === 'labels.x y')?.value).toBe('"x y"')
    expect(fields.map(({ path }) => path).sort()).toEqual([
      'labels.x y',
      'name',
      'spec.definition',
      'spec.extra',
    ])
  })

  it.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\uD800b'],
  ])('refuses a string with %s, which Postgres cannot store', async (_, text) => {
    const input = { kind: 'Project', name: 'text', spec: { description: text } }
    await expect(test.store.create(input, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path: 'spec.description' }] },
    })
  })

  it('stores nothing of a dry run', async () => {
    const dry = await test.store.create(definition('dry'), { ...write, dryRun: true })
    expect(dry.name).toBe('dry')
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'dry' })).toBeUndefined()
  })

  it('accepts one default runtime per project', async () => {
    const second = {
      kind: 'KubernetesRuntimeInstance',
      name: 'second',
      spec: { definition: 'simulated', defaultRuntime: true },
    }
    await expect(test.store.create(second, write)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { by: [{ name: 'space' }] },
    })
  })

  it('stores different objects of one name in different projects', async () => {
    await test.store.create({ kind: 'Project', name: 'other', spec: {} }, write)
    await test.store.create({ ...definition('shared'), project: 'other' }, write)
    await test.store.create(definition('shared'), write)
    expect(await test.store.count({ names: ['shared'] })).toBe(2)
    expect(await test.store.count({ names: ['shared'], project: 'other' })).toBe(1)
  })

  it('references an object of another project by project/name', async () => {
    const input = {
      kind: 'WorkloadInstance',
      name: 'across',
      project: 'other',
      spec: { definition: 'shared', runtime: 'default/space' },
    }
    const instance = await test.store.create(input, write)
    const [runtime] = await test.store.referenced([{ id: instance.id, field: 'runtime' }])
    expect(runtime?.name).toBe('space')
  })
})

describe('update', () => {
  it('changes the given fields, keeps the rest, and counts generations only for the spec', async () => {
    await test.store.create({ ...definition('edit'), labels: { team: 'a' } }, write)
    const target = { kind: 'WorkloadDefinition', name: 'edit' }
    const relabelled = await test.store.update({ ...target, labels: { team: 'b' } }, write)
    expect(relabelled).toMatchObject({ generation: 1, version: 2, labels: { team: 'b' } })
    const edited = await test.store.update({ ...target, spec: definition('edit', 'b').spec }, write)
    expect(edited).toMatchObject({ generation: 2, version: 3, labels: { team: 'b' } })
  })

  it('writes nothing if nothing differs', async () => {
    const target = { kind: 'WorkloadDefinition', name: 'edit' }
    const before = await test.store.find(target)
    const after = await test.store.update({ ...target, spec: definition('edit', 'b').spec }, write)
    expect(after.version).toBe(before?.version)
    expect(await test.store.changes({ after: 0n, limit: 10, objectId: after.id })).toHaveLength(3)
  })

  it.each([0, 1])('refuses the stale version %d, and names both', async (expectedVersion) => {
    const edit = {
      kind: 'WorkloadDefinition',
      name: 'edit',
      expectedVersion,
      spec: definition('edit', 'c').spec,
    }
    await expect(test.store.update(edit, write)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expectedVersion, currentVersion: 3 },
    })
  })

  it('accepts exactly one of many writers with the same version', async () => {
    await test.store.create(definition('contended'), write)
    const edits = Array.from({ length: 40 }, (_, index) =>
      test.store.update(
        {
          kind: 'WorkloadDefinition',
          name: 'contended',
          expectedVersion: 1,
          spec: definition('contended', `v${index}`).spec,
        },
        write,
      ),
    )
    const results = await Promise.allSettled(edits)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('loses none of many parallel edits of different fields', async () => {
    await test.store.create({ ...definition('labels'), labels: {} }, write)
    const target = { kind: 'WorkloadDefinition', name: 'labels' }
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        test.store.update({ ...target, spec: definition('labels', `v${index}`).spec }, write),
      ),
    )
    expect(await test.store.find(target)).toMatchObject({ generation: 31, version: 31 })
  })

  it('refuses to change immutable fields', async () => {
    const edit = { kind: 'KubernetesRuntimeInstance', name: 'space', spec: { location: 'Europe:Paris' } }
    await expect(test.store.update(edit, write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path: 'spec.location' }] },
    })
  })

  it('stores secrets encrypted and shows placeholders that differ if the values do', async () => {
    const target = { kind: 'KubernetesRuntimeInstance', name: 'space' }
    const kubeconfig = (token: string): string => kubeconfigWith({ user: { token } })
    const first = await test.store.update({ ...target, spec: { kubeconfig: kubeconfig('hush-hush') } }, write)
    const mark = (first.spec as { kubeconfig: string }).kubeconfig
    expect(mark).toMatch(/^\(secret [0-9a-f]{16}\)$/)
    expect(
      JSON.stringify(first, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('hush-hush')
    const same = await test.store.update({ ...target, spec: { kubeconfig: mark } }, write)
    expect(same.version).toBe(first.version)
    expect(await test.store.secrets(first.id)).toEqual({ kubeconfig: kubeconfig('hush-hush') })
    const second = await test.store.update({ ...target, spec: { kubeconfig: kubeconfig('other') } }, write)
    expect((second.spec as { kubeconfig: string }).kubeconfig).not.toBe(mark)
    const { rows } = await test.database.sql.query(`SELECT to_jsonb(c) AS row FROM "Change" c`)
    expect(JSON.stringify(rows)).not.toContain('hush-hush')
  })
})
