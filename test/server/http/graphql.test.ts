import { createClient as createSocketClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../../client-sdk/index.ts'
import { compiledAfter } from '../../../server/http/compiled-operations.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const create =
  'mutation ($input: CreateWorkloadDefinitionInput!) { createWorkloadDefinition(input: $input) { workloadDefinition { id name version spec { yamlDocument } outputs { resources { kind name } } } } }'

describe('GraphQL', () => {
  it('refuses requests without a token, and with an unknown one', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ __typename }' },
    })
    expect(answer.statusCode).toBe(401)
    const unknown = await server.graphql('{ __typename }', {}, 'not-a-token-that-anybody-knows')
    expect(unknown).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    })
  })

  it('creates an object and returns it typed', async () => {
    const { name, spec } = definition('typed')
    const { body } = await server.graphql(create, { input: { name, spec } })
    expect(body).toMatchObject({
      data: {
        createWorkloadDefinition: {
          workloadDefinition: {
            name,
            version: 1,
            spec,
            outputs: { resources: [{ kind: 'ConfigMap', name }] },
          },
        },
      },
    })
  })

  it('responds the same once the document is compiled', async () => {
    const query =
      '{ workloadDefinition(by: { named: { name: "typed" } }) { name labels status { phase conditions { type status } } events { edges { node { id } } } } }'
    const responses: Awaited<ReturnType<typeof server.graphql>>[] = []
    for (let time = 0; time < compiledAfter + 2; time++) responses.push(await server.graphql(query))
    expect(responses).toEqual(responses.map(() => responses[0]))
    expect(responses[0]?.body.errors).toBeUndefined()
  })

  it.each([1, 2, 3])(
    'reports all invalid fields at once, with the HTTP status of their code (request %i)',
    async () => {
      const { status, body } = await server.graphql(create, {
        input: { name: 'a b', spec: { yamlDocument: 'kind: [' } },
      })
      expect(status).toBe(400)
      expect(body.errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        requestId: expect.any(String),
      })
      expect(body.errors?.[0]?.extensions.fields?.map(({ path }) => path)).toEqual([
        'name',
        'spec.yamlDocument',
      ])
    },
  )

  it.each([
    ['syntax', '{ a', {}],
    ['an unknown field', '{ nothing }', {}],
    ['an invalid variable', create, { input: { name: 7 } }],
    [
      'a query that is too large',
      `{ ${Array.from({ length: 40 }, (_, index) => `a${index}: objects(first: 1000) { edges { node { events(first: 1000) { edges { node { id } } } } } }`).join(' ')} }`,
      {},
    ],
    ['a page that is too long', '{ objects(first: 100000) { totalCount } }', {}],
    ['a cursor of another list', '{ objects(after: "nonsense") { totalCount } }', {}],
    ['an id that is not a number', '{ node(id: "x") { id } }', {}],
    ['a subscription by POST', 'subscription { changes { name } }', {}],
    ['several operations without a name', 'query A { __typename } query B { __typename }', {}],
  ])('returns INVALID_INPUT for %s', async (_, query, variables) => {
    for (let round = 0; round < 2; round++) {
      const { status, body } = await server.graphql(query, variables)
      expect(body.errors?.[0]?.extensions.code).toBe('INVALID_INPUT')
      expect(status).toBe(400)
    }
  })

  it.each([
    ['createProject(input: {name: 7}) { changeCursor }', 'name', 'must be a string', '7'],
    ['createProject(input: 7) { changeCursor }', 'input', 'must be an object', '7'],
    ['createProject(input: {}) { changeCursor }', 'name', 'is missing', undefined],
    [
      'createWorkloadInstance(input: {name: "a", spec: {definition: "a", guardThresholds: {count: "many"}}}) { changeCursor }',
      'spec.guardThresholds.count',
      'must be an integer',
      '"many"',
    ],
  ])('reports field, value and requirement for %s', async (mutation, path, message, value) => {
    const { status, body } = await server.graphql(`mutation { ${mutation} }`)
    expect(status).toBe(400)
    expect(body.errors?.[0]).toMatchObject({
      message: `${path}: ${message}${value === undefined ? '' : `, got ${value}`}.`,
      extensions: { code: 'INVALID_INPUT', fields: [{ path, message }] },
    })
  })

  it('reserves the operations of workers for workers', async () => {
    const query = 'mutation { startReconcile(id: 1) { epoch } }'
    const asAdministrator = await server.workers(query, {}, server.adminToken)
    expect(asAdministrator.body.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await server.workers(query)).body.errors).toBeUndefined()
    expect((await server.graphql(query)).body.errors?.[0]?.message).toContain('Cannot query field')
  })

  it('pages through a list with concurrent creates and deletes, with every object that remains exactly once', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `page-${String(index).padStart(2, '0')}`)
    const client = createClient({ url: addressOf(server), token: server.adminToken })
    await client.apply(names.map((name) => definition(name)))
    for (const field of ['ID', 'NAME', 'UPDATED_AT'] as const) {
      const seen: string[] = []
      for await (const { name } of client.workloadDefinitions.list({
        pageSize: 7,
        filter: { search: 'page-' },
        order: { field },
      })) {
        seen.push(name)
        if (seen.length % 9 === 0) {
          await client.apply([definition(`page-extra-${field.toLowerCase()}-${seen.length}`)])
          await client.workloadDefinitions.delete({
            name: `page-extra-${field.toLowerCase()}-${seen.length}`,
          })
        }
      }
      expect(seen.filter((name) => names.includes(name)).sort(), field).toEqual(names)
    }
    const { body } = await server.graphql(
      '{ workloadDefinitions(first: 1, filter: {search: "page-"}) { totalCount pageInfo { hasNextPage } } }',
    )
    expect(body.data).toMatchObject({
      workloadDefinitions: { totalCount: 60, pageInfo: { hasNextPage: true } },
    })
  })

  it('loads references and referrers of a list in batches', async () => {
    const client = createClient({ url: addressOf(server), token: server.adminToken })
    await client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'sim', spec: { provider: 'simulated' } },
      { kind: 'KubernetesRuntimeInstance', name: 'space', spec: { definition: 'sim', defaultRuntime: true } },
      ...Array.from({ length: 5 }, (_, index) => ({
        kind: 'WorkloadInstance',
        name: `ref-${index}`,
        spec: { definition: 'typed' },
      })),
    ])
    const { body } = await server.graphql(
      '{ workloadDefinition(by: { named: { name: "typed" } }) { workloadInstances { totalCount edges { node { name definition { name } runtime { name definition { name } } } } } } }',
    )
    const { workloadInstances } = (
      body.data as unknown as {
        workloadDefinition: { workloadInstances: { totalCount: number; edges: { node: object }[] } }
      }
    ).workloadDefinition
    expect(workloadInstances.totalCount).toBe(5)
    expect(workloadInstances.edges[0]?.node).toEqual({
      name: 'ref-0',
      definition: { name: 'typed' },
      runtime: { name: 'space', definition: { name: 'sim' } },
    })
  })
})

