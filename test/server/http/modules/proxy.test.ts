import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPolicy } from '../../../../server/auth/policy.ts'
import type { Rule } from '../../../../schema/permissions.ts'
import { pathProblem } from '../../../../schema/modules/paths.ts'
import { eventually } from '../../../support/eventually.ts'
import { startModuleServer, type ModuleServer } from '../../../support/module-server.ts'
import { routesOf } from '../../../support/operations.ts'
import { head, rawConnection } from '../../../support/raw-http.ts'
import { createTestServer, type RestResponse, type TestServer } from '../../../support/server.ts'
import { write } from '../../../support/store.ts'

let server: TestServer
let shop: ModuleServer
let url: string
let rules: readonly Rule[] | undefined
beforeAll(async () => {
  shop = await startModuleServer()
  const roles = createPolicy()
  const limited = createPolicy(() => rules ?? [])
  const policy = Object.fromEntries(
    Object.keys(roles).map((name) => [
      name,
      (...args: unknown[]) =>
        (Reflect.get(rules === undefined ? roles : limited, name) as (...of: unknown[]) => unknown)(...args),
    ]),
  ) as unknown as typeof roles
  server = await createTestServer(undefined, { policy, limits: { body: 100_000 } })
  await server.store.apply(
    [
      { kind: 'ModuleApi', name: 'shop', spec: { endpoint: shop.endpoint } },
      {
        kind: 'ModuleApiRoute',
        name: 'example-com.v0.shops',
        spec: { path: '/example-com/v0/shops', moduleApi: 'shop' },
      },
    ],
    write,
  )
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
beforeEach(() => {
  rules = undefined
  shop.received.length = 0
  shop.answer(echo)
})
afterAll(async () => {
  await server?.stop()
  await shop?.stop()
})

const echo: Parameters<ModuleServer['answer']>[0] = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request
    shop.received.push({ method, url: path, headers, body: Buffer.concat(chunks).toString() })
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ path }))
  })
}

