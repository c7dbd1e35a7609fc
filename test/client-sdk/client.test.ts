import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'
import { GetViewerDocument } from '../../client-sdk/generated/documents.ts'
import {
  createClient,
  type Client,
  type ManifestCause,
  type ManifestCondition,
  type ManifestPhase,
} from '../../client-sdk/index.ts'
import type { Cause, Condition, Phase } from '../../schema/status.ts'
import { urlOf } from '../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime, definition } from '../support/store.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await createTestServer()
  client = createClient({ url: urlOf(server), token: server.adminToken })
  await client.apply(defaultRuntime)
})
afterAll(() => server.stop())

const { spec } = definition('any')

describe('a write whose first response is lost', () => {
  let sent = 0
  let losing: Client
  beforeEach(() => {
    sent = 0
    losing = createClient({
      url: urlOf(server),
      token: server.adminToken,
      retryFor: 10_000,
      fetch: async (...request) => {
        const answer = await fetch(...request)
        sent += 1
        if (sent > 1) return answer
        await answer.body?.cancel()
        throw new TypeError('the connection broke')
      },
    })
  })
  afterEach(() => expect(sent).toBe(2))

  it('creates once', async () => {
    const created = await losing.workloadDefinitions.create({ input: { name: 'lossy', spec } })
    expect(created).toMatchObject({ name: 'lossy', version: 1 })
  })

  it('applies once, without a conflict with itself', async () => {
    const [{ object } = { object: undefined }] = await client.apply([definition('lossy-apply')])
    const change = { ...definition('lossy-apply'), labels: { a: 'b' }, expectedVersion: object?.version ?? 0 }
    expect(await losing.apply([change])).toMatchObject([
      { result: 'UPDATED', object: { labels: { a: 'b' }, version: 2 } },
    ])
  })

  it('deletes once, and succeeds although the object is gone', async () => {
    const target = { kind: 'WorkloadDefinition', name: 'lossy-delete' }
    await client.apply([definition(target.name)])
    expect(await losing.objects.delete([target])).toMatchObject([{ name: target.name }])
    expect(await client.objects.get(target)).toBeUndefined()
  })

  it('keeps the given key', async () => {
    const key = { idempotencyKey: 'of-the-caller' }
    const first = await losing.apply([definition('lossy-key')], key)
    expect(await client.apply([definition('lossy-key')], key)).toEqual(first)
    await expect(client.apply([definition('lossy-other')], key)).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })
})