describe('subscriptions', () => {
  it('send changes over SSE, and start after a cursor without a gap', async () => {
    const client = createClient({ url: addressOf(server), token: server.adminToken })
    const ended = new AbortController()
    const changes = client.follow({ kinds: ['Project'], signal: ended.signal })
    const first = changes.next()
    // The first response arrives once the subscription is active; earlier changes are not part of it.
    const written: Promise<unknown>[] = []
    const writing = setInterval(
      () => written.push(client.projects.create({ input: { name: `p${written.length}` } })),
      50,
    )
    const { cursor } = (await first).value ?? {}
    clearInterval(writing)
    await Promise.all(written)
    await client.projects.create({ input: { name: 'later' } })
    ended.abort()
    const again = new AbortController()
    const resumed: string[] = []
    for await (const change of client.follow({
      kinds: ['Project'],
      signal: again.signal,
      ...(cursor === undefined ? {} : { after: cursor }),
    })) {
      resumed.push(change.name)
      if (change.name === 'later') again.abort()
    }
    const log = await client.changes({ first: 1000, ...(cursor === undefined ? {} : { after: cursor }) })
    expect(resumed).toEqual(log.filter(({ kind }) => kind === 'Project').map(({ name }) => name))
  })

  it('name the project of their object', async () => {
    const client = createClient({ url: addressOf(server), token: server.adminToken })
    const environment = { kind: 'Environment', name: 'of-project', spec: {} } as const
    await client.apply([
      { kind: 'Project', name: 'named' },
      { ...environment, project: 'named' },
    ])
    const changes = (await client.changes({ first: 1000 })).map((change) => [change.name, change.projectName])
    expect(changes).toContainEqual(['of-project', 'named'])
    expect(changes).toContainEqual(['named', null])
  })

  it.each([
    ['subscription { changes(after: "x") { name } }', 'is not a cursor of this list'],
    ['subscription { changes(kinds: [Nothing]) { name } }', 'must be one of "'],
  ])('report errors as requests do: %s', async (query, message) => {
    const expected = {
      code: 'INVALID_INPUT',
      fields: [expect.objectContaining({ message: expect.stringContaining(message) })],
    }
    const answer = await fetch(`${addressOf(server)}/graphql/stream`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.adminToken}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query }),
    })
    const [, data = ''] = /event: next\ndata: (.*)/.exec(await answer.text()) ?? []
    expect(JSON.parse(data)).toMatchObject({ errors: [{ extensions: expected }] })
    const socket = createSocketClient({
      url: `${addressOf(server).replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${server.adminToken}` },
      retryAttempts: 0,
    })
    const answered = socket.iterate({ query }).next()
    const response = await answered.then(
      ({ value }: { value: unknown }) => value,
      // A document that does not fit the schema is refused before anything is executed.
      (errors: unknown) => ({ errors }),
    )
    expect(response).toMatchObject({ errors: [{ extensions: expected }] })
    await socket.dispose()
  })

  it('refuse a stream to a client without a token', async () => {
    const answer = await fetch(`${addressOf(server)}/graphql/stream`, { method: 'PUT' })
    expect(answer.status).toBe(401)
  })

  it('send changes over WebSocket, and close a connection without a valid token', async () => {
    const url = `${addressOf(server).replace('http', 'ws')}/graphql`
    const socket = createSocketClient({
      url,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${server.adminToken}` },
      retryAttempts: 0,
    })
    const events = socket.iterate({
      query: 'subscription { changes(after: "0", kinds: [Project]) { name operation } }',
    })
    expect((await events.next()).value).toMatchObject({
      data: { changes: { name: 'default', operation: 'CREATE' } },
    })
    await events.return?.()
    const deep = `subscription { changes { ${'a { '.repeat(300)} b ${'}'.repeat(300)} } }`
    await expect(socket.iterate({ query: deep }).next()).rejects.toMatchObject([
      { message: expect.stringContaining('nested'), extensions: { code: 'INVALID_INPUT' } },
    ])
    const running = Array.from({ length: 100 }, () =>
      socket.iterate({ query: 'subscription { changes(after: "0", kinds: [Project]) { name } }' }),
    )
    await Promise.all(running.map((each) => each.next()))
    await expect(
      socket.iterate({ query: 'subscription { changes(after: "0") { name } }' }).next(),
    ).rejects.toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    for (const each of running) await each.return?.()
    await socket.dispose()
    const stranger = createSocketClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
    await expect(
      stranger.iterate({ query: 'subscription { changes { name } }' }).next(),
    ).rejects.toMatchObject({ code: 4403 })
    await stranger.dispose()
  })
})

function addressOf({ app }: TestServer): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}
