import { ApolloServer } from '@apollo/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { compiledAfter } from '../../../server/http/compiled-operations.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, workload, write } from '../../support/store.ts'

let server: TestServer
const apollo = vi.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest')
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply([...defaultRuntime, ...workload('web')], write)
})
beforeEach(() => {
  apollo.mockClear()
})
afterAll(async () => {
  apollo.mockRestore()
  await server.stop()
})

interface Sent {
  body: object
  headers?: Record<string, string>
  token?: string
}

async function send({ body, headers, token = server.adminToken }: Sent) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${token}`, 'x-request-id': 'mine', ...headers },
    payload: body,
  })
  const { date: _, ...others } = response.headers
  return { status: response.statusCode, headers: others, text: response.body }
}

/** Sends a request until its operation is compiled, and once more. Returns the first and the last answer. */
async function before(sent: Sent) {
  const first = await send(sent)
  for (let time = 1; time < compiledAfter; time++) await send(sent)
  const last = await send(sent)
  return { first, last, byApollo: apollo.mock.calls.length }
}

const named = 'query ($by: ObjectReferenceInput!) { workloadInstance(by: $by) { name generation } }'
const by = { named: { name: 'web' } }
const two = 'query A { projects { nodes { name } } } query B { projects { totalCount } }'

describe('a compiled operation is answered without Apollo, in the same way', () => {
  it.each<[string, object, number]>([
    ['an object', { query: named, variables: { by } }, 200],
    ['a list', { query: '{ workloadInstances { nodes { name generation } totalCount } }' }, 200],
    ['one of several operations', { query: two, operationName: 'B', variables: null }, 200],
    ['another of them', { query: two, operationName: 'A' }, 200],
    ['nothing that is required', { query: '{ missing: node(id: "987654") { id } }' }, 200],
    [
      'an error of a mutation',
      {
        query: 'mutation ($input: CreateProjectInput!) { createProject(input: $input) { changeCursor } }',
        variables: { input: { name: 'default' } },
      },
      409,
    ],
  ])('%s', async (_, body, status) => {
    const { first, last, byApollo } = await before({ body })
    expect(byApollo).toBe(compiledAfter)
    expect(last).toEqual(first)
    expect(last.status).toBe(status)
  })
})

describe('what is out of the ordinary is left to Apollo', () => {
  const ordinary = { query: '{ workloadInstances { nodes { name } } }' }
  it.each<[string, Sent]>([
    ['refused variables', { body: { query: named, variables: { by: { id: 1.5 } } } }],
    ['another format', { body: ordinary, headers: { accept: 'application/graphql-response+json' } }],
    ['no format that there is', { body: ordinary, headers: { accept: 'text/html' } }],
    ['extensions', { body: { ...ordinary, extensions: { persistedQuery: { version: 1 } } } }],
    ['variables that are no object', { body: { ...ordinary, variables: '{}' } }],
    ['an operation that is not there', { body: { query: two, operationName: 'C' } }],
  ])('%s', async (_, sent) => {
    const { byApollo, first, last } = await before(sent)
    expect(byApollo).toBe(compiledAfter + 1)
    expect(last).toEqual(first)
  })
})

it('refuses a compiled operation to whoever may not execute it, also without Apollo', async () => {
  const body = {
    query: 'mutation ($input: CreateProjectInput!) { createProject(input: $input) { changeCursor } }',
    variables: { input: { name: 'other' } },
  }
  const { last } = await before({ body })
  expect(last.status).toBe(409)
  const refused = await send({
    body: { ...body, variables: { input: { name: 'third' } } },
    token: server.workerToken,
  })
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('FORBIDDEN')
  const unknown = await send({ body, token: 'qlt_none' })
  expect(unknown.status).toBe(401)
})