function send(path: string, options: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${server.adminToken}`, ...(options.headers as object) }
  return fetch(`${url}${path}`, { ...options, headers, redirect: 'manual' })
}

async function refusal(path: string, options: RequestInit = {}): Promise<RestResponse['Status']> {
  const response = await send(path, options)
  return ((await response.json()) as RestResponse).Status
}

describe('requests to modules', () => {
  it('pass with method, path, query and body', async () => {
    const response = await send('/example-com/v0/shops/17?a=%2F&b', {
      method: 'PATCH',
      body: '{"Name": "a"}',
    })
    expect(response.status).toBe(200)
    expect(shop.received).toMatchObject([
      { method: 'PATCH', url: '/example-com/v0/shops/17?a=%2F&b', body: '{"Name": "a"}' },
    ])
  })

  it('follow a change of the address at once, on the path of the address', async () => {
    const target = { kind: 'ModuleApi', name: 'shop' }
    await server.store.update({ ...target, spec: { endpoint: `${shop.endpoint}/base/` } }, write)
    await send('/example-com/v0/shops')
    expect(shop.received[0]?.url).toBe('/base/example-com/v0/shops')
    await server.store.update({ ...target, spec: { endpoint: shop.endpoint } }, write)
  })

  it('get 404 for a path of no module, and 401 without a token', async () => {
    expect(await refusal('/example-com/v0/other')).toMatchObject({ code: 404 })
    expect(await refusal('/example-com/v0/shopsother')).toMatchObject({ code: 404 })
    expect((await fetch(`${url}/example-com/v0/shops`)).status).toBe(401)
    expect(shop.received).toEqual([])
  })

  it.each([
    '/example-com/v0/shops/%2e%2e/admin',
    '/example-com/v0/shops//a',
    '/example-com/v0/shops/a%2fb',
    '/example-com/v0/shops/a%5Cb',
    '/example-com/v0/shops/a%00',
    '/example-com/v0/shops/a%252f',
    '/example-com/v0/shops/../../admin',
    '/example-com/v0/shops/a\\b',
    '/example-com/v0/shops/;/./a',
  ])('get 400 for a path that two servers may understand differently: %s', async (path) => {
    const raw = rawConnection(url)
    raw.write(head(`GET ${path}`, { authorization: `Bearer ${server.adminToken}`, connection: 'close' }))
    expect(await raw.ended).toMatch(/^HTTP\/1.1 40[04] /)
    expect(shop.received).toEqual([])
  })

  it('need the verb of their method on the kind that the route names', async () => {
    rules = [{ verbs: ['read', 'write'], kinds: ['example-com.v0.shops'], projects: '*' }]
    expect((await send('/example-com/v0/shops')).status).toBe(200)
    expect((await send('/example-com/v0/shops', { method: 'POST', body: '{}' })).status).toBe(200)
    expect(await refusal('/example-com/v0/shops/1', { method: 'DELETE' })).toMatchObject({ code: 403 })
    rules = [{ verbs: ['read'], kinds: ['other.v0.shops'], projects: '*' }]
    expect(await refusal('/example-com/v0/shops')).toMatchObject({
      code: 403,
      error: 'admin may not read example-com.v0.shops',
    })
    expect(shop.received.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  it('are in the change log, with their actor, if they write', async () => {
    await send('/example-com/v0/shops/9?token=secret', { method: 'DELETE' })
    await send('/example-com/v0/shops')
    const { rows } = await server.database.sql.query(
      `SELECT actor, kind, name, operation, reason FROM "Change" WHERE operation = 'TRIGGER' ORDER BY seq DESC LIMIT 1`,
    )
    expect(rows).toEqual([
      {
        actor: 'admin',
        kind: 'ModuleApiRoute',
        name: 'example-com.v0.shops',
        operation: 'TRIGGER',
        reason: 'DELETE /example-com/v0/shops/9',
      },
    ])
  })

  it('say who sends them, with a token that our public keys verify', async () => {
    const answer = await send('/example-com/v0/shops', { headers: { 'x-request-id': 'request-1' } })
    expect(answer.headers.get('x-request-id')).toBe('request-1')
    const headers = shop.received[0]?.headers ?? {}
    expect(headers['x-request-id']).toBe('request-1')
    const token = String(headers['authorization']).replace('Bearer ', '')
    const keys = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet
    expect(JSON.stringify(keys)).not.toContain('"d"')
    const expected = { issuer: 'qleetos', audience: 'shop' }
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), expected)
    expect(payload).toMatchObject({ sub: 'admin', role: 'ADMIN', jti: 'request-1', htm: 'GET' })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60)
  })

  it('pass no credentials, no header of the connection, and no claim of a proxy', async () => {
    const raw = rawConnection(url)
    const headers = {
      authorization: `Bearer ${server.adminToken}`,
      cookie: 'a=b',
      'x-forwarded-for': '1.2.3.4',
      'x-secret-hop': 'a',
      connection: 'close, x-secret-hop',
      te: 'trailers',
      'x-own': 'kept',
      'x-qleet-user': 'root',
      forwarded: 'for=1.2.3.4',
    }
    raw.write(head('GET /example-com/v0/shops', headers))
    await raw.ended
    const received = shop.received[0]?.headers ?? {}
    expect(Object.keys(received).sort()).toEqual([
      'authorization',
      'connection',
      'host',
      'x-own',
      'x-request-id',
    ])
    expect(received['authorization']).not.toContain(server.adminToken)
    expect(received.host).toBe(new URL(shop.endpoint).host)
  })

  it('are cut where two lengths of a body would differ', async () => {
    const raw = rawConnection(url)
    const authorization = `Bearer ${server.adminToken}`
    const lengths = { 'content-length': '4', 'transfer-encoding': 'chunked' }
    raw.write(
      `${head('POST /example-com/v0/shops', { authorization, ...lengths })}0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
    )
    expect(await raw.ended).toMatch(/^HTTP\/1.1 400 /)
    expect(shop.received).toEqual([])
  })

  it('get 413 for a body above the limit, of known length or not', async () => {
    const body = 'a'.repeat(100_001)
    expect(await refusal('/example-com/v0/shops', { method: 'POST', body })).toMatchObject({ code: 413 })
    const parts = new ReadableStream({
      start: (controller) => {
        for (let sent = 0; sent < 4; sent++) controller.enqueue(new Uint8Array(50_000))
        controller.close()
      },
    })
    const streamed = { method: 'POST', body: parts, duplex: 'half' } as RequestInit
    expect(await refusal('/example-com/v0/shops', streamed)).toMatchObject({ code: 413 })
  })
})

