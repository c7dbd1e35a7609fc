import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../../client-sdk/index.ts'
import { eventually } from '../../../support/eventually.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { head, rawConnection } from '../../../support/raw-http.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

let server: TestServer
/** The client ends of the connections, in the order of their creation. */
const ends: Socket[] = []
beforeAll(async () => {
  server = await createTestServer()
  server.app.server.on('connection', (socket) => ends.push(socket))
})
afterAll(() => server.stop())

const bodyLength = 32_000_000
const json = { 'content-type': 'application/json' }
const length = { 'content-length': String(bodyLength) }
const chunked = { 'transfer-encoding': 'chunked' }
/** More bytes than the server discards, and than Node and the system buffer for a stream that is not read. */
const mostTaken = 2_000_000

const requests: [string, string, Record<string, string>, number][] = [
  ['GraphQL', 'POST /graphql', { ...json, ...length }, 401],
  ['GraphQL in chunks', 'POST /graphql', { ...json, ...chunked }, 401],
  ['GraphQL, compressed', 'POST /graphql', { ...json, ...length, 'content-encoding': 'gzip' }, 401],
  [
    'GraphQL with an invalid token',
    'POST /graphql',
    { ...json, ...length, authorization: 'Bearer unknown' },
    401,
  ],
  ['a stream', 'POST /graphql/stream', { ...json, ...length }, 401],
  ['REST', 'POST /v0/projects', { ...json, ...length }, 401],
  ['REST, a change', 'PUT /v0/projects/1', { ...json, ...chunked }, 401],
  ['a restore', 'POST /v1/restore', { 'content-type': 'application/gzip', ...chunked }, 401],
  ['a page', 'GET /graphql', length, 401],
  ['health', 'GET /readyz', length, 401],
  ['a missing route', 'POST /nothing', { ...json, ...length }, 401],
  ['another host', 'POST /graphql', { ...json, ...length, host: 'evil.example' }, 403],
  ['another origin', 'POST /graphql', { ...json, ...length, origin: 'http://evil.example' }, 403],
]

describe('a body without a token', () => {
  it.each(requests)('is not read: %s', async (_, line, headers, status) => {
    const connection = rawConnection(urlOf(server))
    connection.write(head(line, headers))
    const piece = Buffer.alloc(64 * 1024, ' ')
    const framed =
      'transfer-encoding' in headers
        ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
        : piece
    let sent = 0
    const send = (): void => {
      while (sent < bodyLength && !connection.socket.destroyed) {
        sent += framed.length
        if (!connection.socket.write(framed)) return void connection.socket.once('drain', send)
      }
    }
    send()
    const text = await connection.ended
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(text.toLowerCase()).toContain('connection: close')
    expect(text).toContain(status === 401 ? 'token' : 'QLEET_ALLOWED_')
    expect(ends.at(-1)?.bytesRead).toBeLessThan(mostTaken)
  })

  it('is not requested from a client that waits for 100 Continue', async () => {
    const connection = rawConnection(urlOf(server))
    connection.write(head('POST /graphql', { ...json, ...length, expect: '100-continue' }))
    const text = await connection.ended
    expect(text).toMatch(/^HTTP\/1.1 401 /)
  })

  it('closes the connection for further requests', async () => {
    const connection = rawConnection(urlOf(server))
    const one = `${head('POST /graphql', { ...json, 'content-length': '2' })}{}`
    connection.write(one.repeat(50))
    const text = await connection.ended
    expect(text.match(/HTTP\/1.1 401 /g)).toHaveLength(1)
  })

  it('of a few bytes is read, and leaves the connection open', async () => {
    const connection = rawConnection(urlOf(server))
    connection.write(head('GET /healthz'))
    await eventually(async () => (connection.received().includes('"ok"') ? true : undefined))
    connection.write(head('GET /v0/projects'))
    await eventually(async () => (connection.received().includes('HTTP/1.1 401') ? true : undefined))
    connection.write(head('GET /healthz'))
    await eventually(async () => (connection.received().split('"ok"').length > 2 ? true : undefined))
    expect(connection.received().split('"ok"')).toHaveLength(3)
    connection.destroy()
  })
})

describe('a body with a token', () => {
  const authorized = (): Record<string, string> => ({ ...json, authorization: `Bearer ${server.adminToken}` })

  it('is requested from a client that waits for 100 Continue', async () => {
    const connection = rawConnection(urlOf(server))
    const body = JSON.stringify({ query: '{ __typename }' })
    const headers = { 'content-length': String(body.length), expect: '100-continue' }
    connection.write(head('POST /graphql', { ...authorized(), ...headers }))
    await eventually(async () => (connection.received().startsWith('HTTP/1.1 100 ') ? true : undefined))
    connection.write(body)
    await eventually(async () => (connection.received().includes('"Query"') ? true : undefined))
    expect(connection.received()).toMatch(/HTTP\/1.1 200 /)
    connection.destroy()
  })

  it('is not read if it is too long', async () => {
    const connection = rawConnection(urlOf(server))
    connection.write(head('POST /graphql', { ...authorized(), ...length }))
    const text = await connection.ended
    expect(text).toMatch(/^HTTP\/1.1 413 /)
    expect(text).toContain('"code":"INVALID_INPUT"')
    expect(text).toContain('Split it')
  })

  it('is refused if it is compressed', async () => {
    const headers = { ...authorized(), 'content-encoding': 'gzip' }
    const answer = await fetch(`${urlOf(server)}/graphql`, { method: 'POST', headers, body: 'x' })
    expect(answer.status).toBe(415)
  })
})

describe('a client that sends too much', () => {
  it.each([
    ['an unknown token', 'an-unknown-token', 'UNAUTHENTICATED'],
    ['a token', '', 'INVALID_INPUT'],
  ])('gets the response while it is still sending, with %s', async (_, token, code) => {
    const client = createClient({ url: urlOf(server), token: token || server.adminToken })
    const spec = { yamlDocument: 'x'.repeat(bodyLength) }
    for (let round = 0; round < 5; round++)
      await expect(client.apply([{ kind: 'WorkloadDefinition', name: 'long', spec }])).rejects.toMatchObject({
        code,
      })
  })
})