describe('calls', () => {
  it('have a signal and a timeout of their own', async () => {
    const stuck = createClient({
      url: urlOf(server),
      token: server.adminToken,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
        }),
    })
    await expect(stuck.with({ timeout: 20 }).serverInfo()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const signal = AbortSignal.timeout(20)
    const thrown = await stuck
      .with({ signal })
      .serverInfo()
      .catch((error: unknown) => error)
    expect(thrown).toBe(signal.reason)
    await expect(stuck.execute(GetViewerDocument, {}, { timeout: 20 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  it('execute documents of any tool, with their types', async () => {
    const source = '{ viewer { name } }'
    const typed = parse(source) as TypedDocumentNode<{ viewer: { name: string } }, Record<string, never>>
    const result = await client.execute(typed, {})
    expectTypeOf(result.viewer.name).toBeString()
    expect(result).toEqual({ viewer: { name: 'admin' } })
    expect(await client.execute(source, {})).toEqual(result)
  })

  it('return one page at a time', async () => {
    await client.apply(['p1', 'p2', 'p3'].map((name) => ({ kind: 'Project', name, spec: {} })))
    const filter = { names: ['p1', 'p2', 'p3'] }
    const first = await client.objects.page({ filter, first: 2 })
    expect(first).toMatchObject({ objects: [{ name: 'p1' }, { name: 'p2' }], hasNextPage: true })
    const last = await client.projects.page({ filter, first: 2, after: first.endCursor })
    expect(last).toMatchObject({ objects: [{ name: 'p3' }], hasNextPage: false })
  })

  it('list the history of an object and roll it back', async () => {
    const target = { kind: 'Project', name: 'rolled' }
    await client.apply([{ ...target, spec: { description: 'a' } }])
    await client.apply([{ ...target, spec: { description: 'b' } }])
    const { object, diff } = await client.objects.rollBack(target, { reason: 'b is wrong' })
    expect(object).toMatchObject({ manifestSpec: { description: 'a' }, generation: 3 })
    expect(diff).toEqual([{ path: 'spec.description', before: 'b', after: 'a' }])
    const generations = []
    for await (const { generation, reason } of client.objects.history(target, 2))
      generations.push([generation, reason])
    expect(generations).toEqual([
      [3, 'b is wrong'],
      [2, null],
      [1, null],
    ])
  })
})

it('has the status that the schema declares', () => {
  expectTypeOf<ManifestPhase>().toEqualTypeOf<Phase>()
  expectTypeOf<ManifestCondition>().toEqualTypeOf<Condition>()
  expectTypeOf<ManifestCause>().toEqualTypeOf<Cause>()
})

describe('misuse', () => {
  it.each([
    ['url', () => createClient({ url: 'localhost', token: 't' })],
    ['url', () => createClient({ url: 'ftp://localhost', token: 't' })],
    ['token', () => createClient({ url: 'http://localhost', token: '' })],
    ['timeout', () => createClient({ url: 'http://localhost', token: 't', timeout: -1 })],
    ['timeout', () => createClient({ url: 'http://localhost', token: 't', timeout: Number.NaN })],
    ['pageSize', () => client.workloadInstances.list({ pageSize: 0 }).next()],
    ['pageSize', () => client.objects.list('Project', { pageSize: 1001 }).next()],
    ['pageSize', () => client.objects.owned('1', -1).next()],
    ['first', () => client.workloadInstances.page({ first: 0.5 })],
    ['name', () => client.objects.get({ kind: 'Project', name: '' })],
    ['name', () => client.objects.delete([{ kind: 'Project' }])],
    ['name', () => client.workloadInstances.get({})],
    ['id', () => client.objects.getById('')],
    ['kind', () => client.objects.get({ kind: '', name: 'a' })],
    ['by.named.kind', () => client.objects.get({ kind: 'Projekt', name: 'a' })],
    ['kinds', () => client.objects.list('Projekt').next()],
    [
      'toGeneration',
      () => client.objects.rollBack({ kind: 'Project', name: 'default' }, { toGeneration: -1 }),
    ],
  ])('of %s is an error with a code and a path', async (path, work) => {
    const error = await (async () => work())().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'PlatformError',
      code: 'INVALID_INPUT',
      details: { fields: [{ path: expect.stringContaining(path) }] },
    })
  })
})

describe('client of a kind', () => {
  it('creates, gets, updates and deletes, typed from input to output', async () => {
    const created = await client.workloadDefinitions.create({
      input: { name: 'typed', labels: { team: 'a' }, spec },
    })
    expectTypeOf(created.spec.yamlDocument).toEqualTypeOf<string>()
    expectTypeOf(created.outputs?.resources[0]?.kind).toEqualTypeOf<string | undefined>()
    expectTypeOf(client.workloadDefinitions.create)
      .parameter(0)
      .toHaveProperty('input')
      .not.toEqualTypeOf<unknown>()
    expect(created).toMatchObject({
      name: 'typed',
      kind: 'WorkloadDefinition',
      generation: 1,
      spec,
      labels: { team: 'a' },
      outputs: { resources: [{ kind: 'ConfigMap', name: 'any' }] },
    })

    const other = definition('other').spec
    const updated = await client.workloadDefinitions.update({
      name: 'typed',
      input: { spec: other },
      expectedVersion: created.version,
    })
    expect(updated).toMatchObject({ id: created.id, generation: 2, spec: other, labels: { team: 'a' } })
    expect(await client.workloadDefinitions.get({ id: created.id })).toEqual(updated)
    expect(await client.workloadDefinitions.get({ name: 'typed' })).toEqual(updated)

    const deleted = await client.workloadDefinitions.delete({ name: 'typed' })
    expect(deleted.id).toBe(created.id)
    expect(await client.workloadDefinitions.get({ name: 'typed' })).toBeUndefined()
  })

  it('has only the fields of the kind at compile time', () => {
    const wrong = () =>
      client.workloadDefinitions.create({
        // @ts-expect-error -- a definition has no runtime
        input: { name: 'a', spec: { ...spec, runtime: 'b' } },
      })
    // @ts-expect-error -- a name is a string
    const wrongName = () => client.workloadDefinitions.create({ input: { name: 7, spec } })
    expect([wrong, wrongName]).toHaveLength(2)
  })

  it('lists all objects page by page, filtered and ordered', async () => {
    await client.apply(Array.from({ length: 7 }, (_, index) => definition(`list-${index}`)))
    const names: string[] = []
    const options = { pageSize: 3, filter: { search: 'list-' }, order: { field: 'NAME' as const } }
    for await (const each of client.workloadDefinitions.list(options)) {
      expectTypeOf(each.spec.yamlDocument).toEqualTypeOf<string>()
      names.push(each.name)
    }
    expect(names).toEqual(Array.from({ length: 7 }, (_, index) => `list-${index}`))
  })

  it('stores nothing of a dry run', async () => {
    const created = await client.workloadDefinitions.create({ input: { name: 'dry', spec }, dryRun: true })
    expect(created.name).toBe('dry')
    expect(await client.workloadDefinitions.get({ name: 'dry' })).toBeUndefined()
  })
})

describe('errors', () => {
  it('have the code, and all fields with value and remedy', async () => {
    await expect(
      client.workloadDefinitions.create({ input: { name: 'a b', spec: { yamlDocument: 'kind: [' } } }),
    ).rejects.toMatchObject({
      name: 'PlatformError',
      code: 'INVALID_INPUT',
      details: {
        fields: [
          { path: 'name', value: '"a b"', message: expect.any(String) },
          { path: 'spec.yamlDocument', line: 1, column: expect.any(Number), message: expect.any(String) },
        ],
        requestId: expect.any(String),
      },
    })
  })

  it('name both versions of a stale write', async () => {
    const { version } = await client.workloadDefinitions.create({ input: { name: 'stale', spec } })
    await client.workloadDefinitions.update({ name: 'stale', input: { labels: { a: 'b' } } })
    await expect(
      client.workloadDefinitions.update({
        name: 'stale',
        input: { labels: { a: 'c' } },
        expectedVersion: version,
      }),
    ).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expectedVersion: version, currentVersion: version + 1 },
    })
  })

  it('name the blocking objects', async () => {
    await client.apply([
      definition('held'),
      { kind: 'WorkloadInstance', name: 'holder', spec: { definition: 'held' } },
    ])
    await expect(client.workloadDefinitions.delete({ name: 'held' })).rejects.toMatchObject({
      code: 'BLOCKED',
      details: { by: [{ kind: 'WorkloadInstance', name: 'holder' }] },
    })
  })

  it.each([
    ['NAME_TAKEN', () => client.apply([definition('taken')]).then(() => createTaken())],
    ['NOT_FOUND', () => client.workloadDefinitions.update({ name: 'missing', input: {} })],
    ['NOT_FOUND', () => client.objects.delete([{ kind: 'WorkloadDefinition', name: 'missing' }])],
    ['INVALID_INPUT', () => client.kubeconfig({ name: 'missing', seconds: 1 })],
    ['UNAUTHENTICATED', () => stranger().objects.get({ kind: 'Project', name: 'default' })],
  ] as const)('are distinguished by their code: %s', async (code, work) => {
    await expect(work()).rejects.toMatchObject({ name: 'PlatformError', code })
  })

  it('do not mention a token', async () => {
    const error = await stranger()
      .changes()
      .catch((thrown: unknown) => String(thrown))
    expect(error).not.toContain('nobody-knows-this-token')
  })
})

function createTaken() {
  return client.workloadDefinitions.create({ input: { name: 'taken', spec } })
}

function stranger(): Client {
  return createClient({ url: urlOf(server), token: 'nobody-knows-this-token' })
}
