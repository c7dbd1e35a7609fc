import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

const origin = 'https://console.example'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(undefined, { callers: { hosts: [], origins: [origin] } })
})
afterAll(() => server?.stop())

function send(
  path: string,
  options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { headers = {}, ...rest } = options
  return fetch(new URL(path, urlOf(server)), {
    ...rest,
    headers: { origin, authorization: `Bearer ${server.adminToken}`, ...headers },
  })
}

/** The headers that a browser requires to show a response to a page that sends credentials. */
const allowed = ({ headers }: Response): unknown => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
]

describe('a page of an allowed origin', () => {
  it.each([
    ['/graphql', 'POST'],
    ['/graphql/stream', 'POST'],
    ['/v0/projects/1', 'PATCH'],
    ['/v0/projects/1', 'DELETE'],
    ['/v0/projects/1', 'PUT'],
  ])('may send a preflighted request, without a token in the preflight: %s %s', async (path, method) => {
    const response = await fetch(new URL(path, urlOf(server)), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, if-match, idempotency-key',
      },
    })
    expect(response.status).toBe(204)
    expect(allowed(response)).toEqual([origin, 'true'])
    expect(response.headers.get('access-control-allow-methods')).toContain(method)
    expect(response.headers.get('access-control-allow-headers')).toContain('if-match')
    expect(response.headers.get('vary')?.toLowerCase()).toContain('origin')
  })

  it.each([
    ['/v0/projects', {}, 200],
    ['/v0/projects?x=1', {}, 400],
    ['/v0/projects', { headers: { authorization: 'Bearer unknown' } }, 401],
    ['/v0/projects/999999', { method: 'DELETE' }, 404],
    ['/nothing', {}, 404],
    ['/v0/projects', { method: 'DELETE' }, 405],
    ['/v0/projects', { method: 'POST', body: 'x' }, 415],
    [
      '/graphql',
      { method: 'POST', body: '{"query":"{ nope }"}', headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['/graphql', { method: 'POST', headers: { authorization: 'Bearer unknown' } }, 401],
  ] as const)('may read each response, including errors: %s %j is %i', async (path, options, status) => {
    const response = await send(path, options)
    await response.text()
    expect([response.status, allowed(response)]).toEqual([status, [origin, 'true']])
    const exposed = response.headers.get('access-control-expose-headers') ?? ''
    for (const name of ['etag', 'link', 'x-request-id', 'retry-after']) expect(exposed).toContain(name)
  })

  it('may subscribe over server-sent events', async () => {
    const stop = new AbortController()
    const response = await send('/graphql/stream', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { changes { name } }' }),
      signal: stop.signal,
    })
    expect([response.status, allowed(response)]).toEqual([200, [origin, 'true']])
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    stop.abort()
  })
})

describe('a page of another origin', () => {
  it.each(['OPTIONS', 'GET', 'POST'])('is refused, and may not read the reason: %s', async (method) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const response = await send('/graphql', { method, headers })
    expect([response.status, allowed(response)]).toEqual([403, [null, null]])
  })
})
