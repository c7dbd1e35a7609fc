import { describe, expect, it } from 'vitest'
import { at, type Json, type JsonObject } from '../../simulator/json.ts'
import { configMap, deployment, mediaTypes, newNamespace, useCluster } from './simulated.ts'

describe('patches', () => {
  const simulated = useCluster()

  async function newConfigMap(): Promise<string> {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    await client.create(path, configMap('c', { a: '1' }))
    return `${path}/c`
  }

  async function deployed(): Promise<string> {
    const { client } = simulated
    const path = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments`
    await client.create(path, deployment('d', { replicas: 0 }))
    return `${path}/d`
  }

  const podSpec = (body: JsonObject) => at(body, 'spec', 'template', 'spec') ?? {}
  const inPod = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } })

  it.each<[string, Json, Json]>([
    ['adds', [{ op: 'add', path: '/data/b', value: '2' }], { a: '1', b: '2' }],
    [
      'removes',
      [
        { op: 'remove', path: '/data/a' },
        { op: 'add', path: '/data/z', value: '' },
      ],
      { z: '' },
    ],
    ['moves', [{ op: 'move', from: '/data/a', path: '/data/b' }], { b: '1' }],
    ['copies', [{ op: 'copy', from: '/data/a', path: '/data/b' }], { a: '1', b: '1' }],
    [
      'continues after a test that holds',
      [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'replace', path: '/data/a', value: '2' },
      ],
      { a: '2' },
    ],
  ])('in JSON form %s', async (_what, patch, data) => {
    const response = await simulated.client.patch(await newConfigMap(), patch, mediaTypes.json)
    expect(response.body['data']).toEqual(data)
  })

  it('in JSON form change nothing if a test fails', async () => {
    const path = await newConfigMap()
    const patch = [
      { op: 'add', path: '/data/b', value: '2' },
      { op: 'test', path: '/data/a', value: 'x' },
    ]
    expect((await simulated.client.patch(path, patch, mediaTypes.json)).code).toBe(422)
    expect((await simulated.client.get(path)).body['data']).toEqual({ a: '1' })
  })

  it('in merge form treat null as removal', async () => {
    const response = await simulated.client.patch(await newConfigMap(), { data: { a: null, b: '2' } })
    expect(response.body['data']).toEqual({ b: '2' })
  })

  it('in strategic form merge containers by name', async () => {
    const patch = inPod({ containers: [{ name: 'web', env: [{ name: 'A', value: '1' }] }] })
    const response = await simulated.client.patch(await deployed(), patch, mediaTypes.strategic)
    expect(podSpec(response.body)).toMatchObject({
      containers: [{ name: 'web', image: 'nginx:1', env: [{ name: 'A', value: '1' }] }],
    })
  })

  it('in strategic form delete and replace by directives', async () => {
    const path = await deployed()
    const { client } = simulated
    await client.patch(path, inPod({ containers: [{ name: 'side', image: 's' }] }), mediaTypes.strategic)
    const deleted = await client.patch(
      path,
      inPod({ containers: [{ name: 'side', $patch: 'delete' }] }),
      mediaTypes.strategic,
    )
    expect(podSpec(deleted.body)).toMatchObject({ containers: [{ name: 'web' }] })
    const replaced = await client.patch(
      path,
      inPod({ containers: [{ $patch: 'replace' }, { name: 'only', image: 'o' }] }),
      mediaTypes.strategic,
    )
    expect(podSpec(replaced.body)).toMatchObject({ containers: [{ name: 'only' }] })
  })

  it('in strategic form are not supported for custom resources', async () => {
    const response = await simulated.client.patch(await newConfigMap(), {}, 'application/json')
    expect(response.code).toBe(415)
  })

  it('cannot change status through the object, nor the object through status', async () => {
    const path = await deployed()
    const { client } = simulated
    const main = await client.patch(path, { status: { replicas: 7 } })
    expect(at(main.body, 'status', 'replicas')).not.toBe(7)
    const status = await client.patch(`${path}/status`, { spec: { replicas: 9 } })
    expect(at(status.body, 'spec', 'replicas')).toBe(0)
  })
})
