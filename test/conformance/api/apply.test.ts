import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { apiOf } from '../support/api.ts'
import { configMap, deployment } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

function managersOf({ metadata }: KubeObject): string[] {
  return (metadata.managedFields ?? [])
    .map(({ manager, operation, subresource }) => [manager, operation, subresource].filter(Boolean).join(' '))
    .sort()
}

onEachTarget('server-side apply', (target) => {
  const setup = async (
    kind = 'configmaps',
  ): Promise<{ api: ReturnType<typeof apiOf>; path: string; all: string }> => {
    const namespace = await target().namespace()
    const root = kind === 'configmaps' ? '/api/v1' : '/apis/apps/v1'
    const all = `${root}/namespaces/${namespace}/${kind}`
    return { api: apiOf(target().client), path: `${all}/one`, all }
  }

  it('creates the object and records the owner of each field', async () => {
    const { api, path } = await setup()
    const object = await api.apply(path, configMap('one', { a: '1' }, { labels: { x: 'y' } }), {
      manager: 'us',
    })
    expect(object.metadata.managedFields).toMatchObject([
      {
        manager: 'us',
        operation: 'Apply',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:a': {} }, 'f:metadata': { 'f:labels': { 'f:x': {} } } },
      },
    ])
  })

  it('changes nothing, not even the version, when the same is applied again', async () => {
    const { api, path } = await setup('deployments')
    const first = await api.apply(path, deployment('one', { replicas: 0 }), { manager: 'us' })
    const settled = await api.until(path, ({ metadata, status }) => {
      const { observedGeneration } = (status ?? {}) as { observedGeneration?: number }
      return observedGeneration === metadata.generation
    })
    const again = await api.apply(path, deployment('one', { replicas: 0 }), { manager: 'us' })
    expect(again.metadata.generation).toBe(first.metadata.generation)
    expect(again.metadata.resourceVersion).toBe(settled.metadata.resourceVersion)
  })

  it('neither creates nor changes an object with another uid', async () => {
    const { api, path } = await setup()
    const uid = '00000000-1111-2222-3333-444444444444'
    const object = configMap('one', { a: '1' })
    const apply = () =>
      api.apply(path, { ...object, metadata: { name: 'one', uid } }, { manager: 'us', force: true })
    await expect(apply()).rejects.toMatchObject({ status: 409, reason: 'Conflict' })
    await api.apply(path, object, { manager: 'us' })
    const message = expect.stringContaining('metadata.uid: Invalid value') as string
    await expect(apply()).rejects.toMatchObject({ status: 422, message })
  })

  it('refuses lists whose items have the same key, and names each of them', async () => {
    const { api, path } = await setup('deployments')
    const object = deployment('one')
    const variables = ['A', 'A', 'B', 'B', 'B'].map((name) => ({ name, value: '1' }))
    const containers = ['web', 'web'].map((name) => ({ name, image: 'i', env: variables }))
    const template = { metadata: { labels: { app: 'one' } }, spec: { containers } }
    const body = { ...object, spec: { ...object.spec, template } }
    const refusal = await api.apply(path, body, { manager: 'us' }).catch((error: Error) => error.message)
    const env = '.spec.template.spec.containers[name="web"].env: duplicate entries for key'
    const ofOne = [`${env} [name="A"]`, `${env} [name="B"]`, `${env} [name="B"]`]
    const containersTwice = '.spec.template.spec.containers: duplicate entries for key [name="web"]'
    // In one order, whatever that of the server.
    expect(String(refusal).split('; ')).toEqual([...ofOne, containersTwice, ...ofOne].sort())
  })

  it('refuses a field that another applier owns, and names manager and field', async () => {
    const { api, path } = await setup()
    await api.apply(path, configMap('one', { a: '1' }), { manager: 'them' })
    await expect(api.apply(path, configMap('one', { a: '2' }), { manager: 'us' })).rejects.toMatchObject({
      status: 409,
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "them": .data.a',
    })
  })

  it('names each of several managers with its fields and operation', async () => {
    const { api, path, all } = await setup()
    await api.post(all, configMap('one', { a: '1' }), { fieldManager: 'editor' })
    await api.apply(path, configMap('one', { b: '1' }), { manager: 'them' })
    await expect(
      api.apply(path, configMap('one', { a: '2', b: '2' }), { manager: 'us' }),
    ).rejects.toMatchObject({
      status: 409,
      message:
        'Apply failed with 2 conflicts: conflicts with "editor" using v1:; - .data.a; conflicts with "them":; - .data.b',
    })
  })

  it('accepts an equal value, which both then own', async () => {
    const { api, path } = await setup()
    await api.apply(path, configMap('one', { a: '1' }), { manager: 'them' })
    const object = await api.apply(path, configMap('one', { a: '1' }), { manager: 'us' })
    expect(managersOf(object)).toEqual(['them Apply', 'us Apply'])
    // One of two owners removes the field: it stays.
    const left = await api.apply(path, configMap('one'), { manager: 'us' })
    expect(left['data']).toEqual({ a: '1' })
    // The last owner removes the field: it is deleted.
    const unowned = await api.apply(path, configMap('one'), { manager: 'them' })
    expect(unowned['data']).toBeUndefined()
  })

  it('takes over a field by force, and the other manager loses only that field', async () => {
    const { api, path } = await setup()
    await api.apply(path, configMap('one', { a: '1', b: '1' }), { manager: 'them' })
    const object = await api.apply(path, configMap('one', { a: '2' }), { manager: 'us', force: true })
    expect(object['data']).toEqual({ a: '2', b: '1' })
    const fields = object.metadata.managedFields as unknown as { manager: string; fieldsV1: object }[]
    expect(fields.find(({ manager }) => manager === 'them')?.fieldsV1).toEqual({ 'f:data': { 'f:b': {} } })
  })

  it('separates fields that were applied, updated, scaled and written to the status', async () => {
    const { api, path } = await setup('deployments')
    await api.apply(path, deployment('one'), { manager: 'us' })
    await api.patch(path, { metadata: { annotations: { a: 'b' } } }, 'merge', { fieldManager: 'editor' })
    await api.patch(`${path}/scale`, { spec: { replicas: 2 } }, 'merge', { fieldManager: 'scaler' })
    const object = await api.until(path, (each) => managersOf(each).length >= 4)
    expect(managersOf(object)).toEqual(
      expect.arrayContaining([
        'editor Update',
        'kube-controller-manager Update status',
        'scaler Update scale',
        'us Apply',
      ]),
    )
    await expect(
      api.apply(path, deployment('one', { replicas: 1 }), { manager: 'us' }),
    ).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /conflict with "scaler" with subresource "scale" using apps\/v1: \.spec\.replicas$/,
      ),
    })
  })

  it('leaves replicas to a scaler once the applier omits them', async () => {
    const { api, path } = await setup('deployments')
    await api.apply(path, deployment('one', { replicas: 1 }), { manager: 'us' })
    await api.patch(`${path}/scale`, { spec: { replicas: 3 } }, 'merge', { fieldManager: 'scaler' })
    const { spec, ...rest } = deployment('one')
    const { replicas: _, ...others } = spec
    const object = await api.apply(path, { ...rest, spec: others }, { manager: 'us' })
    expect(object['spec']).toMatchObject({ replicas: 3 })
  })

  it('merges lists by their keys: containers, ports, variables', async () => {
    const { api, path } = await setup('deployments')
    const withContainer = (container: object): object => {
      const object = deployment('one', { replicas: 0 })
      return {
        ...object,
        spec: { ...object.spec, template: { ...object.spec.template, spec: { containers: [container] } } },
      }
    }
    const port = { containerPort: 80 }
    await api.apply(
      path,
      withContainer({
        name: 'app',
        image: 'example.com/app:1',
        env: [{ name: 'A', value: '1' }],
        ports: [port],
      }),
      { manager: 'us' },
    )
    const injected = { name: 'sidecar', image: 'example.com/sidecar:1' }
    await api.patch(path, { spec: { template: { spec: { containers: [injected] } } } }, 'strategic', {
      fieldManager: 'mesh',
    })
    const object = await api.apply(
      path,
      withContainer({
        name: 'app',
        image: 'example.com/app:2',
        env: [{ name: 'B', value: '2' }],
        ports: [port],
      }),
      { manager: 'us' },
    )
    const { template } = object['spec'] as { template: { spec: { containers: { name: string }[] } } }
    const named = (name: string) => template.spec.containers.find((each) => each.name === name)
    expect(template.spec.containers.map(({ name }) => name).sort()).toEqual(['app', 'sidecar'])
    expect(named('app')).toMatchObject({
      image: 'example.com/app:2',
      env: [{ name: 'B', value: '2' }],
      ports: [{ containerPort: 80, protocol: 'TCP' }],
    })
  })

  it.each([
    ['metadata.annotations', { metadata: { annotations: null } }],
    ['metadata.labels', { metadata: { labels: null } }],
    ['metadata.finalizers', { metadata: { finalizers: null } }],
    ['data', { data: null }],
  ])('treats %s of null as absent: keeps the fields of others, and removes ours', async (_, none) => {
    const { api, path } = await setup()
    const all = (by: string) =>
      configMap(
        'one',
        { [by]: '1' },
        { annotations: { [by]: '1' }, labels: { [by]: '1' }, finalizers: [`a.b/${by}`] },
      )
    await api.apply(path, all('theirs'), { manager: 'them' })
    await api.apply(path, all('ours'), { manager: 'us' })
    const { metadata = {}, ...rest } = none as { metadata?: object }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', ...metadata }, ...rest }
    expect(await api.apply(path, body, { manager: 'us' })).toMatchObject({
      metadata: { annotations: { theirs: '1' }, labels: { theirs: '1' }, finalizers: ['a.b/theirs'] },
      data: { theirs: '1' },
    })
    const left = await api.patch(path, { metadata: { finalizers: null } })
    expect(left.metadata.annotations).toEqual({ theirs: '1' })
    expect(left['data']).toEqual({ theirs: '1' })
  })

  it('returns the result of a dry run without writing it', async () => {
    const { api, path } = await setup()
    await api.apply(path, configMap('one', { a: '1' }), { manager: 'us' })
    const before = await api.get(path)
    const dry = await api.apply(path, configMap('one', { a: '2' }), { manager: 'us', dryRun: true })
    expect(dry['data']).toEqual({ a: '2' })
    expect(dry.metadata.uid).toBe(before.metadata.uid)
    expect(await api.get(path)).toEqual(before)
    await expect(
      api.apply(`${path}-new`, configMap('one-new', { a: '2' }), { manager: 'us', dryRun: true }),
    ).resolves.toMatchObject({ data: { a: '2' } })
    await expect(api.get(`${path}-new`)).rejects.toMatchObject({ status: 404 })
  })

  it('refuses unknown fields, with their paths', async () => {
    const { api, path } = await setup('deployments')
    await expect(
      api.apply(path, deployment('one', { replicaz: 1, minReadySecond: 2 }), { manager: 'us' }),
    ).rejects.toMatchObject({
      status: 500,
      message: expect.stringMatching(/\.spec\.(replicaz|minReadySecond): field not declared in schema/),
    })
  })

  it.each([
    ['without a manager', {}, 400, 'fieldManager is required'],
    [
      'with another name than in the path',
      { manager: 'us', name: 'two' },
      400,
      'does not match the name on the URL',
    ],
    ['with managed fields', { manager: 'us', managed: true }, 400, 'metadata.managedFields must be nil'],
  ])('refuses an apply %s', async (_, options, status, text) => {
    const {
      manager,
      name = 'one',
      managed = false,
    } = options as { manager?: string; name?: string; managed?: boolean }
    const { api, path } = await setup()
    const metadata = managed ? { managedFields: [{ manager: 'x', operation: 'Apply' }] } : {}
    const apply =
      manager === undefined
        ? target().client.request({
            method: 'PATCH',
            path,
            body: configMap(name),
            contentType: 'application/apply-patch+yaml',
          })
        : api.apply(path, configMap(name, {}, metadata), { manager })
    const expected = manager === undefined ? 422 : status
    const words = manager === undefined ? 'fieldManager: Required value: is required for apply patch' : text
    await expect(apply).rejects.toMatchObject({ status: expected, message: expect.stringContaining(words) })
  })
})
