import { randomBytes } from 'node:crypto'
import { parse, type DocumentNode, type OperationDefinitionNode } from 'graphql'
import { createClient as createSocketClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createLoaders, type RequestContext } from '../../../schema/graphql/context.ts'
import { maxObjects, maxTextBytes } from '../../../schema/limits.ts'
import type { ActorStore } from '../../../schema/graphql/store.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import { costOf } from '../../../server/http/cost.ts'
import { asPlatformError } from '../../../server/http/failures.ts'
import type { Digester } from '../../../server/manifests/digests.ts'
import { checkInput, inlineDigester } from '../../../server/store/check-input.ts'
import { createEncryption } from '../../../server/store/encryption.ts'
import { createStore } from '../../../server/store/store.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type GraphqlResponse, type TestServer } from '../../support/server.ts'
import { defaultRuntime, definition, write } from '../../support/store.ts'

/* The limits of one request, and the work that it causes. */

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

function refusalOf({ errors }: GraphqlResponse) {
  return { code: errors?.[0]?.extensions.code, path: errors?.[0]?.extensions.fields?.[0]?.path }
}

function longText(bytes: number): string {
  const lines = times(
    Math.floor(bytes / 100),
    (index) => `  k${index}: ${'v'.repeat(90 - String(index).length)}\n`,
  )
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${lines.join('')}`
}

describe('list arguments', () => {
  const objects = 'query ($filter: ManagedObjectFilterInput) { objects(filter: $filter) { totalCount } }'
  it.each([
    ['ids', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: times(1001, String) }, 'ids'],
    [
      'more ids than a request may have',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: times(20_000, String) },
      'ids',
    ],
    [
      'documents',
      'mutation ($input: ApplyInput!) { apply(input: $input, options: { dryRun: true }) { changeCursor } }',
      { input: { documents: times(maxObjects + 1, (index) => ({ kind: 'Project', name: `p${index}` })) } },
      'documents',
    ],
    [
      'objects',
      'mutation ($input: DeleteObjectsInput!) { deleteObjects(input: $input, options: { dryRun: true }) { changeCursor } }',
      { input: { objects: times(maxObjects + 1, (index) => ({ target: { id: String(index) } })) } },
      'objects',
    ],
    ['names', objects, { filter: { names: times(1001, String) } }, 'filter.names'],
    ['phases', objects, { filter: { phases: times(1001, () => 'READY') } }, 'filter.phases'],
    [
      'labels',
      objects,
      { filter: { labels: Object.fromEntries(times(101, (index) => [`k${index}`, 'v'])) } },
      'filter',
    ],
    ['a search with too many characters', objects, { filter: { search: 'x'.repeat(201) } }, 'filter.search'],
    [
      'abandonedResources',
      'mutation ($input: ForgetAbandonedResourcesInput!) { forgetAbandonedResources(input: $input) { ids } }',
      { input: { ids: times(1001, (index) => `AbandonedResource:${index}`) } },
      'ids',
    ],
  ])('are refused by name if they are too long: %s', async (_, query, variables, path) => {
    const { status, body } = await server.graphql(query, variables)
    expect(status).toBe(400)
    expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path })
  })

  it.each([
    [
      'applied',
      'mutation ($r: [AppliedResourceInput!]!) { recordApplied(id: "1", epoch: 1, resources: $r) { id } }',
      'resources',
    ],
    ['seen', 'mutation ($r: [SeenResourceInput!]!) { reportSeen(resources: $r) }', 'resources'],
  ])('are refused for workers, too: resources that were %s', async (what, query, path) => {
    const seen = { ownerId: '1', uid: 'u' }
    const applied = {
      runtimeId: '1',
      group: '',
      version: 'v1',
      kind: 'A',
      namespace: '',
      name: 'a',
      order: 1,
    }
    const r = times(1001, () => (what === 'seen' ? seen : applied))
    const { body } = await server.workers(query, { r })
    expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path })
  })
})

describe('errors', () => {
  it('of many documents are limited to a hundred and a number', async () => {
    const { body } = await server.graphql(
      'mutation ($input: ApplyInput!) { apply(input: $input) { changeCursor } }',
      { input: { documents: times(1500, (index) => ({ kind: 'Project', name: `a b ${index}` })) } },
    )
    const { fields, ['furtherFields']: further } = body.errors?.[0]?.extensions ?? { code: '' }
    expect(fields).toHaveLength(100)
    expect(further).toBe(1400)
    expect(body.errors?.[0]?.message).toMatch(/^1,500 fields are invalid:/)
  })

  it('of many values in a document are found by parsing it once', async () => {
    const { body } = await server.graphql(
      `{ ${times(300, (index) => `a${index}: node(id: [${index}]) { id }`).join(' ')} }`,
    )
    expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path: 'id' })
    expect(JSON.stringify(body).length).toBeLessThan(60_000)
  })
})

describe('a read', () => {
  it('counts once for each filter, however often it is requested', async () => {
    const counted: unknown[] = []
    const store = { count: async (filter: unknown) => counted.push(filter) } as unknown as ActorStore
    const { count } = createLoaders(store)
    const filters = times(450, (index) => ({ kind: index % 2 === 0 ? 'A' : 'B', references: 7n }))
    await Promise.all([...filters, { references: 7n, kind: 'A' }].map((filter) => count.load(filter)))
    expect(counted.length).toBe(2)
  })

  it('has the cost of its work: pages within pages are refused', async () => {
    const { body } = await server.graphql(
      '{ projects(first: 1000) { edges { node { objects(first: 1000) { edges { node { id } } } } } } }',
    )
    expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path: 'query' })
    const page = await server.graphql(
      '{ objects(first: 1000) { totalCount edges { node { id name status { conditions { type } } } } } }',
    )
    expect(page.body.errors).toBeUndefined()
  })

  it.each(['tree { key }', 'logs { truncated }'])('counts queries of clusters: %s', async (field) => {
    const query = `{ ${times(450, (index) => `a${index}: object(by: {id: ${index}}) { ${field} }`).join(' ')} }`
    const { body } = await server.graphql(query)
    expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path: 'query' })
    const document = parse(`{ object(by: {id: 1}) { ${field} } }`)
    const [operation] = document.definitions as OperationDefinitionNode[]
    if (operation === undefined) throw new Error('no operation')
    const context = { may: () => true }
    expect(costOf(schema, { document, operation, variables: {} }, context)).toBeGreaterThanOrEqual(500)
  })

  it.each([
    [
      'its own text',
      '{ projects(first: 1000) { edges { node { objects(first: 1000) { nodes { id } } } } } }',
      {},
    ],
    [
      'its variables',
      'query ($n: Int) { projects(first: $n) { edges { node { objects(first: $n) { nodes { id } } } } } }',
      { n: 1000 },
    ],
  ])('is refused each time if it is too large by %s', async (_, query, variables) => {
    for (let time = 0; time < 3; time++) {
      const { body } = await server.graphql(query, variables)
      expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path: 'query' })
    }
    const { body } = await server.graphql(query.replace('id', 'name'), { ...variables, n: 2 })
    expect(body.errors === undefined).toBe('n' in variables)
  })

  it('is has a cost that its variables change only where they limit a page', () => {
    const document = parse(
      'query ($n: Int) { objects(first: $n) { nodes { id } } projects(first: 2) { nodes { id } } }',
    )
    const fixed = parse('query ($name: String) { objects(filter: { name: $name }) { totalCount } }')
    const contextOf = (each: DocumentNode, variables: Record<string, unknown>) => {
      const [operation] = each.definitions as OperationDefinitionNode[]
      if (operation === undefined) throw new Error('no operation')
      const context: Pick<RequestContext, 'may' | 'isAffordable'> = { may: () => false }
      return { cost: costOf(schema, { document: each, operation, variables }, context), ...context }
    }
    const few = contextOf(document, { n: 1 })
    const many = contextOf(document, { n: 1000 })
    expect([few, many]).toMatchObject([{ isAffordable: true }, { isAffordable: true }])
    expect(many.cost).toBeGreaterThan(few.cost + 900)
    expect(contextOf(fixed, { name: 'a' }).cost).toBe(contextOf(fixed, { name: 'b' }).cost)
  })

  it('has the cost of its own variables, whatever others it was sent with before', () => {
    const document = parse('query ($n: Int = 7) { objects(first: $n) { nodes { id } } }')
    const [operation] = document.definitions as OperationDefinitionNode[]
    if (operation === undefined) throw new Error('no operation')
    const cost = (variables: Record<string, unknown>): number =>
      costOf(schema, { document, operation, variables }, { may: () => false })
    const sent = [{ n: 7 }, {}, { n: null }, { n: 'many' }, { n: 8 }, { n: 7, other: 1 }]
    const first = sent.map(cost)
    expect(sent.toReversed().map(cost)).toEqual(first.toReversed())
    const [seven = 0, byDefault, without = 0, invalid, eight] = first
    expect(byDefault).toBe(seven)
    expect(without).toBeGreaterThan(eight ?? 0)
    expect(eight).toBeGreaterThan(seven)
    expect(invalid).toBe(0)
  })

  it('ends after five seconds, with a suggestion', async () => {
    const [row] = await server.database.prisma.$queryRaw<
      { statement_timeout: string }[]
    >`SHOW statement_timeout`
    expect(row?.statement_timeout).toBe('5s')
    const transaction = server.database.prisma.$transaction([
      server.database.prisma.$executeRaw`SET LOCAL statement_timeout = 10`,
      server.database.prisma.$executeRaw`SELECT pg_sleep(10)`,
    ])
    const failure = asPlatformError(await transaction.catch((error: unknown) => error))
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 5 } })
    expect(failure.message).toContain('a narrower filter')
  })

  it('returns a short page if objects are large, and all of them in further pages', async () => {
    const names = times(5, (index) => `long-${index}`)
    for (const name of names)
      await server.store.create({ ...definition(name), spec: { yamlDocument: longText(2_500_000) } }, write)
    const page = await server.store.list({
      search: 'long-',
      orderBy: [{ field: 'name', direction: 'asc' }],
      limit: 100,
    })
    expect(page).toMatchObject({ isCut: true, objects: [{ name: names[0] }] })
    const seen: string[] = []
    let after: string | null = null
    for (let pages = 0; pages < 10; pages++) {
      const { body } = await server.graphql(
        'query ($after: String) { objects(first: 100, after: $after, filter: { search: "long-" }) { pageInfo { hasNextPage endCursor } edges { node { name } } } }',
        { after },
      )
      const { pageInfo, edges } = (
        body.data as unknown as {
          objects: {
            pageInfo: { hasNextPage: boolean; endCursor: string }
            edges: { node: { name: string } }[]
          }
        }
      ).objects
      seen.push(...edges.map(({ node }) => node.name))
      if (!pageInfo.hasNextPage) break
      after = pageInfo.endCursor
    }
    expect(seen).toEqual(names)
    const rest = await server.rest('GET', '/v0/workload-definitions?size=-1')
    expect(rest.body.Data?.map(({ Name }) => Name)).toEqual(names)
    expect(rest.body.Meta.TotalCount).toBe(5)
    const ids = rest.body.Data?.map(({ ID }) => String(ID)) ?? []
    const { body } = await server.graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ManagedObject { manifest } } }',
      {
        ids,
      },
    )
    expect(refusalOf(body)).toEqual({ code: 'INVALID_INPUT', path: 'query' })
    const changes = await server.graphql('{ changes(first: 1000) { nodes { name specAfter } } }')
    expect(refusalOf(changes.body)).toEqual({ code: 'INVALID_INPUT', path: 'query' })
    expect((await server.graphql('{ changes(first: 1000) { nodes { name } } }')).body.errors).toBeUndefined()
  })

  it('is streamed over REST if it is large', async () => {
    await server.store.apply(
      times(600, (index) => definition(`many-${String(index).padStart(3, '0')}`)),
      write,
    )
    const all = await server.rest('GET', '/v0/workload-definitions?size=-1')
    expect(all.body.Data).toHaveLength(605)
    expect(all.body).toMatchObject({
      Meta: { TotalCount: 605, Size: -1 },
      Type: 'WorkloadDefinition',
      Status: { code: 200 },
    })
    const page = await server.rest('GET', '/v0/workload-definitions?size=300&page=2')
    expect(page.body.Data).toHaveLength(300)
    expect(page.body.Data?.at(-1)).toEqual(all.body.Data?.[599])
  })
})

describe('long documents', () => {
  it('are parsed in other threads, once, whatever API they use, and short ones at once', async () => {
    const read: number[] = []
    const digester: Digester = {
      ...inlineDigester,
      digest: (text, actor) => {
        read.push(text.length)
        return inlineDigester.digest(text, actor)
      },
    }
    const { database } = server
    const store = createStore({ database, encryption: createEncryption(randomBytes(32)), digester })
    const yamlDocument = longText(20_000)
    const object = { ...definition('read'), spec: { yamlDocument } }
    await store.create(object, write)
    expect(read).toEqual([yamlDocument.length])
    await store.update({ kind: object.kind, name: object.name, labels: { a: 'b' } }, write)
    await store.apply([object, definition('short')], write)
    expect(await store.check({ input: object, path: '' }, 'tester')).toEqual([])
    expect(read).toEqual(times(4, () => yamlDocument.length))
    const tooLong = { ...object, spec: { yamlDocument: 'x'.repeat(maxTextBytes + 1) } }
    expect(await store.check({ input: tooLong, path: '' }, 'tester')).toHaveLength(1)
    expect(read).toHaveLength(4)
  })

  it('include the values of charts, those of locations and of dependencies, and many short ones', async () => {
    const read: string[] = []
    const digester: Digester = {
      ...inlineDigester,
      checkValues: (text, actor) => {
        read.push(text)
        return inlineDigester.checkValues(text, actor)
      },
    }
    const values = (name: string, length: number): string => `${name}: ${'x'.repeat(length)}\n`
    const check = (spec: object) =>
      checkInput(digester, { input: { kind: 'HelmWorkloadInstance', name: 'h', spec }, path: '' }, 'tester')
    await check({ valuesDocument: values('short', 10_000) })
    expect(read).toEqual([])
    const overrides = ['EU', 'NA'].map((location) => ({ location, valuesDocument: values(location, 9000) }))
    await check({ valuesDocument: values('long', 17_000) })
    await check({ placement: { overrides } })
    const chart = { kind: 'HelmWorkloadDefinition', spec: { valuesDocument: values('chart', 20_000) } }
    await check({ dependencies: [{ name: 'c', ...chart }] })
    expect(read.map((text) => text.split(':', 1)[0])).toEqual(['long', 'EU', 'NA', 'chart'])
    await check({ valuesDocument: values('too long', 300_000) })
    expect(read).toHaveLength(4)
  })

  it('that are shorter are parsed in turn with other requests', async () => {
    let turns = 0
    let next: NodeJS.Immediate | undefined
    const turn = (): void => {
      turns += 1
      next = setImmediate(turn)
    }
    turn()
    const turnsAtCheck = async (): Promise<number> => {
      const input = { ...definition('short'), spec: { yamlDocument: longText(10_000) } }
      await checkInput(inlineDigester, { input, path: '' }, 'tester')
      return turns
    }
    const first = await turnsAtCheck()
    expect(await turnsAtCheck()).toBeGreaterThan(first)
    clearImmediate(next)
  })

  it('include what instances change about their definitions', async () => {
    const tried: number[] = []
    const digester: Digester = {
      ...inlineDigester,
      tryOverrides: (task, actor) => {
        tried.push(task.changes.length)
        return inlineDigester.tryOverrides(task, actor)
      },
    }
    const { database } = server
    const store = createStore({ database, encryption: createEncryption(randomBytes(32)), digester })
    const instance = (...patches: string[]) => ({
      kind: 'WorkloadInstance',
      name: 'patched',
      spec: {
        definition: 'patched',
        overrides: { patches: patches.map((patch) => ({ target: { kind: 'ConfigMap' }, patch })) },
      },
    })
    await store.apply([...defaultRuntime, definition('patched', 'a'.repeat(3000))], write)
    await store.apply([instance('data: {a: b}')], write)
    expect(tried).toEqual([])
    await expect(store.apply([instance('a: 1\n'.repeat(4000))], write)).rejects.toMatchObject({
      details: { fields: [{ path: 'documents[0].spec.overrides.patches[0]' }] },
    })
    expect(tried).toEqual([1])
    // Short patches that copy what they have copied, and those of many resources.
    await store.apply([instance('[{op: copy, from: /metadata, path: /copied}]', 'data: {c: d}')], write)
    await store.apply([instance(...times(50, (index) => `data: {a${index}: ${'b'.repeat(90)}}`))], write)
    expect(tried).toEqual([1, 1, 1])
  })

  it('of a response with other fields are reported with them', async () => {
    const query =
      'mutation ($input: CreateWorkloadDefinitionInput!) { createWorkloadDefinition(input: $input) { changeCursor } }'
    const { body } = await server.graphql(query, {
      input: { name: 7, spec: { yamlDocument: `${longText(20_000)}---\nkind: 1\n` } },
    })
    const fields = body.errors?.[0]?.extensions.fields?.map(({ path }) => path)
    expect(fields).toContain('name')
    expect(fields).toContain('spec.yamlDocument.kind')
  })
})

/** Its response may have more fields than any other. */
const large =
  '{ objects(first: 1000) { edges { node { id kind name labels manifest ready version createdAt updatedAt status { phase conditions { type status reason message } } } } } }'

describe('the quota of one token', () => {
  it('refuses requests with a time to retry if too many large ones are waiting', async () => {
    const responses = await Promise.all(
      times(70, () =>
        server.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
          payload: { query: large },
        }),
      ),
    )
    const codes = responses.map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 429]))
    const refused = responses.find(({ statusCode }) => statusCode === 429)
    expect(refused?.headers['retry-after']).toBe('1')
    expect(refused?.body).toContain('more than 50 large requests of this token are waiting')
    // Small requests of the same token, and all requests of others, are not affected.
    expect((await server.graphql('{ __typename }')).status).toBe(200)
  })

  it('applies to a WebSocket, too', async () => {
    const client = createSocketClient({
      url: `${urlOf(server).replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${server.adminToken}` },
      retryAttempts: 0,
    })
    const responses = await Promise.all(
      // Some are done before the last one arrives.
      times(100, async () => {
        const { value } = await client.iterate({ query: large }).next()
        return (value as GraphqlResponse).errors?.[0]?.extensions.code ?? 'done'
      }),
    )
    expect(new Set(responses)).toEqual(new Set(['done', 'RATE_LIMITED']))
    await client.dispose()
  })

  it('limits the subscriptions to changes', async () => {
    const clients = times(3, () =>
      createSocketClient({
        url: `${urlOf(server).replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${server.adminToken}` },
        retryAttempts: 0,
      }),
    )
    const refusals: unknown[] = []
    const all = clients.flatMap((client) =>
      times(80, () =>
        client.subscribe(
          { query: 'subscription { changes { cursor } }' },
          {
            next: ({ errors }) => errors && refusals.push(errors),
            error: (error) => refusals.push(error),
            complete: () => undefined,
          },
        ),
      ),
    )
    await expect.poll(() => refusals.length).toBe(40)
    expect(JSON.stringify(refusals[0])).toContain('RATE_LIMITED')
    for (const end of all) end()
    await Promise.all(clients.map(async (client) => client.dispose()))
  })
})
