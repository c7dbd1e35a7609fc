import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCaller } from '../../../../server/http/edge/callers.ts'
import { isOwnHost } from '../../../../process/hosts.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

describe('a host', () => {
  const allowed = ['qleet.example.com', '*.internal.example']
  it.each([
    ['127.0.0.1:1323', true],
    ['localhost', true],
    ['LocalHost:80', true],
    ['a.localhost:1323', true],
    ['[::1]:1323', true],
    ['10.1.2.3', true],
    ['qleet.example.com:443', true],
    ['QLEET.example.com.', true],
    ['server.internal.example', true],
    [undefined, true],
    ['internal.example', false],
    ['evil.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['qleet.example.com.evil.example', false],
    ['xqleet.example.com', false],
    ['user@localhost', false],
    ['localhost/x', false],
    ['', false],
  ])('%s is an own name: %s', (host, expected) => {
    expect(isOwnHost(host, allowed)).toBe(expected)
  })

  it('is accepted if all are allowed', () => {
    expect(isOwnHost('evil.example', ['*'])).toBe(true)
  })
})

describe('a caller', () => {
  const callers = { hosts: ['qleet.example.com'], origins: ['https://console.example.com'] }
  const host = 'qleet.example.com'
  it.each([
    ['a client other than a browser', {}, true],
    ['an own page', { origin: 'https://qleet.example.com' }, true],
    ['a page of an allowed origin', { origin: 'https://console.example.com' }, true],
    ['another page', { origin: 'https://evil.example' }, false],
    ['a page on another port', { origin: 'https://qleet.example.com:8443' }, false],
    [
      'a page with a name that starts like an own one',
      { origin: 'https://qleet.example.com.evil.example' },
      false,
    ],
    ['a page without an origin', { origin: 'null' }, false],
    ['an image of another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, false],
    ['a link of another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, true],
    ['a script of an own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, true],
  ])('may call: %s', async (_, headers, expected) => {
    const check = async (): Promise<string> => {
      checkCaller({ host, ...headers }, callers)
      return 'allowed'
    }
    const outcome = await check().catch((error: unknown) => (error as { code: string }).code)
    expect(outcome).toBe(expected ? 'allowed' : 'FORBIDDEN')
  })
})

describe('a response', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(undefined, {
      callers: { hosts: [], origins: ['https://console.example'] },
    })
  })
  afterAll(() => server.stop())

  async function send(path: string, headers: Record<string, string>, method = 'GET') {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const outgoing = request(new URL(path, urlOf(server)), { method, headers }, (response) => {
          let body = ''
          response.on('data', (part: Buffer) => (body += part.toString()))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          )
        })
        outgoing.on('error', reject)
        outgoing.end()
      },
    )
  }
  const withToken = (): Record<string, string> => ({ authorization: `Bearer ${server.adminToken}` })

  it.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/',
    '/graphql',
    '/assets/x.js',
    '/v0/projects',
    '/projects/versions',
    '/nothing',
  ])('of %s is not readable for a page of another origin', async (path) => {
    for (const headers of [{ host: 'evil.example' }, { origin: 'http://evil.example' }]) {
      const answer = await send(path, { ...withToken(), ...headers })
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([403, expect.anything()])
    }
  })

  it.each(['/healthz', '/graphql', '/v0/projects', '/graphql/stream', '/nothing'])(
    'of %s is never sniffed, framed or cached',
    async (path) => {
      const { headers } = await send(path, withToken())
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cache-control': expect.stringMatching(/^no-(store|cache)$/),
      })
    },
  )

  it('may be used by pages of allowed origins, and a preflight requires no token', async () => {
    const origin = 'https://console.example'
    const preflight = await send(
      '/graphql',
      { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      'OPTIONS',
    )
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } })
    const answer = await send('/v0/projects', { ...withToken(), origin })
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': origin } })
    const foreign = await send(
      '/graphql',
      { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      'OPTIONS',
    )
    expect(foreign.status).toBe(403)
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('includes metrics for callers with a token', async () => {
    expect((await send('/metrics', {})).status).toBe(401)
    expect((await send('/metrics', withToken())).body).toContain('qleet_http_request_seconds')
  })

  it.each([
    ['a-1.B_2:3/4+5=6@7', true],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    ['with space', false],
    ['{"a":1}', false],
    ['caf\u00e9', false],
    ['\u001b[31m', false],
  ])('has the request id %j of its client: %s', async (given, expected) => {
    const { headers } = await server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...withToken(), 'x-request-id': given },
      payload: { query: '{ __typename }' },
    })
    const id = String(headers['x-request-id'])
    expect(id === given).toBe(expected)
    expect(id).toMatch(/^[\w.:/+=@-]{1,100}$/)
  })

  it('ignores an invalid trace id', async () => {
    const name = 'traced'
    for (const traceparent of ['x'.repeat(4000), "00-'; DROP"]) {
      await server.app.inject({
        method: 'POST',
        url: '/v0/projects',
        headers: { ...withToken(), traceparent },
        payload: { Name: `${name}-${traceparent.length}` },
      })
    }
    const { rows } = await server.database.sql.query(
      'SELECT traceparent FROM "Change" WHERE traceparent IS NOT NULL',
    )
    expect(rows).toEqual([])
  })
})
