import { createHash } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhooksPath } from '../../../../schema/delivery/webhooks.ts'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { openApi } from '../../../../server/http/rest/openapi.ts'
import { routesOf } from '../../../support/operations.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.stop())

describe('/openapi.json', () => {
  it('is a valid document of OpenAPI 3.1 whose references exist', async () => {
    const { headers, body } = await server.app.inject('/openapi.json')
    expect(headers['content-type']).toContain('application/json')
    const document = JSON.parse(body) as Record<string, unknown>
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const references = [...body.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path = '']) => path)
    expect(references.length).toBeGreaterThan(50)
    for (const path of new Set(references)) {
      const target = path
        .slice(1)
        .split('/')
        .reduce<unknown>((at, key) => Reflect.get(at as object, key), document)
      expect(target, path).toBeTypeOf('object')
    }
  })

  it('has exactly the routes of the server, without their deprecated spellings', () => {
    const served = routesOf(server.app.printRoutes({ commonPrefix: false }))
      .filter(({ method, url }) => url.startsWith('/v0/') && !url.includes('_') && method !== 'HEAD')
      // What registries report has their forms, and is for no client.
      .filter(({ url }) => !url.startsWith(webhooksPath))
      .filter(
        ({ url }) =>
          !allKinds.some(({ rest }) => rest.pathAliases?.some((alias) => url.startsWith(`/v0/${alias}`))),
      )
      .map(({ method, url }) => `${method} ${url.replace(':id', '{id}')}`)
    const described = Object.entries(openApi().paths).flatMap(([url, methods]) =>
      url.startsWith('/v0/') ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`) : [],
    )
    expect(described.sort()).toEqual(served.sort())
  })

  it('has one id per operation, and a description for every field and parameter', () => {
    const { paths, components } = openApi()
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { kind } of allKinds) {
      const { properties } = components.schemas[kind] as {
        properties: Record<string, { description?: string }>
      }
      for (const [name, { description }] of Object.entries(properties))
        expect(description, `${kind}.${name}`).toMatch(/^[A-Z].*\.$/s)
    }
  })
})

describe('the pages', () => {
  it.each([
    ['/', ['href="/graphql"', 'href="/rest"', 'href="/readyz"', 'href="/openapi.json"']],
    ['/rest', allKinds.map(({ kind }) => `id="${kind}"`)],
  ])('at %s need no token, no script and no other host', async (url, contents) => {
    const { statusCode, headers, body } = await server.app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/)
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`)
    for (const content of contents) expect(body).toContain(content)
    expect(body).not.toMatch(/<script|https?:\/\/(?!THIS_HOST)/)
  })

  it('are served at the former paths of Swagger', async () => {
    const { statusCode, headers } = await server.app.inject('/swagger/index.html')
    expect([statusCode, headers['location']]).toEqual([302, '/rest'])
  })

  it('have an index as JSON', async () => {
    const { Paths } = (await server.app.inject('/v0')).json<{ Paths: { Path: string }[] }>()
    expect(Paths.map(({ Path }) => Path)).toEqual(
      expect.arrayContaining([...allKinds.map(({ rest }) => `/v0/${rest.path}`), '/v0/workload-events']),
    )
  })
})

describe('a method that a path does not have', () => {
  it.each([
    ['DELETE', '/v0/projects', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/v0/projects/1', 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
    ['PUT', '/v0/workload-events', 'DELETE, GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/graphql', 'GET, HEAD, POST, OPTIONS'],
  ] as const)('is refused with the supported ones: %s %s', async (method, url, allow) => {
    const { statusCode, headers, body } = await server.app.inject({ method, url })
    expect([statusCode, headers['allow']]).toEqual([405, allow])
    expect(body).toContain(`has no method ${method}`)
    expect(body).toContain(String(headers['x-request-id']))
  })

  it('gets a response to OPTIONS, without a token', async () => {
    const { statusCode, headers } = await server.app.inject({ method: 'OPTIONS', url: '/v0/projects/7' })
    expect([statusCode, headers['allow']]).toEqual([204, 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'])
  })
})

describe('the id of a request', () => {
  const send = (token: string, method: 'GET' | 'POST', url: string) =>
    server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'chosen-7' },
    })

  it.each(['/v0/projects/1', '/v0/projects', '/healthz', '/', '/openapi.json', '/metrics'])(
    'is in the headers of %s',
    async (url) => {
      const { statusCode, headers } = await send(server.adminToken, 'GET', url)
      expect([statusCode, headers['x-request-id']]).toEqual([200, 'chosen-7'])
    },
  )

  it.each([
    ['GET', '/v0/projects/999999', 404],
    ['GET', '/v0/projects?x=1', 400],
    ['POST', '/v0/projects', 400],
    ['POST', '/v0/projects/1', 405],
    ['GET', '/v0/nothing', 404],
  ] as const)('is in the headers and the envelope of errors: %s %s', async (method, url, status) => {
    const { statusCode, headers, body } = await send(server.adminToken, method, url)
    expect([statusCode, headers['x-request-id']]).toEqual([status, 'chosen-7'])
    expect(JSON.parse(body)).toMatchObject({ Status: { requestId: 'chosen-7' } })
  })

  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/metrics', 401],
    ['POST', '/graphql', 401],
    ['POST', '/healthz', 405],
  ] as const)('is in the headers and extensions of other errors: %s %s', async (method, url, status) => {
    const { statusCode, headers, body } = await send('unknown', method, url)
    expect([statusCode, headers['x-request-id']]).toEqual([status, 'chosen-7'])
    expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { requestId: 'chosen-7' } }] })
  })
})
