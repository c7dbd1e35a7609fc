import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { apiOf, type Api } from '../support/api.ts'
import { definitionOf, definitions, isTrue, podTemplate } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

/** Names that every JavaScript object inherits, and those whose assignment changes the prototype. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON']

type Entries = [string, unknown][]

/** Returns an object with exactly these own properties; a literal would set the prototype by `__proto__`. */
const exactly = (entries: Entries): object => Object.fromEntries(entries)
const valued = (value: unknown, names = inherited): Entries => names.map((name) => [name, value])
const sorted = (entries: Entries): Entries => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
const entriesOf = (value: unknown): Entries => sorted(Object.entries(value ?? {}))

onEachTarget('keys that JavaScript objects inherit', (target) => {
  const config = (entries: Entries) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one' },
    data: exactly(entries),
  })

  const setup = async () => {
    const api = apiOf(target().client)
    const all = `/api/v1/namespaces/${await target().namespace()}/configmaps`
    return { api, all, path: `${all}/one` }
  }

  /** Checks that a later read returns what the response contained, alone and in a list. */
  const stored = async (api: Api, all: string, answer: KubeObject): Promise<Entries> => {
    const read = await api.get(`${all}/one`)
    expect(entriesOf(read['data'])).toEqual(entriesOf(answer['data']))
    const { items } = await api.get(all, { fieldSelector: 'metadata.name=one' })
    expect((items as KubeObject[]).map(({ data }) => entriesOf(data))).toEqual([entriesOf(read['data'])])
    return entriesOf(read['data'])
  }

  it('are created, read, listed and replaced', async () => {
    const { api, all, path } = await setup()
    const made = await api.post(all, config(valued('1')))
    expect(await stored(api, all, made)).toEqual(sorted(valued('1')))
    const replaced = await api.put(path, config(valued('2', inherited.slice(0, 3))))
    expect(await stored(api, all, replaced)).toEqual(sorted(valued('2', inherited.slice(0, 3))))
  })

  it.each(inherited)('%s is absent unless it was set', async (name) => {
    const { api, all, path } = await setup()
    await api.post(all, config([['a', '1']]))
    await expect(api.patch(path, [{ op: 'remove', path: `/data/${name}` }], 'json')).rejects.toMatchObject({
      status: 422,
    })
    await expect(
      api.patch(path, [{ op: 'test', path: `/data/${name}`, value: 'x' }], 'json'),
    ).rejects.toMatchObject({ status: 422 })
    const added = await api.patch(path, [{ op: 'add', path: `/data/${name}`, value: 'x' }], 'json')
    expect(await stored(api, all, added)).toEqual(
      sorted([
        ['a', '1'],
        [name, 'x'],
      ]),
    )
  })

  it.each(['merge', 'strategic'] as const)('are set and removed by a %s patch', async (type) => {
    const { api, all, path } = await setup()
    await api.post(all, config([['a', '1']]))
    const set = await api.patch(path, { data: exactly(valued('1')) }, type)
    expect(await stored(api, all, set)).toEqual(sorted([['a', '1'], ...valued('1')]))
    const cleared = await api.patch(path, { data: exactly(valued(null, inherited.slice(1))) }, type)
    expect(await stored(api, all, cleared)).toEqual([
      ['__proto__', '1'],
      ['a', '1'],
    ])
    const last = await api.patch(path, { data: exactly(valued(null, ['__proto__'])) }, type)
    expect(await stored(api, all, last)).toEqual([['a', '1']])
  })

  it('are added, tested, replaced, moved, copied and removed by a JSON patch', async () => {
    const { api, all, path } = await setup()
    await api.post(all, config(valued('1', ['a', '__proto__', 'constructor'])))
    const steps = [
      { op: 'test', path: '/data/__proto__', value: '1' },
      { op: 'replace', path: '/data/constructor', value: '2' },
      { op: 'copy', from: '/data/__proto__', path: '/data/toString' },
      { op: 'move', from: '/data/__proto__', path: '/data/valueOf' },
      { op: 'move', from: '/data/a', path: '/data/__proto__' },
      { op: 'remove', path: '/data/toString' },
    ]
    const patched = await api.patch(path, steps, 'json')
    expect(await stored(api, all, patched)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['valueOf', '1'],
    ])
  })

  it('are applied and owned individually, and removed once they are no longer applied', async () => {
    const { api, all, path } = await setup()
    const made = await api.apply(path, config(valued('1')), { manager: 'us' })
    expect(await stored(api, all, made)).toEqual(sorted(valued('1')))
    const [entry] = made.metadata.managedFields as unknown as { fieldsV1: Record<string, object> }[]
    expect(Object.keys(entry?.fieldsV1['f:data'] ?? {}).sort()).toEqual(
      inherited.map((name) => `f:${name}`).sort(),
    )
    await expect(api.apply(path, config(valued('2')), { manager: 'them' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(`Apply failed with ${inherited.length} conflicts`),
    })
    const fewer = await api.apply(path, config(valued('2', ['__proto__', 'toString'])), { manager: 'us' })
    expect(await stored(api, all, fewer)).toEqual([
      ['__proto__', '2'],
      ['toString', '2'],
    ])
    const none = await api.apply(path, config([['a', '1']]), { manager: 'us' })
    expect(await stored(api, all, none)).toEqual([['a', '1']])
  })

  it('are parsed from YAML, and watched', async () => {
    const { api, all, path } = await setup()
    const data = inherited.map((name) => `  ${name}: '1'`).join('\n')
    const made = await target().client.request({
      method: 'PATCH',
      path,
      query: { fieldManager: 'us' },
      body: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata:\n${data}\n`,
      contentType: 'application/apply-patch+yaml',
    })
    expect(await stored(api, all, made as KubeObject)).toEqual(sorted(valued('1')))
    const end = new AbortController()
    const query = { watch: 'true', fieldSelector: 'metadata.name=one' }
    const events = target().client.stream({ method: 'GET', path: all, query, signal: end.signal })
    const { value } = (await events.next()) as { value: { type: string; object: KubeObject } }
    end.abort()
    expect([value.type, entriesOf(value.object['data'])]).toEqual(['ADDED', sorted(valued('1'))])
  })

  it('are keys of a Secret, and names of a quota', async () => {
    const api = apiOf(target().client)
    const core = `/api/v1/namespaces/${await target().namespace()}`
    const stringData = exactly(valued('1'))
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one' }, stringData }
    const made = await api.post(`${core}/secrets`, secret)
    expect(entriesOf(made['data'])).toEqual(sorted(valued('MQ==')))
    const hard = { 'count/constructor.example.com': '1', 'count/toString': '1' }
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'one' }, spec: { hard } }
    expect((await api.post(`${core}/resourcequotas`, quota))['spec']).toEqual({ hard })
  })

  it('are parsed from protobuf', async () => {
    const { api, all } = await setup()
    const names = inherited.filter((name) => name.length < 12)
    const made = await target().client.request({
      method: 'POST',
      path: all,
      body: configMapAsProtobuf('one', names),
      contentType: 'application/vnd.kubernetes.protobuf',
    })
    expect(await stored(api, all, made as KubeObject)).toEqual(sorted(valued('1', names)))
  })

  it('are labels, annotations, variable names and selectors', async () => {
    const api = apiOf(target().client)
    const all = `/apis/apps/v1/namespaces/${await target().namespace()}/deployments`
    // Kubernetes refuses label keys that do not begin with a letter or digit.
    const labels = exactly(valued('x', inherited.slice(1)))
    const template = podTemplate('one')
    const env = inherited.map((name) => ({ name, value: 'x' }))
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'one', labels, annotations: labels },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            ...template.spec,
            nodeSelector: labels,
            containers: [{ ...template.spec.containers[0], env }],
          },
        },
      },
    }
    await api.apply(`${all}/one`, deployment, { manager: 'us' })
    const read = await api.get(all, {
      labelSelector: inherited
        .slice(1)
        .map((name) => `${name}=x`)
        .join(','),
    })
    expect(read['items']).toMatchObject([{ metadata: deployment.metadata, spec: deployment.spec }])
    expect((await api.get(all, { labelSelector: 'isPrototypeOf' }))['items']).toEqual([])
    expect((await api.get(all, { labelSelector: '!isPrototypeOf' }))['items']).toHaveLength(1)
    await expect(
      api.patch(`${all}/one`, { metadata: { labels: exactly(valued('x', ['__proto__'])) } }),
    ).rejects.toMatchObject({ status: 422, message: expect.stringContaining('__proto__') })
  })

  it('are properties of custom resources, declared and preserved', async () => {
    const api = apiOf(target().client)
    const group = `keys.${target().prefix}.example.com`
    const strings = exactly(valued({ type: 'string' }))
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            declared: { type: 'object', properties: strings },
            defaulted: {
              type: 'object',
              default: {},
              properties: exactly(valued({ type: 'string', default: 'd' })),
            },
            map: { type: 'object', additionalProperties: { type: 'string' } },
            free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            closed: { type: 'object', properties: { a: { type: 'string', format: 'constructor' } } },
          },
        },
      },
    }
    const definition = definitionOf({ group, kind: 'Gadget', schema })
    target().owned(`${definitions}/${definition.metadata.name}`)
    await api.post(definitions, definition)
    await api.until(`${definitions}/${definition.metadata.name}`, (object) => isTrue(object, 'Established'))
    await api.until(`/apis/${group}/v1`, ({ resources }) => JSON.stringify(resources).includes('"Gadget"'))
    const all = `/apis/${group}/v1/namespaces/${await target().namespace()}/gadgets`
    const value = exactly(valued('1'))
    const spec = { declared: value, map: value, free: value, closed: exactly([...valued('1'), ['a', '1']]) }
    const gadget = { apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name: 'one' }, spec }
    const made = await api.post(all, gadget)
    const specOf = (object: KubeObject) => object['spec'] as Record<string, unknown>
    for (const object of [made, await api.get(`${all}/one`)]) {
      for (const field of ['declared', 'map', 'free'])
        expect(entriesOf(specOf(object)[field]), field).toEqual(sorted(valued('1')))
      expect(entriesOf(specOf(object)['defaulted'])).toEqual(sorted(valued('d')))
      expect(entriesOf(specOf(object)['closed'])).toEqual([['a', '1']])
    }
    const patched = await api.patch(`${all}/one`, {
      spec: { map: exactly(valued(null, ['constructor', '__proto__'])) },
    })
    expect(entriesOf(specOf(patched)['map'])).toEqual(
      sorted(valued('1').filter(([name]) => name !== 'constructor' && name !== '__proto__')),
    )
    await expect(
      api.patch(`${all}/one`, { spec: { declared: exactly([['constructor', 1]]) } }),
    ).rejects.toMatchObject({ status: 422, message: expect.stringContaining('spec.declared.constructor') })
  })
})

/**
 * Encodes a ConfigMap with values of '1', as a typed client in Go does:
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
 * Short enough that each length fits into one byte.
 */
function configMapAsProtobuf(name: string, keys: readonly string[]): string {
  const field = (number: number, value: string): string =>
    String.fromCharCode(number * 8 + 2, value.length) + value
  const data = keys.map((key) => field(2, field(1, key) + field(2, '1')))
  const raw = field(1, field(1, name)) + data.join('')
  return `k8s\0${field(1, field(1, 'v1') + field(2, 'ConfigMap'))}${field(2, raw)}`
}
