import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../../client-sdk/index.ts'
import { errorTable, isPlatformError, type ErrorCode, type FieldError } from '../../../schema/errors.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { runtimeProviders } from '../../../schema/runtimes.ts'
import { restFields } from '../../../server/http/rest/fields.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, definition } from '../../support/store.ts'

/*
 * All errors are reported at once, with the same messages over GraphQL, SDK, apply and REST, and nothing is written.
 */

let server: TestServer
let client: Client
let ids: Record<string, number>
beforeAll(async () => {
  server = await createTestServer()
  client = createClient({ url: urlOf(server), token: server.adminToken })
  await client.apply([
    ...defaultRuntime,
    definition('app'),
    { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } },
    dependencyOf({ name: 'rpc', spec: {} }),
  ])
  const objects = []
  for await (const object of client.objects.list()) objects.push(object)
  ids = Object.fromEntries(objects.map(({ kind, name, id }) => [`${kind}/${name}`, Number(id)]))
})
afterAll(() => server.stop())

interface Input {
  name: unknown
  spec: unknown
  labels?: unknown
}

function dependencyOf({ name, spec }: { name: string; spec: object }) {
  const base = { workloadInstance: 'app', upstreamHost: 'rpc.example.com' }
  return { kind: 'WorkloadServiceDependency', name, spec: { ...base, ...spec } }
}

async function rows(): Promise<unknown> {
  const { rows: counts } = await server.database.sql.query(
    'SELECT (SELECT count(*) FROM "Object") AS objects, (SELECT count(*) FROM "Change") AS changes',
  )
  return counts
}

interface Refusal {
  status?: number
  code?: string
  fields: readonly FieldError[]
}

const withoutPrefix = (fields: readonly FieldError[], prefix: string): FieldError[] =>
  fields.map((field) => ({ ...field, path: field.path.replace(prefix, '') }))

async function overGraphql(kind: string, input: unknown): Promise<Refusal> {
  const query = `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { changeCursor } }`
  const { status, body } = await server.graphql(query, { input })
  const { code, fields = [] } = body.errors?.[0]?.extensions ?? {}
  return { status, ...(code === undefined ? {} : { code }), fields: fields as FieldError[] }
}

async function overSdk(work: () => Promise<unknown>): Promise<Refusal> {
  try {
    await work()
    return { fields: [] }
  } catch (error) {
    if (!isPlatformError(error)) throw error
    return { code: error.code, fields: error.details.fields ?? [] }
  }
}

/** The same object in the form of REST. */
async function overRest(kind: string, { name, spec }: Input): Promise<Refusal> {
  const declared = allKinds.find((each) => each.kind === kind)
  if (declared === undefined) throw new Error(`no kind ${kind}`)
  const names = restFields(declared)
  const entries = Object.entries(spec as object).map(([field, value]: [string, unknown]) => {
    const { name: theirs, to } = names.find((each) => each.field === field) ?? { name: field }
    return [theirs, to === undefined ? value : ids[`${to}/${String(value)}`]]
  })
  const body = { ...(name === undefined ? {} : { Name: name }), ...(Object.fromEntries(entries) as object) }
  const answer = await server.rest('POST', `/v0/${declared.rest.path}`, body)
  const ours = (path: string): string => {
    if (path === 'Name') return 'name'
    const [, theirs = '', below = ''] = /^(\w+)(.*)$/.exec(path) ?? []
    const field = names.find((each) => each.name === theirs)?.field
    return field === undefined ? path : `spec.${field}${below}`
  }
  const { fields = [] } = answer.body.Status as { fields?: FieldError[] }
  return { status: answer.status, fields: fields.map((field) => ({ ...field, path: ours(field.path) })) }
}

const dependency = (spec: object, name: unknown = 'bad'): [string, Input] => [
  'WorkloadServiceDependency',
  { name, spec: { workloadInstance: 'app', upstreamHost: 'rpc.example.com', ...spec } },
]
const workload = (yamlDocument: unknown): [string, Input] => [
  'WorkloadDefinition',
  { name: 'bad', spec: { yamlDocument } },
]
const nameRule =
  'must start and end with a letter or digit and contain only letters, digits, "-", "_" and "."'

