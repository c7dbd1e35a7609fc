import { request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../../support/eventually.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

let server: TestServer
const ends: Socket[] = []
beforeAll(async () => {
  const limits = { greetingTime: 500, messageTime: 600 }
  const callers = { hosts: ['qleet.example'], origins: ['https://console.example'] }
  server = await createTestServer(undefined, { limits, callers })
  server.app.server.on('connection', (socket) => ends.push(socket))
})
afterAll(() => server.stop())

interface Opened {
  socket: WebSocket
  /** Resolves with the close code. */
  ended: Promise<number>
}

async function open(headers: Record<string, string> = {}): Promise<Opened> {
  const socket = new WebSocket(`${urlOf(server).replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers,
  })
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(String(statusCode))))
  })
  return { socket, ended }
}

async function openWithToken(): Promise<Opened> {
  const opened = await open()
  const payload = { authorization: `Bearer ${server.adminToken}` }
  opened.socket.send(JSON.stringify({ type: 'connection_init', payload }))
  await new Promise((resolve) => opened.socket.once('message', resolve))
  return opened
}

/** Returns the stream of a WebSocket's frames, which is the only way to send invalid ones. */
function connectionOf(socket: WebSocket): Socket {
  return (socket as unknown as Record<'_socket', Socket>)['_socket']
}

/** Returns the frame of a fragmented message from a client: RFC 6455, with a mask of zeros. */
function frame(text: string, { opcode, isLast }: { opcode: number; isLast: boolean }): Buffer {
  const payload = Buffer.from(text)
  const first = (isLast ? 0x80 : 0) | opcode
  return Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

describe('a WebSocket whose token was not accepted', () => {
  it('is closed if it sends nothing', async () => {
    const { ended } = await open()
    expect(await ended).toBe(4408)
  })

  it('is closed if it sends more than a token needs, which is not buffered', async () => {
    const { socket, ended } = await open()
    const payload = { authorization: `Bearer ${server.adminToken}`, more: 'x'.repeat(900_000) }
    socket.send(JSON.stringify({ type: 'connection_init', payload }))
    expect([1006, 1009]).toContain(await ended)
    expect(ends.at(-1)?.bytesRead).toBeLessThan(500_000)
  })

  it('is closed if its message never ends', async () => {
    const { socket, ended } = await open()
    const raw = connectionOf(socket)
    raw.write(frame('{', { opcode: 1, isLast: false }))
    const dripping = setInterval(() => raw.write(frame(' ', { opcode: 0, isLast: false })), 50)
    expect(await ended).toBe(4408)
    clearInterval(dripping)
  })

  it('is closed with two tokens in the same message', async () => {
    const { socket, ended } = await open()
    const token = `"authorization": "Bearer ${server.adminToken}"`
    socket.send(`{"type": "connection_init", "payload": {"authorization": "Bearer other", ${token}}}`)
    expect(await ended).toBe(4403)
  })

  it('is closed with an invalid token', async () => {
    const { socket, ended } = await open()
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer unknown' } }))
    expect(await ended).toBe(4403)
  })

  it('is destroyed after a short time, even if its client never closes it', async () => {
    const { socket } = await open()
    socket.pause()
    const end = ends.at(-1)
    expect(await eventually(async () => (end?.destroyed === true ? true : undefined))).toBe(true)
    socket.terminate()
  })
})

describe('a WebSocket whose token was accepted', () => {
  it('remains open for longer than the timeout for the token', async () => {
    const { socket } = await openWithToken()
    const pongs: unknown[] = []
    socket.on('message', (text: Buffer) => pongs.push(text.toString()))
    const alone = await open()
    await alone.ended
    socket.send(JSON.stringify({ type: 'ping' }))
    expect(await eventually(async () => pongs[0])).toContain('pong')
    socket.terminate()
  })

  it('is closed if a message never ends', async () => {
    const { socket, ended } = await openWithToken()
    const raw = connectionOf(socket)
    raw.write(frame('{', { opcode: 1, isLast: false }))
    const dripping = setInterval(() => raw.write(frame(' ', { opcode: 0, isLast: false })), 50)
    expect(await ended).toBe(4408)
    clearInterval(dripping)
  })

  it.each([
    ['a repeated key', '"a": 1,\n "a": 2', { path: 'payload.variables.a', code: 'DUPLICATE', line: 2 }],
    ['too many values', `"a": [${'0,'.repeat(100_000)}0]`, { path: 'body', code: 'TOO_MANY' }],
  ])('gets an error for an operation with %s, and goes on', async (_, variables, field) => {
    const { socket } = await openWithToken()
    const answers: unknown[] = []
    socket.on('message', (text: Buffer) => answers.push(JSON.parse(text.toString())))
    const subscribe = (id: string, given: string): void =>
      socket.send(
        `{"id": "${id}", "type": "subscribe", "payload": {"query": "{ __typename }", "variables": {${given}}}}`,
      )
    subscribe('1', variables)
    subscribe('2', '"a": {"a": "a"}')
    expect(await eventually(async () => (answers.length === 3 ? answers : undefined))).toMatchObject([
      { id: '1', type: 'error', payload: [{ extensions: { code: 'INVALID_INPUT', fields: [field] } }] },
      { id: '2', type: 'next', payload: { data: { __typename: 'Query' } } },
      { id: '2', type: 'complete' },
    ])
    socket.terminate()
  })

  it('is closed by a message that is too long', async () => {
    const { socket, ended } = await openWithToken()
    socket.send('x'.repeat(1_100_000))
    expect(await ended).toBe(1009)
  })
})

describe('the origin of a WebSocket', () => {
  it.each([
    ['another page', { origin: 'http://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a foreign name that resolves to this host', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('is refused: %s', async (_, headers) => {
    await expect(open(headers)).rejects.toThrow('403')
  })

  it('is the own page, an allowed one, or none', async () => {
    const host = new URL(urlOf(server)).host
    const fine = [{}, { origin: `http://${host}` }, { origin: 'https://console.example' }]
    for (const headers of [...fine, { host: 'qleet.example', origin: 'https://qleet.example' }]) {
      const { socket } = await open(headers)
      expect(socket.readyState).toBe(WebSocket.OPEN)
      socket.terminate()
    }
  })

  it('is refused with the setting that would allow it', async () => {
    const text = await new Promise<string>((resolve) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        origin: 'http://evil.example',
      }
      request(`${urlOf(server)}/graphql`, { headers }, (response) => {
        let body = ''
        response.on('data', (part: Buffer) => (body += part.toString()))
        response.on('end', () => resolve(body))
      }).end()
    })
    expect(JSON.parse(text)).toMatchObject({
      errors: [
        { message: expect.stringContaining('QLEET_ALLOWED_ORIGINS'), extensions: { code: 'FORBIDDEN' } },
      ],
    })
  })
})

it('any other upgrade is ignored, such as that of curl to HTTP/2', async () => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAoAAA',
  }
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${urlOf(server)}/version`, { headers }, ({ statusCode }) => resolve(statusCode))
    sent.on('error', reject).end()
  })
  expect(status).toBe(200)
})
