import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostJoined, readJoinedLine } from '../../../schema/joined-operations.ts'
import { compiledAfter } from '../../../server/http/compiled-operations.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, workload, write } from '../../support/store.ts'

const start = 'mutation ($id: ID!) { startReconcile(id: $id) { object { name } } }'
const names = ['a', 'b', 'c', 'd', 'e']

let server: TestServer
let ids: Record<string, string>
beforeAll(async () => {
  server = await createTestServer()
  const applied = await server.store.apply(
    [...defaultRuntime, ...names.flatMap((name) => workload(name))],
    write,
  )
  const instances = applied.map(({ object }) => object).filter(({ kind }) => kind === 'WorkloadInstance')
  ids = Object.fromEntries(instances.map(({ name, id }) => [name, String(id)]))
  for (let time = 0; time < compiledAfter; time++) await server.workers(start, { id: '987654' })
})
afterAll(() => server.stop())

const startOf = (id: string | undefined): object => ({ query: start, variables: { id } })
const startedResponse = (name: string): unknown => ({ data: { startReconcile: { object: { name } } } })

async function send(body: object, { url = '/workers/graphql', token = server.workerToken } = {}) {
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'mine' }
  const response = await server.app.inject({ method: 'POST', url, headers, payload: body })
  return { status: response.statusCode, text: response.body }
}

function responsesIn(text: string): Map<number, unknown> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map(readJoinedLine).map(({ index, response }) => [index, JSON.parse(response) as unknown]),
  )
}

describe('a request of several operations of workers', () => {
  it('gets a response for each of them, with its own result or error', async () => {
    const { status, text } = await send([
      startOf(ids['a']),
      startOf('987654'),
      startOf(ids['a']),
      startOf(ids['b']),
    ])
    expect(status).toBe(200)
    const responses = responsesIn(text)
    expect([responses.get(1), responses.get(3)]).toEqual([
      { data: { startReconcile: null } },
      startedResponse('b'),
    ])
    // One of the two has the lease.
    const ofA = [responses.get(0), responses.get(2)]
    expect(ofA).toContainEqual(startedResponse('a'))
    const extensions = { code: 'LEASE_HELD', requestId: 'mine' }
    expect(ofA).toContainEqual(expect.objectContaining({ errors: [expect.objectContaining({ extensions })] }))
  })

  it('gets no response for what has to be sent alone, and does not execute it', async () => {
    const { text } = await send([
      { query: `${start} # a new text`, variables: { id: ids['c'] } },
      { query: start, variables: { id: [] } },
      { query: start, variables: { id: ids['c'] }, extensions: { any: true } },
      'no operation',
      startOf(ids['d']),
    ])
    expect(responsesIn(text)).toEqual(new Map([[4, startedResponse('d')]]))
    expect((await server.workers(start, { id: ids['c'] })).body).toEqual(startedResponse('c'))
  })

  it('gets each response before an operation that is held up', async () => {
    const blocking = await server.database.sql.connect()
    await blocking.query('BEGIN')
    await blocking.query('SELECT FROM "Object" WHERE id = $1 FOR UPDATE', [ids['e']])
    const { port } = server.app.server.address() as AddressInfo
    const { body } = await fetch(`http://127.0.0.1:${port}/workers/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.workerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify([startOf(ids['e']), startOf('987654')]),
    })
    const chunks = body?.pipeThrough(new TextDecoderStream()).values()
    expect(responsesIn((await chunks?.next())?.value ?? '')).toEqual(
      new Map([[1, { data: { startReconcile: null } }]]),
    )
    await blocking.query('ROLLBACK')
    blocking.release()
    expect(responsesIn((await chunks?.next())?.value ?? '')).toEqual(new Map([[0, startedResponse('e')]]))
    expect(await chunks?.next()).toEqual({ done: true, value: undefined })
  })

  it('has a maximum number of operations', async () => {
    expect(await send([])).toEqual({ status: 200, text: '' })
    const { status, text } = await send(Array.from({ length: mostJoined + 1 }, () => startOf('1')))
    expect(status).toBe(400)
    expect(text).toContain('body: has 101 operations; 100 are allowed. Split it into several requests.')
  })

  it('checks the permissions for each', async () => {
    const { text } = await send([startOf(ids['a'])], { token: server.adminToken })
    expect(text).toContain('"code":"FORBIDDEN"')
  })

  it('is refused for the API of clients', async () => {
    const { status, text } = await send([{ query: '{ __typename }' }], {
      url: '/graphql',
      token: server.adminToken,
    })
    expect([status, text]).toEqual([400, expect.stringContaining('body: must be a JSON object')])
  })
})