describe('responses of modules', () => {
  it('pass with status and headers, but for those of the connection and of our origin', async () => {
    shop.answer((_, response) => {
      response.writeHead(418, {
        'x-total': '3',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        etag: '"1"',
        'content-type': 'text/html',
        'content-security-policy': 'script-src *',
        'x-hop': '1',
        connection: 'x-hop',
        'cache-control': 'max-age=5',
      })
      response.end('<script>')
    })
    const { status, headers } = await send('/example-com/v0/shops')
    expect([status, headers.get('x-total'), headers.get('etag')]).toEqual([418, '3', '"1"'])
    expect(headers.get('cache-control')).toBe('max-age=5')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-hop'])
      expect(headers.get(name)).toBeNull()
  })

  it('redirect within the module on our paths', async () => {
    shop.answer((_, response) =>
      response.writeHead(302, { location: `${shop.endpoint}/example-com/v0/shops/1?a` }).end(),
    )
    const { status, headers } = await send('/example-com/v0/shops')
    expect([status, headers.get('location')]).toEqual([302, '/example-com/v0/shops/1?a'])
  })

  it.each([204, 304])('without a body pass: %i', async (code) => {
    shop.answer((_, response) => response.writeHead(code).end())
    expect((await send('/example-com/v0/shops')).status).toBe(code)
  })

  it('stream while the module writes them, and end with the client', async () => {
    const closed = new Promise<void>((resolve) => {
      shop.answer((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n')
        request.once('close', resolve)
      })
    })
    const leaving = new AbortController()
    const response = await send('/example-com/v0/shops', { signal: leaving.signal })
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n')
    leaving.abort()
    await closed
  })

  it('that break off break off for the client as well', async () => {
    shop.answer((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    const response = await send('/example-com/v0/shops')
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('with too long headers become errors', async () => {
    shop.answer((_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(20_000) }).end())
    expect(await refusal('/example-com/v0/shops')).toMatchObject({
      code: 503,
      error: 'the module shop does not respond: the headers of its response are too long',
    })
  })
})

describe('a module that does not respond', () => {
  it('gets 503 in our form, at once after three requests, until it responds again', async () => {
    const endpoint = new URL(shop.endpoint)
    await shop.stop()
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await refusal('/example-com/v0/shops')).toMatchObject({
        code: 503,
        reason: 'UNAVAILABLE',
        retryAfter: 2,
        error: 'the module shop does not respond: it refuses connections',
      })
    shop = await startModuleServer(Number(endpoint.port))
    expect(await refusal('/example-com/v0/shops')).toMatchObject({ code: 503 })
    expect(shop.received).toEqual([])
    const metrics = await (await fetch(`${url}/metrics`, authorized())).text()
    expect(metrics).toMatch(/qleet_module_responds\{module="shop".*\} 0/)
    // A worker has seen it respond.
    await server.database.sql.query(
      `UPDATE "Object" SET ready = true, "updatedAt" = now() + interval '1 second' WHERE kind = 'ModuleApi'`,
    )
    expect((await send('/example-com/v0/shops')).status).toBe(200)
    await eventually(async () => {
      const after = await (await fetch(`${url}/metrics`, authorized())).text()
      return /qleet_module_responds\{module="shop".*\} 1/.test(after) || undefined
    })
  })

  it('gets 503 when it does not respond within its time', async () => {
    const target = { kind: 'ModuleApi', name: 'shop' }
    await server.store.update({ ...target, spec: { timeoutSeconds: 1 } }, write)
    shop.answer(() => undefined)
    expect(await refusal('/example-com/v0/shops')).toMatchObject({
      code: 503,
      error: 'the module shop does not respond: it did not respond in time',
    })
  })
})

function authorized(): RequestInit {
  return { headers: { authorization: `Bearer ${server.adminToken}` } }
}

it('can have no path that the server has itself', () => {
  const own = routesOf(server.app.printRoutes({ commonPrefix: false })).filter(
    ({ url: path }) => path.split('/').length > 2 && !path.startsWith('/:namespace'),
  )
  expect(own.length).toBeGreaterThan(100)
  const possible = own.filter(({ url: path }) => pathProblem(path.replaceAll(/:\w+|\*/g, 'a')) === undefined)
  expect(possible).toEqual([])
})
