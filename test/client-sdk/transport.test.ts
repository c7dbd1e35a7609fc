import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '../../client-sdk/index.ts'

/* What a client makes of servers that are not as they should be. */

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener, port = 0): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function freeUrl(): Promise<string> {
  const url = await serve(() => undefined)
  const [server] = servers.splice(-1)
  await new Promise((resolve) => server?.close(resolve))
  return url
}

const answer =
  (status: number, body: string): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
const noChanges = answer(200, '{"data":{"result":{"nodes":[]}}}')

describe('a client', () => {
  it('calls a server that is away UNAVAILABLE, and says why', async () => {
    const url = await freeUrl()
    await expect(createClient({ url, token: 't' }).changes()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/cannot reach http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    })
  })

  it('gives up on a server that does not answer in time', async () => {
    const url = await serve(() => undefined)
    await expect(createClient({ url, token: 't', timeout: 50 }).changes()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('timeout'),
    })
  })

  it('notices an answer that breaks off', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"data":')
      setImmediate(() => response.destroy())
    })
    await expect(createClient({ url, token: 't' }).changes()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it.each([
    [502, '<html>Bad gateway</html>', 'UNAVAILABLE'],
    [200, '<html>Log in</html>', 'INTERNAL'],
    [200, '{}', 'INTERNAL'],
    [200, '7', 'INTERNAL'],
    [200, '{"errors":[{"message":"new","extensions":{"code":"A_CODE_OF_TOMORROW"}}]}', 'INTERNAL'],
    [503, '{"errors":[{"message":"away","extensions":{"code":"UNAVAILABLE"}}]}', 'UNAVAILABLE'],
  ])('makes of %i %s the code of the table', async (status, body, code) => {
    const url = await serve(answer(status, body))
    await expect(createClient({ url, token: 't' }).changes()).rejects.toMatchObject({
      name: 'PlatformError',
      code,
    })
  })

  it('retries what may succeed later, for the given time', async () => {
    let calls = 0
    const url = await serve((request, response) =>
      (calls += 1) < 3
        ? answer(503, '{"errors":[{"message":"away","extensions":{"code":"UNAVAILABLE"}}]}')(
            request,
            response,
          )
        : noChanges(request, response),
    )
    expect(await createClient({ url, token: 't', retryFor: 30_000 }).changes()).toEqual([])
    expect(calls).toBe(3)
  })

  it('does not try again what stays wrong', async () => {
    let calls = 0
    const url = await serve((request, response) => {
      calls += 1
      answer(400, '{"errors":[{"message":"wrong","extensions":{"code":"INVALID_INPUT"}}]}')(request, response)
    })
    await expect(createClient({ url, token: 't', retryFor: 30_000 }).changes()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(calls).toBe(1)
  })

  it('sends its token and headers with every request', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization, String(request.headers['traceparent']))
      noChanges(request, response)
    })
    await createClient({ url, token: 'secret', headers: () => ({ traceparent: 'trace' }) }).changes()
    expect(seen).toEqual(['Bearer secret', 'trace'])
  })

  it('ends a request when its signal is aborted, with the reason of the signal', async () => {
    const stop = new AbortController()
    const url = await serve(() => stop.abort(new Error('Ctrl-C')))
    await expect(createClient({ url, token: 't', signal: stop.signal }).changes()).rejects.toThrow('Ctrl-C')
  })

  it('ends the wait before another try when its signal is aborted', async () => {
    const stop = new AbortController()
    const url = await serve((request, response) => {
      answer(502, 'away')(request, response)
      response.once('close', () => stop.abort(new Error('Ctrl-C')))
    })
    const client = createClient({ url, token: 't', retryFor: 3_600_000, signal: stop.signal })
    await expect(client.changes()).rejects.toThrow('Ctrl-C')
  })
})
