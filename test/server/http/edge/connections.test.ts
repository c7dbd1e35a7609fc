import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkOf } from '../../../../server/http/edge/connections.ts'
import { eventually } from '../../../support/eventually.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { head, rawConnection, type RawConnection } from '../../../support/raw-http.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  const limits = { anonymous: 30, anonymousOfAddress: 20, connections: 60, pipelined: 4 }
  server = await createTestServer(undefined, { limits })
})
afterAll(() => server.stop())

async function answerOf(connection: RawConnection, request: string): Promise<string> {
  connection.write(request)
  await eventually(async () => (connection.received().includes('\r\n\r\n') ? true : undefined))
  return connection.received()
}

describe('connections without a token', () => {
  it('are closed, the oldest first, if one address has too many, and those with a token are not', async () => {
    const known = rawConnection(urlOf(server))
    const message = head('GET /v0/projects', { authorization: `Bearer ${server.adminToken}` })
    expect(await answerOf(known, message)).toMatch(/^HTTP\/1.1 200 /)
    const strangers = Array.from({ length: 50 }, () => rawConnection(urlOf(server)))
    await Promise.all(strangers.slice(0, 30).map(({ ended }) => ended))
    // The latest connections are served like all others.
    expect(await answerOf(strangers.at(-1) ?? known, head('GET /healthz'))).toMatch(/^HTTP\/1.1 200 /)
    expect(known.socket.destroyed).toBe(false)
    expect(await answerOf(rawConnection(urlOf(server)), message)).toMatch(/^HTTP\/1.1 200 /)
    for (const each of [...strangers, known]) each.destroy()
  })

  it('have some time to send one, if many come through one proxy at once', async () => {
    const message = head('GET /v0/projects', { authorization: `Bearer ${server.adminToken}` })
    const callers = Array.from({ length: 40 }, () => rawConnection(urlOf(server)))
    for (const caller of callers) caller.write(message)
    for (const caller of callers) {
      await eventually(async () => (caller.received().includes('\r\n\r\n') ? true : undefined))
      expect(caller.received()).toMatch(/^HTTP\/1.1 200 /)
      caller.destroy()
    }
  })

  it('are counted by IPv6 networks, as a single address costs nothing', () => {
    expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::4')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('::ffff:127.0.0.1')).toBe('::ffff:127.0.0.1')
    expect(networkOf('127.0.0.1')).toBe('127.0.0.1')
  })
})

it('waits for few concurrent requests of one connection', async () => {
  const connection = rawConnection(urlOf(server))
  const body = JSON.stringify({ query: '{ projects(first: 1) { totalCount } }' })
  const headers = {
    authorization: `Bearer ${server.adminToken}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  connection.write(`${head('POST /graphql', headers)}${body}`.repeat(6))
  const text = await connection.ended
  expect(text.match(/HTTP\/1.1 200 /g)).toHaveLength(4)
  expect(text.match(/HTTP\/1.1 429 /g)).toHaveLength(1)
  expect(text).toContain('"retryAfter":1')
})

it('closes a connection that floods it with concurrent requests, and stops reading', async () => {
  const connection = rawConnection(urlOf(server))
  connection.write(head('GET /healthz').repeat(20_000))
  const text = await connection.ended
  expect(text.match(/HTTP\/1.1 /g)?.length ?? 0).toBeLessThan(40)
  const other = rawConnection(urlOf(server))
  expect(await answerOf(other, head('GET /healthz'))).toMatch(/^HTTP\/1.1 200 /)
  other.destroy()
})