type Reported = [path: string, message: string, value?: string]

function quoted(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(', ')
}

const wrongEnum: Reported[] = [['spec.provider', `must be one of ${quoted(runtimeProviders)}`, '"oke"']]
const wrongEnumOfGraphql: Reported[] = [
  [
    'spec.provider',
    `must be one of ${quoted(runtimeProviders.map((name) => name.replace(/[A-Z]/, '_$&').toUpperCase()).toSorted())}`,
    '"oke"',
  ],
]

/** The input, and the expected error: path, message, value. */
const unstorable = 'contains a character that cannot be stored (NUL or an unpaired surrogate)'

const wrongObjects: [string, [string, Input], Reported[]][] = [
  ['a missing field', dependency({ upstreamHost: undefined }), [['spec.upstreamHost', 'is missing']]],
  [
    'a missing name',
    ['WorkloadServiceDependency', { ...dependency({})[1], name: undefined }],
    [['name', 'is missing']],
  ],
  [
    'a string for a number',
    dependency({ upstreamPort: '443' }),
    [['spec.upstreamPort', 'must be a number', '"443"']],
  ],
  ['a fraction', dependency({ upstreamPort: 1.5 }), [['spec.upstreamPort', 'must be an integer', '1.5']]],
  [
    'a negative number',
    dependency({ upstreamPort: -1 }),
    [['spec.upstreamPort', 'must be at least 1', '-1']],
  ],
  [
    'a large number',
    dependency({ upstreamPort: 1e12 }),
    [['spec.upstreamPort', 'must be at most 65535', '1000000000000']],
  ],
  [
    'a string for a boolean',
    dependency({ upstreamTls: 'yes' }),
    [['spec.upstreamTls', 'must be true or false', '"yes"']],
  ],
  [
    'a list for a string',
    dependency({ upstreamPath: ['/'] }),
    [['spec.upstreamPath', 'must be a string', '["/"]']],
  ],
  [
    'an object for a string',
    dependency({ upstreamPath: { a: 1 } }),
    [['spec.upstreamPath', 'must be a string', '{"a":1}']],
  ],
  [
    'a name that is too long',
    dependency({}, 'a'.repeat(64)),
    [['name', 'must have at most 63 characters', JSON.stringify('a'.repeat(64))]],
  ],
  ['a name with a space', dependency({}, 'a b'), [['name', nameRule, '"a b"']]],
  ['a name with a slash', dependency({}, '../x'), [['name', nameRule, '"../x"']]],
  ['a name with an umlaut', dependency({}, 'größe'), [['name', nameRule, '"größe"']]],
  ['an empty name', dependency({}, ''), [['name', 'must not be empty', '""']]],
  ['a number for a name', dependency({}, 7), [['name', 'must be a string', '7']]],
  ['null for a name', dependency({}, null), [['name', 'must be a string', 'null']]],
  [
    'a value outside of an enumeration',
    ['KubernetesRuntimeDefinition', { name: 'bad', spec: { provider: 'oke' } }],
    wrongEnum,
  ],
  [
    'invalid thresholds of the guard',
    [
      'WorkloadInstance',
      {
        name: 'bad',
        spec: { definition: 'app', guardThresholds: { count: 0, percent: 101, always: 'many' } },
      },
    ],
    [
      ['spec.guardThresholds.count', 'must be at least 1', '0'],
      ['spec.guardThresholds.percent', 'must be at most 100', '101'],
      ['spec.guardThresholds.always', 'must be a number', '"many"'],
    ],
  ],
  [
    'many errors at once',
    dependency({ upstreamHost: 'http://x', upstreamPath: 'eth', upstreamPort: 0, upstreamTls: 1 }, 'a b'),
    [
      ['name', nameRule, '"a b"'],
      [
        'spec.upstreamHost',
        'must be a host name without a scheme and a path, such as "rpc.ankr.com"',
        '"http://x"',
      ],
      [
        'spec.upstreamPath',
        'must start with "/" and contain only printable ASCII without spaces and "#"',
        '"eth"',
      ],
      ['spec.upstreamPort', 'must be at least 1', '0'],
      ['spec.upstreamTls', 'must be true or false', '1'],
    ],
  ],
  [
    'a string of 5 MB',
    dependency({ upstreamPath: `/${'x'.repeat(5_000_000)}` }),
    [['spec.upstreamPath', 'must have at most 2048 characters', `"/${'x'.repeat(195)}...`]],
  ],
  ['an empty document', workload(''), [['spec.yamlDocument', 'contains no Kubernetes resource']]],
  [
    'NULL in a document',
    workload('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: "\0" }'),
    [['spec.yamlDocument', unstorable]],
  ],
]

