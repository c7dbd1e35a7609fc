import { describe, expect, it } from 'vitest'
import { at, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { conditionOf, mediaTypes, newNamespace, until, useCluster } from './simulated.ts'

let counter = 0

const schema: JsonObject = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 9 },
        color: { type: 'string', enum: ['red', 'blue'], default: 'red' },
        name: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
          items: {
            type: 'object',
            required: ['key'],
            properties: { key: { type: 'string' }, n: { type: 'integer' } },
          },
        },
        port: { 'x-kubernetes-int-or-string': true },
        first: { type: 'integer' },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' }, replicas: { type: 'integer' } } },
  },
}

describe('definitions of custom resources', () => {
  const simulated = useCluster()

  /** Defines a resource in a new group, waits until it is served, and returns the path of its objects. */
  async function defined(
    more: JsonObject = {},
  ): Promise<{ path: string; definition: string; group: string }> {
    const { client } = simulated
    counter += 1
    const group = `g${counter}.example.com`
    const definition = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`
    const { code, text } = await client.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: schema },
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' },
            },
            additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
          },
        ],
        ...more,
      },
    })
    expect(code, text).toBe(201)
    await until(
      'the definition to be established',
      async () => conditionOf((await client.get(definition)).body, 'Established')?.['status'] === 'True',
    )
    return { path: `/apis/${group}/v1/namespaces/${await newNamespace(client)}/widgets`, definition, group }
  }

  const widget = (group: string, spec: JsonObject): JsonObject => ({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name: 'w' },
    spec,
  })

  it('are established, accept their names and are discovered', async () => {
    const { client } = simulated
    const { definition, group } = await defined()
    const { body } = await client.get(definition)
    expect(conditionOf(body, 'NamesAccepted')?.['status']).toBe('True')
    expect(at(body, 'status', 'acceptedNames')).toMatchObject({ listKind: 'WidgetList', singular: 'widget' })
    const { body: resources } = await client.get(`/apis/${group}/v1`)
    expect(objectsOf(resources['resources']).map(({ name }) => name)).toEqual([
      'widgets',
      'widgets/status',
      'widgets/scale',
    ])
  })

  it('apply defaults and prune unknown fields', async () => {
    const { client } = simulated
    const { path, group } = await defined()
    const given = { size: 1, unknown: 1, free: { any: [1, { a: null }] } }
    const { body } = await client.create(path, widget(group, given))
    expect(body['spec']).toEqual({ size: 1, color: 'red', free: { any: [1, { a: null }] } })
  })

  it.each<[string, JsonObject, string]>([
    ['a missing field', {}, 'spec.size: Required value'],
    [
      'a value of another type',
      { size: 'x' },
      'spec.size: Invalid value: "string": spec.size in body must be of type integer',
    ],
    ['too large a number', { size: 10 }, 'should be less than or equal to 9'],
    [
      'a word that is not in the enumeration',
      { size: 1, color: 'green' },
      'Unsupported value: "green": supported values: "red", "blue"',
    ],
    ['a string that does not match', { size: 1, name: 'A' }, "should match '^[a-z]+$'"],
    ['a string that is too long', { size: 1, name: 'abcdef' }, 'Too long: may not be more than 5 bytes'],
    [
      'a duplicate key',
      { size: 1, parts: [{ key: 'a' }, { key: 'a' }] },
      'spec.parts[1]: Duplicate value: {"key":"a"}',
    ],
  ])('refuse %s', async (_what, spec, message) => {
    const { path, group } = await defined()
    const response = await simulated.client.create(path, widget(group, spec))
    expect(response.code).toBe(422)
    expect(response.body['message']).toContain(message)
  })

  it('separate the status, and count generations by the spec only', async () => {
    const { client } = simulated
    const { path, group } = await defined()
    const created = await client.create(path, { ...widget(group, { size: 1 }), status: { ready: true } })
    expect(created.body['status']).toBeUndefined()
    const { body } = await client.patch(`${path}/w/status`, { status: { ready: true }, spec: { size: 5 } })
    expect(body).toMatchObject({ spec: { size: 1 }, status: { ready: true }, metadata: { generation: 1 } })
    expect(at((await client.patch(`${path}/w`, { spec: { size: 2 } })).body, 'metadata', 'generation')).toBe(
      2,
    )
  })

  it('scale by the paths they name', async () => {
    const { client } = simulated
    const { path, group } = await defined()
    await client.create(path, widget(group, { size: 1 }))
    const { body } = await client.patch(`${path}/w/scale`, { spec: { replicas: 4 } })
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 4 } })
    expect(at((await client.get(`${path}/w`)).body, 'spec', 'size')).toBe(4)
  })

  it('merge lists by their keys when applied, and support no strategic merge patch', async () => {
    const { client } = simulated
    const { path, group } = await defined()
    await client.apply(`${path}/w`, widget(group, { size: 1, parts: [{ key: 'a', n: 1 }] }), {
      manager: 'one',
    })
    const { body } = await client.apply(
      `${path}/w`,
      widget(group, { size: 1, parts: [{ key: 'b', n: 2 }] }),
      { manager: 'two' },
    )
    expect(at(body, 'spec', 'parts')).toEqual([
      { key: 'a', n: 1 },
      { key: 'b', n: 2 },
    ])
    expect((await client.patch(`${path}/w`, {}, mediaTypes.strategic)).code).toBe(415)
  })

  it('serve all their versions of one object without converting it', async () => {
    const { client } = simulated
    const version = (name: string, storage: boolean): JsonObject => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: schema },
    })
    const { path, group } = await defined({ versions: [version('v1', true), version('v2', false)] })
    await client.create(path, widget(group, { size: 3 }))
    const { body } = await client.get(`${path.replace('/v1/', '/v2/')}/w`)
    expect(body).toMatchObject({ apiVersion: `${group}/v2`, spec: { size: 3 } })
  })

  it('print their declared columns', async () => {
    const { client } = simulated
    const { path, group } = await defined()
    await client.create(path, widget(group, { size: 7 }))
    const { body } = await client.call({ path, accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })
    expect(objectsOf(body['columnDefinitions']).map(({ name }) => name)).toEqual(['Name', 'Size'])
    expect(objectsOf(body['rows'])[0]?.['cells']).toEqual(['w', 7])
  })

  it('delete their objects with them', async () => {
    const { client } = simulated
    const { path, definition, group } = await defined()
    await client.create(path, {
      ...widget(group, { size: 1 }),
      metadata: { name: 'w', finalizers: ['example.com/hold'] },
    })
    await client.remove(definition)
    await until(
      'the object to be deleted',
      async () => stringOf(at((await client.get(`${path}/w`)).body, 'metadata', 'deletionTimestamp')) !== '',
    )
    expect(conditionOf((await client.get(definition)).body, 'Terminating')?.['status']).toBe('True')
    await client.patch(`${path}/w`, { metadata: { finalizers: null } })
    await until('the definition to go', async () => (await client.get(definition)).code === 404)
    expect((await client.get(path)).code).toBe(404)
  })

  it.each<[string, JsonObject, string]>([
    [
      'a name that does not fit',
      { names: { plural: 'gadgets', kind: 'Widget' } },
      'must be spec.names.plural+"."+spec.group',
    ],
    [
      'no stored version',
      {
        versions: [
          { name: 'v1', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
      'must have exactly one version marked as storage version',
    ],
    [
      'no schema',
      { versions: [{ name: 'v1', served: true, storage: true }] },
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    ],
  ])('are refused with %s', async (_what, more, message) => {
    counter += 1
    const response = await simulated.client.create(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: { name: `widgets.x${counter}.example.com` },
        spec: {
          group: `x${counter}.example.com`,
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
          ...more,
        },
      },
    )
    expect(response.code).toBe(422)
    expect(response.body['message']).toContain(message)
  })
})
