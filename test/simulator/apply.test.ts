import { describe, expect, it } from 'vitest'
import { at, objectsOf, type JsonObject } from '../../simulator/json.ts'
import { configMap, deployment, newNamespace, useCluster } from './simulated.ts'

function ownedBy(object: JsonObject, manager: string): JsonObject | undefined {
  const entry = objectsOf(at(object, 'metadata', 'managedFields')).find((each) => each['manager'] === manager)
  const fields = entry?.['fieldsV1']
  return typeof fields === 'object' && !Array.isArray(fields) && fields !== null ? fields : undefined
}

describe('server-side apply', () => {
  const simulated = useCluster()

  async function path(): Promise<string> {
    return `/api/v1/namespaces/${await newNamespace(simulated.client)}/configmaps/c`
  }

  it('creates a missing object, and owns exactly the applied fields', async () => {
    const { client } = simulated
    const created = await client.apply(await path(), configMap('c', { a: '1' }, { l: 'x' }), {
      manager: 'one',
    })
    expect(created.code).toBe(201)
    expect(ownedBy(created.body, 'one')).toEqual({
      'f:data': { 'f:a': {} },
      'f:metadata': { 'f:labels': { 'f:l': {} } },
    })
  })

  it('writes nothing if the configuration is unchanged', async () => {
    const { client } = simulated
    const at = await path()
    const first = await client.apply(at, configMap('c', { a: '1' }), { manager: 'one' })
    const second = await client.apply(at, configMap('c', { a: '1' }), { manager: 'one' })
    expect(second.code).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  it('removes fields that are no longer applied and that no other manager owns', async () => {
    const { client } = simulated
    const at = await path()
    await client.apply(at, configMap('c', { a: '1', b: '1', c: '1' }), { manager: 'one' })
    await client.apply(at, configMap('c', { b: '1' }), { manager: 'two' })
    const { body } = await client.apply(at, configMap('c', { c: '1' }), { manager: 'one' })
    expect(body['data']).toEqual({ b: '1', c: '1' })
  })

  it('refuses to change fields of others, and names the managers and fields', async () => {
    const { client } = simulated
    const at = await path()
    await client.apply(at, configMap('c', { a: '1', b: '1' }), { manager: 'one' })
    const refused = await client.apply(at, configMap('c', { a: '2', b: '2' }), { manager: 'two' })
    expect(refused.code).toBe(409)
    expect(refused.body).toMatchObject({
      reason: 'Conflict',
      message: 'Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\n- .data.b',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' },
          { field: '.data.b' },
        ],
      },
    })
  })

  it('takes fields from others with force', async () => {
    const { client } = simulated
    const at = await path()
    await client.apply(at, configMap('c', { a: '1' }), { manager: 'one' })
    const { body } = await client.apply(at, configMap('c', { a: '2' }), { manager: 'two', force: true })
    expect(body['data']).toEqual({ a: '2' })
    expect(ownedBy(body, 'one')).toBeUndefined()
    expect(ownedBy(body, 'two')).toEqual({ 'f:data': { 'f:a': {} } })
  })

  it('lets several managers own one field while they agree', async () => {
    const { client } = simulated
    const at = await path()
    await client.apply(at, configMap('c', { a: '1' }), { manager: 'one' })
    const { body, code } = await client.apply(at, configMap('c', { a: '1' }), { manager: 'two' })
    expect(code).toBe(200)
    expect(ownedBy(body, 'one')).toEqual(ownedBy(body, 'two'))
  })

  it('merges containers by name, ports by number and protocol', async () => {
    const { client } = simulated
    const at = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments/d`
    const withContainers = (containers: JsonObject[]): JsonObject => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: { template: { spec: { containers } } },
    })
    await client.apply(at, deployment('d', { replicas: 0 }), { manager: 'owner' })
    const port = { containerPort: 53, protocol: 'UDP' }
    const { body } = await client.apply(
      at,
      withContainers([
        { name: 'web', ports: [port] },
        { name: 'side', image: 's:1' },
      ]),
      { manager: 'other' },
    )
    const template = {
      spec: { containers: [{ name: 'web', image: 'nginx:1', ports: [port] }, { name: 'side' }] },
    }
    expect(body['spec']).toMatchObject({ template })
    const gone = await client.apply(at, withContainers([{ name: 'web' }]), { manager: 'other' })
    const containers = objectsOf(
      (gone.body['spec'] as { template: { spec: JsonObject } }).template.spec['containers'],
    )
    expect(containers.map(({ name, ports }) => ({ name, ports }))).toEqual([
      { name: 'web', ports: undefined },
    ])
  })

  it('leaves the replicas to an autoscaler that has taken them over', async () => {
    const { client } = simulated
    const at = `/apis/apps/v1/namespaces/${await newNamespace(client)}/deployments/d`
    await client.apply(at, deployment('d', { replicas: 1 }), { manager: 'owner' })
    await client.patch(`${at}/scale`, { spec: { replicas: 0 } })
    const { replicas: _, ...spec } = deployment('d')['spec'] as JsonObject
    const { body } = await client.apply(at, { ...deployment('d'), spec }, { manager: 'owner' })
    expect(body['spec']).toMatchObject({ replicas: 0 })
  })

  it.each([
    [
      'no field manager',
      '',
      { ...configMap('c') },
      422,
      'fieldManager: Required value: is required for apply patch',
    ],
    ['an unknown field', 'm', { ...configMap('c'), foo: 1 }, 500, '.foo: field not declared in schema'],
    [
      'another kind',
      'm',
      { ...configMap('c'), kind: 'Secret' },
      400,
      'invalid object type: /v1, Kind=Secret',
    ],
    [
      'managedFields',
      'm',
      { ...configMap('c'), metadata: { name: 'c', managedFields: [{ manager: 'x' }] } },
      400,
      'metadata.managedFields must be nil',
    ],
  ])('is refused with %s', async (_what, manager, body, code, message) => {
    const { client } = simulated
    const response = await client.apply(await path(), body, { manager })
    expect(response.code).toBe(code)
    expect(response.body['message']).toContain(message)
  })

  it('parses YAML', async () => {
    const { client } = simulated
    const response = await client.apply(
      await path(),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: "1"\n',
      { manager: 'm' },
    )
    expect(response.body['data']).toEqual({ a: '1' })
  })
})
