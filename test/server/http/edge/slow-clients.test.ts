import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { head, rawConnection, type RawConnection } from '../../../support/raw-http.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { definition, write } from '../../../support/store.ts'

/* Short timeouts, and clients that never stop sending: their pace ends them, not an idle timeout. */

let server: TestServer
const ends: Socket[] = []
beforeAll(async () => {
  const limits = { headers: 1000, bodyGrace: 600, bodyRate: 500, unread: 800 }
  server = await createTestServer(undefined, { limits })
  server.app.server.on('connection', (socket) => ends.push(socket))
})
afterAll(() => server.stop())

/** Milliseconds between two bytes of a slow client. */
const pace = 50

async function drip(connection: RawConnection, next: () => string | Buffer): Promise<string> {
  const dripping = setInterval(() => connection.write(next()), pace)
  return connection.ended.finally(() => clearInterval(dripping))
}

const authorized = (): Record<string, string> => ({ authorization: `Bearer ${server.adminToken}` })
const json = { 'content-type': 'application/json', 'content-length': '10000' }

async function ended(why: string): Promise<number> {
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics', headers: authorized() })
  return Number(
    new RegExp(`^qleet_connections_ended_total\\{why="${why}"\\S* (\\d+)`, 'm').exec(body)?.[1] ?? 0,
  )
}

describe('a client that sends single bytes slowly', () => {
  it('is disconnected while it sends headers', async () => {
    const connection = rawConnection(urlOf(server))
    connection.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
    expect(await drip(connection, () => 'x')).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is disconnected before it has sent a byte of them', async () => {
    expect(await rawConnection(urlOf(server)).ended).toMatch(/^(HTTP\/1.1 408 .*)?$/s)
  })

  it('is disconnected while it sends a body', async () => {
    const before = await ended('slowBody')
    const connection = rawConnection(urlOf(server))
    connection.write(head('POST /graphql', { ...json, ...authorized() }))
    expect(await drip(connection, () => ' ')).toMatch(/^HTTP\/1.1 408 /)
    expect(await ended('slowBody')).toBe(before + 1)
  })

  it('is disconnected while it sends a body in chunks', async () => {
    const connection = rawConnection(urlOf(server))
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    connection.write(head('POST /v0/projects', { ...headers, ...authorized() }))
    expect(await drip(connection, () => '1\r\n \r\n')).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is disconnected while it sends a restore', async () => {
    const before = await ended('slowBody')
    const connection = rawConnection(urlOf(server))
    const headers = { 'content-type': 'application/gzip', 'content-length': '100000' }
    connection.write(head('POST /v1/restore', { ...headers, ...authorized() }))
    const text = gzipSync('x'.repeat(1000), { level: 0 })
    let at = 0
    await drip(connection, () => text.subarray(at, (at += 1)))
    expect(await ended('slowBody')).toBe(before + 1)
  })
})

describe('a slow connection that makes progress', () => {
  it('has the time that it needs for a body', async () => {
    const body = JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(3000) } })
    const connection = rawConnection(urlOf(server))
    const headers = { ...json, 'content-length': String(body.length), ...authorized() }
    connection.write(head('POST /graphql', headers))
    // 1,200 bytes per second, for four times the idle timeout.
    for (let at = 0; at < body.length; at += 60) {
      connection.write(body.slice(at, at + 60))
      await new Promise((resolve) => setTimeout(resolve, pace))
    }
    await eventually(async () => (connection.received().includes('\r\n\r\n') ? true : undefined))
    expect(connection.received()).toMatch(/^HTTP\/1.1 200 /)
    connection.destroy()
  })

  it('has the time that it needs for a restore, up to its error', async () => {
    const text = gzipSync(`${JSON.stringify({ no: 'backup' })}\n${'x'.repeat(200)}`, { level: 0 })
    const connection = rawConnection(urlOf(server))
    const headers = { 'content-type': 'application/gzip', 'content-length': String(text.length) }
    connection.write(head('POST /v1/restore', { ...headers, ...authorized() }))
    for (let at = 0; at < text.length; at += 8) {
      connection.write(text.subarray(at, at + 8))
      await new Promise((resolve) => setTimeout(resolve, pace))
    }
    await eventually(async () => (connection.received().includes('\r\n\r\n') ? true : undefined))
    expect(connection.received()).toMatch(/^HTTP\/1.1 400 /)
    expect(connection.received()).toContain('is not a backup')
    connection.destroy()
  })
})

describe('a client that reads nothing of its response', () => {
  it('is disconnected', async () => {
    // More than the system buffers for a connection.
    for (let index = 0; index < 150; index++)
      await server.store.create(definition(`large-${index}`, 'x'.repeat(100_000)), write)
    const before = await ended('slowReader')
    const connection = rawConnection(urlOf(server))
    connection.socket.pause()
    connection.write(head('GET /v0/workload-definitions?size=-1', authorized()))
    const end = await eventually(async () =>
      ends.find(({ remotePort }) => remotePort === connection.socket.localPort),
    )
    expect(await eventually(async () => (end.destroyed ? true : undefined))).toBe(true)
    expect(await ended('slowReader')).toBe(before + 1)
    connection.destroy()
  })
})
