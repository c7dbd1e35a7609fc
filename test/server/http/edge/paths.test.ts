import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '../../../support/fake-worker.ts'
import { fetchMetrics } from '../../../support/metrics.ts'
import { head, rawConnection } from '../../../support/raw-http.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const connection = rawConnection(urlOf(server))
  const authorization = `Bearer ${server.adminToken}`
  connection.write(head(`GET ${path}`, { authorization, connection: 'close', ...headers }))
  const text = await connection.ended
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), text }
}

describe('a path that cannot be decoded', () => {
  it.each(['/v0/%ff', '/v0/%', '/v0/workload-definitions/%zz?size=1', '/v1/terraform/a/%C3'])(
    'is refused as other requests are: %s',
    async (path) => {
      const { status, text } = await get(path, { 'x-request-id': 'chosen' })
      expect(status).toBe(400)
      expect(text).toMatch(/^x-request-id: chosen\r$/im)
      expect(text).toContain('has a \\"%\\" that encodes no character in UTF-8; write')
      expect(text).not.toContain('FST_ERR')
    },
  )

  it('has the envelope of the legacy API below /v0, and that of GraphQL elsewhere', async () => {
    expect((await get('/v0/%ff')).text).toContain('"Status":{"code":400')
    expect((await get('/v1/terraform/a/%ff')).text).toContain(
      '"extensions":{"code":"INVALID_INPUT","requestId"',
    )
  })

  it('passes the checks of hosts and tokens first, and is counted', async () => {
    const path = '/v1/terraform/a/%ff'
    expect((await get(path, { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await get(path, { host: 'evil.example.com' })).status).not.toBe(400)
    expect(await fetchMetrics(urlOf(server), server.adminToken)).toMatch(
      /qleet_http_request_seconds_count\{.*status="400".*\} [1-9]/,
    )
  })
})

describe('a path that can be decoded', () => {
  it.each(['/v0/%25ff', '/v0/%E2%98%83', '/v0/workload-definitions?name=%ff'])(
    'is routed: %s',
    async (path) => {
      expect((await get(path)).text).not.toContain('encodes no character')
    },
  )

  it.each(['/v0/workload-definitions/', '/v1/terraform/default/'])(
    'may have a long parameter, which names nothing: %s',
    async (path) => {
      const { status, text } = await get(`${path}${'x'.repeat(2000)}`)
      expect([400, 404]).toContain(status)
      expect(text).not.toContain('FST_ERR')
    },
  )
})
