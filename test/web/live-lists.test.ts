import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { hasConsole, startConsole, type TestConsole } from '../support/console.ts'
import { urlOf } from '../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

describe.skipIf(!hasConsole)('a list of the console whose connection is lost', () => {
  let server: TestServer
  let proxy: TcpProxy
  let console: TestConsole
  let client: Client
  let page: Page
  beforeAll(async () => {
    server = await createTestServer()
    proxy = await startTcpProxy(urlOf(server))
    client = createClient({ url: urlOf(server), token: server.adminToken })
    await client.apply(
      Array.from({ length: 150 }, (_, index) => ({
        kind: 'Environment',
        name: `env-${String(index).padStart(3, '0')}`,
        spec: {},
      })),
    )
    console = await startConsole({
      url: new URL(proxy.through(urlOf(server))).origin,
      token: server.adminToken,
    })
    page = await console.open('/healthz')
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await console?.stop()
    await proxy?.close()
    await server?.stop()
  })

  const documentOf = (request: Request) =>
    (request.postDataJSON() ?? {}) as { query?: string; variables?: { after?: string | null } }

  it('continues where it was, over one subscription, without reading the list again', async () => {
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.goto(`${console.url}/console/k/environments`)
    const count = () => page.textContent('h1 .count')
    await expect.poll(count).toBe('150')
    const streams = () => requests.filter((each) => each.url().endsWith('/graphql/stream'))
    await expect.poll(() => streams().length).toBe(1)
    await proxy.cut()
    await client.objects.delete([{ kind: 'Environment', name: 'env-000' }])
    await client.environments.create({ input: { name: 'env-new', spec: {} } })
    requests.length = 0
    await proxy.open()
    await page.getByRole('row', { name: /env-001/ }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: /env-000/ }).count()).toBe(0)
    await expect.poll(count).toBe('150')
    const continued = streams().map((each) => documentOf(each).variables?.after)
    expect(continued.every((after) => typeof after === 'string')).toBe(true)
    const lists = requests.filter((each) => documentOf(each).query?.includes('query ListObjects'))
    expect(lists).toEqual([])
  })
})
