import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { addHealthRoutes, addMetricsRoute } from '../../process/health.ts'
import { createMetrics } from '../../telemetry/metrics.ts'
import { createPages } from '../../process/pages.ts'
import { head, rawConnection } from '../support/raw-http.ts'

const pages = createPages(['worker.example'])
let looks = 0
let url: string
beforeAll(async () => {
  addMetricsRoute(pages, createMetrics('test'))
  const unready = async (): Promise<string[]> => {
    looks += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    return []
  }
  addHealthRoutes(pages, { unready, degraded: async () => [] })
  url = await pages.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => pages.close())

describe('the pages of a process', () => {
  it('are served without a token, by address and by its own names', async () => {
    for (const headers of [{}, { host: 'worker.example:9090' }]) {
      const response = await request(`${url}/metrics`, { headers })
      expect([response.statusCode, await response.body.text()]).toEqual([
        200,
        expect.stringContaining('process_cpu'),
      ])
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it.each(['/metrics', '/healthz', '/readyz', '/nothing'])(
    'are not served for another name: %s',
    async (path) => {
      const response = await request(`${url}${path}`, { headers: { host: 'evil.example' } })
      expect([response.statusCode, await response.body.text()]).toEqual([
        403,
        expect.stringContaining('QLEET_ALLOWED_HOSTS'),
      ])
    },
  )

  it('read no request body', async () => {
    const connection = rawConnection(url)
    const headers = { 'content-type': 'application/json', 'content-length': '32000000' }
    connection.write(head('POST /metrics', headers))
    expect(await connection.ended).toMatch(/^HTTP\/1.1 4\d\d /)
  })

  it('run one check for all concurrent requests', async () => {
    const before = looks
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/readyz`)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(looks - before).toBeLessThan(20)
  })
})