describe.each(wrongObjects)('%s', (_, [kind, input], expected) => {
  it('is reported with the same messages everywhere, and nothing is written', async () => {
    const before = await rows()
    const plural = allKinds.find((each) => each.kind === kind)?.plural ?? ''
    const ofKind = (client as unknown as Record<string, Client['projects']>)[plural]
    const apply = await overSdk(() => client.apply([{ kind, ...input } as never]))
    const responses = {
      graphql: await overGraphql(kind, input),
      sdk: await overSdk(async () => ofKind?.create({ input } as never)),
      apply: { ...apply, fields: withoutPrefix(apply.fields, 'documents[0].') },
      rest: await overRest(kind, input),
    }
    for (const [api, { status, code, fields }] of Object.entries(responses)) {
      expect(status ?? 400, api).toBe(400)
      expect(code ?? 'INVALID_INPUT', api).toBe('INVALID_INPUT')
      const reported = fields.map(({ path, message, value }) => [path, message, value])
      // Enums have other values in GraphQL than in manifests.
      const isOfEnum = expected === wrongEnum && (api === 'graphql' || api === 'sdk')
      const wanted = isOfEnum ? wrongEnumOfGraphql : expected
      expect(reported, api).toEqual(wanted.map(([path, message, value]) => [path, message, value]))
      const same = expected === wrongEnum ? fields : responses.graphql.fields
      expect(fields, api).toEqual(same)
    }
    expect(await rows()).toEqual(before)
  })
})

/** Ten levels of aliases, each of which references the one below ten times. */
const bomb = Array.from({ length: 10 }, (_, level) => {
  const below = level === 0 ? '"lol"' : `[${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`
  return `a${level}: &a${level} ${below}`
}).join('\n')

