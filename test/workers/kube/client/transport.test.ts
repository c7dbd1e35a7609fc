import { getEventListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import { createTransport } from '../../../../workers/kube/client/transport.ts'
import { startServer, type Behaviour } from './misbehaving-server.ts'

/* Requests whose whole response is read. */

async function transportTo(behaviour: Behaviour) {
  const server = await startServer(behaviour)
  const transport = createTransport(
    { server: server.url, policy: trustedPolicy },
    { connections: 1, timeout: 5000 },
  )
  onTestFinished(() => transport.close())
  return { server, transport }
}

const get = { method: 'GET', path: '/version' } as const
const maxBytes = 1000

/** Writes chunks for as long as the client reads them. */
function writeEndlessly(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'.repeat(100)), 1)
  response.on('close', () => clearInterval(timer))
}

it('resolves with a response of many chunks, after interim ones', async () => {
  const { transport } = await transportTo((_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(200, { 'x-given': 'yes' })
    response.write(Buffer.from('{"a":"ä').subarray(0, 7))
    setTimeout(() => response.end(Buffer.concat([Buffer.from('ä').subarray(1), Buffer.from('"}')])), 20)
  })
  const response = await transport.request(get, { maxBytes })
  expect(response).toMatchObject({ statusCode: 200, text: '{"a":"ä"}' })
  expect(response.headers['x-given']).toBe('yes')
})

it('reads no more of a response than the limit, and ends its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { transport } = await transportTo((_, response) => {
    response.on('close', () => closed.resolve())
    writeEndlessly(response)
  })
  await expect(transport.request(get, { maxBytes })).rejects.toMatchObject({
    reason: 'AnswerTooLong',
    status: 200,
    message: expect.stringMatching(/returned more than 1000 bytes$/),
  })
  await closed.promise
})

it('reads nothing of a redirect', async () => {
  const closed = Promise.withResolvers<void>()
  const { transport } = await transportTo((_, response) => {
    response.on('close', () => closed.resolve())
    response.writeHead(302, { location: 'http://127.0.0.1:1/' })
    writeEndlessly(response)
  })
  expect(await transport.request(get, { maxBytes })).toMatchObject({ statusCode: 302, text: '' })
  await closed.promise
})

it('ends with the signal while the response arrives', async () => {
  const { transport } = await transportTo((_, response) => writeEndlessly(response))
  const caller = new AbortController()
  const response = transport.request({ ...get, signal: caller.signal }, { maxBytes: Infinity })
  setTimeout(() => caller.abort(new Error('enough')), 30)
  await expect(response).rejects.toThrow('enough')
  expect(getEventListeners(caller.signal, 'abort')).toEqual([])
})

it('does not send what was aborted while it waited for a connection', async () => {
  const { server, transport } = await transportTo(
    (_, response) => void setTimeout(() => response.end('{}'), 50),
  )
  const first = transport.request(get, { maxBytes })
  const caller = new AbortController()
  const waiting = transport.request({ ...get, path: '/late', signal: caller.signal }, { maxBytes })
  caller.abort(new Error('too late'))
  await expect(waiting).rejects.toThrow('too late')
  await first
  await transport.request({ ...get, path: '/last' }, { maxBytes })
  expect(server.requests.map(({ url }) => url)).toEqual(['/version', '/last'])
})

it('does not send what was aborted before', async () => {
  const { server, transport } = await transportTo((_, response) => void response.end('{}'))
  const signal = AbortSignal.abort(new Error('before'))
  await expect(transport.request({ ...get, signal }, { maxBytes })).rejects.toThrow('before')
  await transport.request({ ...get, path: '/last' }, { maxBytes })
  expect(server.requests.map(({ url }) => url)).toEqual(['/last'])
})

it('rejects with the error of a connection that breaks off, and of a closed transport', async () => {
  const { transport } = await transportTo((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(transport.request(get, { maxBytes })).rejects.toMatchObject({
    code: expect.stringMatching(/^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET)$/),
  })
  await transport.close()
  await expect(transport.request(get, { maxBytes })).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' })
})

it('uses a connection again after responses that were read', async () => {
  const sockets = new Set<unknown>()
  const { server, transport } = await transportTo((request, response) => {
    sockets.add(request.socket)
    response.end('{}')
  })
  for (let time = 0; time < 5; time++) await transport.request(get, { maxBytes })
  expect(server.requests).toHaveLength(5)
  expect(sockets.size).toBe(1)
})
