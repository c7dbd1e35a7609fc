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
  it('end, the oldest first, when one address has too many, and leave those with a token alone', async () => {
    const known = rawConnection(urlOf(server))
    const asked = head('GET /v0/projects', { authorization: `Bearer ${server.adminToken}` })
    expect(await answerOf(known, asked)).toMatch(/^HTTP\/1.1 200 /)
    const strangers = Array.from({ length: 50 }, () => rawConnection(urlOf(server)))
    await Promise.all(strangers.slice(0, 30).map(({ ended }) => ended))
    // Those that came last are served like all others.
    expect(await answerOf(strangers.at(-1) ?? known, head('GET /healthz'))).toMatch(/^HTTP\/1.1 200 /)
    expect(known.socket.destroyed).toBe(false)
    expect(await answerOf(rawConnection(urlOf(server)), asked)).toMatch(/^HTTP\/1.1 200 /)
    for (const each of [...strangers, known]) each.destroy()
  })

  it('get a moment to show it, when many come through one proxy at once', async () => {
    const asked = head('GET /v0/projects', { authorization: `Bearer ${server.adminToken}` })
    const callers = Array.from({ length: 40 }, () => rawConnection(urlOf(server)))
    for (const caller of callers) caller.write(asked)
    for (const caller of callers) {
      await eventually(async () => (caller.received().includes('\r\n\r\n') ? true : undefined))
      expect(caller.received()).toMatch(/^HTTP\/1.1 200 /)
      caller.destroy()
    }
  })

  it('are counted by networks of IPv6, as an address of one costs nothing', () => {
    expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2')
    expect(networkOf('2001:db8::4')).toBe('2001:db8:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('::ffff:127.0.0.1')).toBe('::ffff:127.0.0.1')
    expect(networkOf('127.0.0.1')).toBe('127.0.0.1')
  })
})

it('waits for few requests of one connection at once', async () => {
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

it('ends a connection that floods it with requests at once, and reads no further', async () => {
  const connection = rawConnection(urlOf(server))
  connection.write(head('GET /healthz').repeat(20_000))
  const text = await connection.ended
  expect(text.match(/HTTP\/1.1 /g)?.length ?? 0).toBeLessThan(40)
  const other = rawConnection(urlOf(server))
  expect(await answerOf(other, head('GET /healthz'))).toMatch(/^HTTP\/1.1 200 /)
  other.destroy()
})