describe('an error that depends on the API', () => {
  const graphql = async (query: string, variables: object = {}): Promise<Refusal> => {
    const { status, body } = await server.graphql(query, variables)
    const { code, fields = [] } = body.errors?.[0]?.extensions ?? {}
    return { status, ...(code === undefined ? {} : { code }), fields: fields as FieldError[] }
  }
  const refused = (code: ErrorCode): object => ({ status: errorTable[code].http, code })

  it('reports every error of YAML with line and column', async () => {
    const yamlDocument = 'apiVersion: v1\nkind: ConfigMap\n---\na: b: c\n---\nkind: [\n'
    const [kind, input] = workload(yamlDocument)
    const { fields } = await overGraphql(kind, input)
    expect(fields.length).toBeGreaterThanOrEqual(3)
    for (const field of fields) {
      expect(field.path).toMatch(/^spec\.yamlDocument/)
      expect(field.message).not.toBe('')
    }
    expect(fields.map(({ line }) => line)).toEqual(expect.arrayContaining([4]))
    expect((await overRest(kind, input)).fields).toEqual(fields)
  })

  it.each(['\0', '\ud800'])('refuses a reason with %j, which Postgres cannot store', async (character) => {
    const before = await rows()
    const create =
      'mutation ($options: WriteOptionsInput) { createProject(input: { name: "reasoned" }, options: $options) { changeCursor } }'
    const { fields, ...response } = await graphql(create, { options: { reason: `because ${character}` } })
    expect(response).toEqual(refused('INVALID_INPUT'))
    expect(fields).toMatchObject([
      { path: 'options.reason', message: unstorable, remedy: 'Remove the character.' },
    ])
    expect(await rows()).toEqual(before)
  })

  it('reports unknown fields, with those that exist', async () => {
    const before = await rows()
    const { name, spec } = dependency({ colour: 'red' })[1]
    const input = { name, spec, size: 7 }
    const response = await overGraphql('WorkloadServiceDependency', input)
    expect(response).toMatchObject({
      ...refused('INVALID_INPUT'),
      fields: [
        {
          path: 'spec.colour',
          message: 'is not a known field',
          remedy: expect.stringMatching(/^Fields are workloadInstance/),
        },
        {
          path: 'size',
          message: 'is not a known field',
          remedy: expect.stringMatching(/^Fields are .*name/),
        },
      ],
    })
    const rest = await server.rest('POST', '/v0/workload-service-dependencies', {
      Name: 'a b',
      Colour: 'red',
      ID: 7,
      UpstreamPort: 0,
    })
    const { fields } = rest.body.Status as unknown as { fields: FieldError[] }
    expect(fields.map(({ path }) => path).sort()).toEqual(
      // The application may be of two kinds, so that a missing one is found once the fields are right.
      ['Colour', 'ID', 'Name', 'UpstreamHost', 'UpstreamPort'].sort(),
    )
    expect(await rows()).toEqual(before)
  })

  it('reports unknown nested fields, with those that exist', async () => {
    const spec = { definition: 'app', guardThresholds: { share: 5 } }
    const apply = client.apply([{ kind: 'WorkloadInstance', name: 'bad', spec }])
    expect(await overSdk(() => apply)).toMatchObject({
      fields: [
        {
          path: 'documents[0].spec.guardThresholds.share',
          message: 'is not a known field',
          remedy: 'Fields are count, percent, always.',
        },
      ],
    })
  })

  it('reports references to missing objects, or to those of another kind', async () => {
    const before = await rows()
    const response = await overGraphql(...dependency({ workloadInstance: 'nowhere' }))
    expect(response).toMatchObject({
      ...refused('INVALID_INPUT'),
      fields: [{ path: 'spec.workloadInstance', value: '"nowhere"', remedy: expect.any(String) }],
    })
    for (const id of [999_999, -1, '1', ids['WorkloadDefinition/app']]) {
      const rest = await server.rest('POST', '/v0/workload-service-dependencies', {
        Name: 'bad',
        UpstreamHost: 'a.example',
        WorkloadInstanceID: id,
      })
      expect(rest.status, String(id)).toBe(400)
      expect(rest.body.Status).toMatchObject({
        fields: [{ path: 'WorkloadInstanceID', value: JSON.stringify(id) }],
      })
    }
    expect(await rows()).toEqual(before)
  })

  it('has the code NAME_TAKEN for a name that is taken', async () => {
    const before = await rows()
    const [kind, input] = dependency({}, 'rpc')
    expect(await overGraphql(kind, input)).toMatchObject(refused('NAME_TAKEN'))
    expect(await overRest(kind, input)).toMatchObject({ status: 409 })
    const [, different] = dependency({ upstreamHost: 'x.example', workloadInstance: 'default/app' }, 'rpc')
    expect(await overGraphql(kind, different)).toMatchObject(refused('NAME_TAKEN'))
    expect(await rows()).toEqual(before)
  })

  it('has the code CONFLICT for a stale version, with both versions', async () => {
    await client.workloadServiceDependencies.update({ name: 'rpc', input: { labels: { a: 'b' } } })
    const before = await rows()
    const stale = { name: 'rpc', input: { labels: { a: 'c' } }, expectedVersion: 1 }
    await expect(client.workloadServiceDependencies.update(stale)).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expectedVersion: 1, currentVersion: 2 },
    })
    const applied = client.apply([
      { ...dependencyOf({ name: 'rpc', spec: {} }), expectedVersion: 1, labels: { a: 'c' } },
    ])
    await expect(applied).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    expect(await rows()).toEqual(before)
  })

  it('refuses a change of an immutable field, with a remedy', async () => {
    const before = await rows()
    const target = { named: { name: 'rpc' } }
    const query =
      'mutation ($input: UpdateWorkloadServiceDependencyInput!) { updateWorkloadServiceDependency(input: $input) { changeCursor } }'
    const response = await graphql(query, { input: { target, spec: { workloadInstance: 'other' } } })
    expect(response).toMatchObject({
      ...refused('INVALID_INPUT'),
      fields: expect.arrayContaining([expect.objectContaining({ path: 'spec.workloadInstance' })]),
    })
    expect(response.fields[0]).toMatchObject({
      message: expect.stringContaining('cannot change after creation'),
      remedy: expect.any(String),
    })
    const wrong = await graphql(query, {
      input: { target, spec: { upstreamPort: 'x', upstreamHost: 'http://a' }, size: 1 },
    })
    expect(wrong.fields.map(({ path, message }) => [path, message])).toEqual([
      ['spec.upstreamHost', 'must be a host name without a scheme and a path, such as "rpc.ankr.com"'],
      ['spec.upstreamPort', 'must be a number'],
      ['size', 'is not a known field'],
    ])
    const rest = await server.rest(
      'PATCH',
      `/v0/workload-service-dependencies/${ids['WorkloadServiceDependency/rpc']}`,
      { UpstreamPort: 'x', UpstreamHost: 'http://a', Size: 1 },
    )
    expect(rest.body.Status).toMatchObject({
      code: 400,
      fields: [
        { path: 'Size' },
        { path: 'UpstreamHost' },
        { path: 'UpstreamPort', message: 'must be a number' },
      ],
    })
    expect(await rows()).toEqual(before)
  })

  it('has the code BLOCKED for a deletion of a required object, with its dependents', async () => {
    const before = await rows()
    const response = await server.graphql(
      'mutation { deleteWorkloadDefinition(input: { target: { named: { name: "app" } } }) { changeCursor } }',
    )
    expect(response).toMatchObject({
      status: 409,
      body: {
        errors: [{ extensions: { code: 'BLOCKED', by: [{ kind: 'WorkloadInstance', name: 'app' }] } }],
      },
    })
    expect(
      (await server.rest('DELETE', `/v0/workload-definitions/${ids['WorkloadDefinition/app']}`)).status,
    ).toBe(409)
    expect(await rows()).toEqual(before)
  })

  it('has the code NOT_FOUND for a missing object', async () => {
    expect(
      await graphql('mutation { deleteProject(input: { target: { name: "nowhere" } }) { changeCursor } }'),
    ).toMatchObject(refused('NOT_FOUND'))
    expect(
      await graphql('mutation { updateProject(input: { target: { name: "nowhere" } }) { changeCursor } }'),
    ).toMatchObject(refused('NOT_FOUND'))
    expect((await server.rest('DELETE', '/v0/projects/999999')).status).toBe(404)
  })

  it('survives nesting of any depth', async () => {
    const before = await rows()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const place of ['"labels"', '"spec"', '"name"']) {
      const payload = `{"query":"mutation ($input: CreateProjectInput!) { createProject(input: $input) { changeCursor } }","variables":{"input":{${place}:${deep}}}}`
      const answer = await server.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
        payload,
      })
      expect(answer.statusCode, `${place} ${answer.body.slice(0, 300)}`).toBe(400)
    }
    const query = `{ ${'a { '.repeat(20_000)} b ${'}'.repeat(20_000)} }`
    expect(await graphql(query)).toMatchObject(refused('INVALID_INPUT'))
    for (const yamlDocument of ['['.repeat(100_000), '- '.repeat(100_000), 'a: {'.repeat(100_000), bomb]) {
      const [kind, input] = workload(yamlDocument)
      expect(await overGraphql(kind, input), yamlDocument.slice(0, 20)).toMatchObject(
        refused('INVALID_INPUT'),
      )
    }
    const rest = await server.rest('POST', '/v0/projects', `{"Name":${deep}}`)
    expect(rest.status).toBe(400)
    expect(await rows()).toEqual(before)
  })

  it.each([
    ['broken JSON', '{"a":', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a number', '7', 400],
    ['a body that is too long', `{"a":"${'x'.repeat(8_100_000)}"}`, 413],
  ])('refuses %s in place of a request', async (_, payload, status) => {
    for (const url of ['/graphql', '/v0/projects']) {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
        payload,
      })
      expect(answer.statusCode, url).toBe(status)
      const response = answer.json<{ errors?: unknown; Data?: null; Status?: unknown }>()
      expect([response.errors ?? response.Status].flat()[0], url).toMatchObject(
        response.Status === undefined ? { extensions: { code: 'INVALID_INPUT' } } : { code: status },
      )
    }
  })
})
