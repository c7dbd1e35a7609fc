import { expect, it } from 'vitest'
import { apiOf } from '../support/api.ts'
import { definitionOf, definitions, isTrue } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 10 },
        color: { type: 'string', enum: ['red', 'green'], default: 'green' },
        name: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        either: { 'x-kubernetes-int-or-string': true },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port'],
          items: {
            type: 'object',
            required: ['port'],
            properties: { port: { type: 'integer' }, host: { type: 'string' } },
          },
        },
        nested: { type: 'object', properties: { level: { type: 'integer', default: 3 } } },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' } } },
  },
}

onEachTarget('a CustomResourceDefinition', (target) => {
  let count = 0
  /** Creates a new kind, and waits until it is served. */
  const serve = async (more: object = {}, of: object = schema) => {
    const api = apiOf(target().client)
    const group = `g${(count += 1)}.${target().prefix}.example.com`
    const definition = definitionOf({ group, kind: 'Gadget', schema: of, ...more })
    target().owned(`${definitions}/${definition.metadata.name}`)
    await api.post(definitions, definition)
    await api.until(`${definitions}/${definition.metadata.name}`, (object) => isTrue(object, 'Established'))
    const path = `/apis/${group}/v1/namespaces/${await target().namespace()}/gadgets`
    await api.until(`/apis/${group}/v1`, ({ resources }) => JSON.stringify(resources).includes('"Gadget"'))
    const gadget = (spec: object, name = 'one') => ({
      apiVersion: `${group}/v1`,
      kind: 'Gadget',
      metadata: { name },
      spec,
    })
    return { api, path, gadget, group, definition: `${definitions}/${definition.metadata.name}` }
  }

  it('is established, and its kind is served and discovered', async () => {
    const { api, path, gadget, definition, group } = await serve()
    const { status } = await api.get(definition)
    expect(status).toMatchObject({
      acceptedNames: { kind: 'Gadget', plural: 'gadgets' },
      storedVersions: ['v1'],
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'NamesAccepted', status: 'True', reason: 'NoConflicts' }),
        expect.objectContaining({ type: 'Established', status: 'True', reason: 'InitialNamesAccepted' }),
      ]),
    })
    expect(await api.post(path, gadget({ size: 1 }))).toMatchObject({ metadata: { generation: 1 } })
    const groups = await api.get('/apis')
    expect(JSON.stringify(groups)).toContain(`"${group}"`)
  })

  it('prunes unknown fields, and keeps those that its schema preserves', async () => {
    const { api, path, gadget } = await serve()
    const object = await api.post(
      path,
      gadget({ size: 1, unknown: 'x', free: { any: { thing: 1 } }, either: '50%' }),
    )
    expect(object['spec']).toEqual({ size: 1, color: 'green', free: { any: { thing: 1 } }, either: '50%' })
  })

  it('applies defaults, also in nested fields', async () => {
    const { api, path, gadget } = await serve()
    const object = await api.post(path, gadget({ size: 1, nested: {} }))
    expect(object['spec']).toMatchObject({ color: 'green', nested: { level: 3 } })
    const without = await api.post(path, gadget({ size: 1 }, 'two'))
    expect(without['spec']).not.toHaveProperty('nested')
  })

  it.each([
    ['a missing field', {}, 'spec.size: Required value'],
    [
      'a wrong type',
      { size: 'x' },
      'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
    ],
    [
      'a number below the minimum',
      { size: 0 },
      'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
    ],
    [
      'a number above the maximum',
      { size: 11 },
      'spec.size: Invalid value: 11: spec.size in body should be less than or equal to 10',
    ],
    [
      'a value that is not in the enumeration',
      { size: 1, color: 'blue' },
      'spec.color: Unsupported value: "blue": supported values: "red", "green"',
    ],
    [
      'a string that does not match',
      { size: 1, name: 'A1' },
      'spec.name: Invalid value: "A1": spec.name in body should match \'^[a-z]+$\'',
    ],
    [
      'a string that is too long',
      { size: 1, name: 'abcdef' },
      'spec.name: Too long: may not be more than 5 bytes',
    ],
    [
      'two items with the same key',
      { size: 1, ports: [{ port: 1 }, { port: 1 }] },
      'spec.ports[1]: Duplicate value: {"port":1}',
    ],
  ])('refuses %s', async (_, spec, message) => {
    const { api, path, gadget, group } = await serve()
    await expect(api.post(path, gadget(spec))).rejects.toMatchObject({
      status: 422,
      reason: 'Invalid',
      message: `Gadget.${group} "one" is invalid: ${message}`,
    })
  })

  it('merges lists with keys when they are applied', async () => {
    const { api, path, gadget } = await serve()
    await api.apply(`${path}/one`, gadget({ size: 1, ports: [{ port: 1, host: 'a' }] }), { manager: 'a' })
    const object = await api.apply(`${path}/one`, gadget({ size: 1, ports: [{ port: 2 }] }), { manager: 'b' })
    expect((object['spec'] as { ports: object[] }).ports).toEqual([{ port: 1, host: 'a' }, { port: 2 }])
  })

  it('separates status and spec if it has the subresource', async () => {
    const subresources = {
      status: {},
      scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' },
    }
    const { api, path, gadget } = await serve({ subresources })
    await api.post(path, { ...gadget({ size: 1 }), status: { phase: 'ignored' } })
    expect(await api.get(`${path}/one`)).not.toHaveProperty('status')
    const patched = await api.patch(`${path}/one/status`, {
      spec: { size: 5 },
      status: { phase: 'Ready', replicas: 1 },
    })
    expect(patched).toMatchObject({
      spec: { size: 1 },
      status: { phase: 'Ready' },
      metadata: { generation: 1 },
    })
    expect(await api.get(`${path}/one/scale`)).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 1 },
      status: { replicas: 1 },
    })
    await api.patch(`${path}/one/scale`, { spec: { replicas: 4 } })
    expect(await api.get(`${path}/one`)).toMatchObject({ spec: { size: 4 }, metadata: { generation: 2 } })
  })

  it('does not serve a version that is marked as not served', async () => {
    const { api, definition, group } = await serve()
    await api.patch(
      definition,
      [
        {
          op: 'add',
          path: '/spec/versions/-',
          value: { name: 'v2', served: false, storage: false, schema: { openAPIV3Schema: schema } },
        },
      ],
      'json',
    )
    await expect(api.get(`/apis/${group}/v2/gadgets`)).rejects.toMatchObject({ status: 404 })
  })

  it('is deleted with its objects', async () => {
    const { api, path, gadget, definition } = await serve()
    await api.post(path, gadget({ size: 1 }))
    await api.delete(definition)
    await api.gone(definition)
    await expect(api.get(path)).rejects.toMatchObject({ status: 404 })
  })

  it('waits for finalizers of its objects', async () => {
    const { api, path, gadget, definition } = await serve()
    const object = gadget({ size: 1 })
    await api.post(path, { ...object, metadata: { ...object.metadata, finalizers: ['example.com/hold'] } })
    await api.delete(definition)
    await api.until(`${path}/one`, ({ metadata }) => metadata.deletionTimestamp !== undefined)
    expect(await api.get(definition)).toMatchObject({
      metadata: { finalizers: ['customresourcecleanup.apiextensions.k8s.io'] },
    })
    await api.patch(`${path}/one`, { metadata: { finalizers: null } })
    await api.gone(definition)
  })

  it.each([
    ['a name that does not fit', { metadata: { name: 'other.example.com' } }, 'metadata.name'],
    [
      'no schema',
      { spec: { versions: [{ name: 'v1', served: true, storage: true }] } },
      'schema.openAPIV3Schema: Required value',
    ],
    [
      'no stored version',
      {
        spec: {
          versions: [
            { name: 'v1', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
        },
      },
      'must have exactly one version marked as storage version',
    ],
  ])('is refused with %s', async (_, change, text) => {
    const definition = definitionOf({ group: `${target().prefix}.example.com`, kind: 'Bad', schema })
    const { metadata = {}, spec = {} } = change as { metadata?: object; spec?: object }
    const refused = apiOf(target().client).post(definitions, {
      ...definition,
      metadata: { ...definition.metadata, ...metadata },
      spec: { ...definition.spec, ...spec },
    })
    await expect(refused).rejects.toMatchObject({ status: 422, message: expect.stringContaining(text) })
  })
})
