import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client-sdk/index.ts'
import type { ProcessReport } from '../../schema/processes.ts'
import { hasConsole, obstaclesOn, startConsole, type TestConsole } from '../support/console.ts'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { processReport } from '../support/process-report.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { defaultRuntime, definition } from '../support/store.ts'

/** The page reads everything again after five seconds. */
const slow = { timeout: 60_000 }

describe.skipIf(!hasConsole)('the page of the control plane', () => {
  let server: TestServer
  let url: string
  let console: TestConsole
  let page: Page
  beforeAll(async () => {
    server = await createTestServer()
    url = urlOf(server)
    const client = createClient({ url, token: server.adminToken })
    const names = ['shop', 'poison', 'late']
    await client.apply([
      ...defaultRuntime,
      definition('web'),
      ...names.map((name) => ({ kind: 'WorkloadInstance', name, spec: { definition: 'web' } })),
    ])
    const worker = createFakeWorker(server)
    await worker.report('KubernetesRuntimeInstance', 'space', { phase: 'Ready' })
    await worker.report('WorkloadInstance', 'shop', { phase: 'Ready' })
    await worker.report('WorkloadInstance', 'poison', {
      phase: 'Quarantined',
      stalled: true,
      cause: { reason: 'Quarantined', message: 'It has failed 10 times in a row: the image does not exist.' },
      requeueAfter: 3_600_000,
    })
    console = await startConsole({ url, token: server.adminToken })
    page = await console.open('/console/control-plane')
  })
  afterAll(async () => {
    await console?.stop()
    await server?.stop()
  })

  const report = async (fields: Partial<ProcessReport> = {}): Promise<void> => {
    const query = 'mutation ($report: JSON!) { reportProcess(report: $report) }'
    await server.workers(query, { report: processReport(fields) })
  }

  it('says how to start a worker while there is none', async () => {
    await page.waitForSelector('h3:has-text("No worker is connected")')
    expect(await page.textContent('code.how')).toBe(`qleetctl worker --server ${url}`)
    expect(await page.textContent('.page-head')).toContain('Not ready')
  })

  it('shows by itself the workers that report, and what they do not reach', async () => {
    const now = new Date().toISOString()
    const space = await server.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const breaker = {
      objectId: String(space?.id),
      since: now,
      retryAt: now,
      reason: 'Unreachable',
      message: 'https://10.0.0.7:6443 is unreachable: connection refused',
    }
    await report({ role: 'server', name: 'qleetos-server-6f7c9:1323', startedAt: now })
    await report({
      name: 'qleetos-worker-7d9f4:9090',
      startedAt: now,
      breakers: [breaker],
      isConnected: false,
    })
    await report({
      name: 'qleetos-worker-5b8cd:9090',
      startedAt: now,
      release: '1.1.0',
      reconciles: { running: 12, slots: 40, limit: 128, threads: 1 },
      eventLoopDelay: 2400,
    })
    await report({ name: 'qleetos-worker-old:9090', startedAt: now, isLast: true })
    await expect.poll(() => page.locator('tbody tr', { hasText: 'Running' }).count(), slow).toBe(3)
    await expect.poll(() => page.textContent('.page-head')).toContain('Ready')
    const row = page.locator('tr', { hasText: 'qleetos-worker-5b8cd:9090' })
    expect(await row.textContent()).toMatch(/12 of 40 slots.*All respond.*1\.1\.0.*busy for 2\.4 s at a time/)
    expect(await page.locator('tr', { hasText: 'qleetos-worker-old' }).textContent()).toContain('Stopped')
    const body = await page.textContent('main')
    expect(body).toContain('connection refused')
    expect(body).toContain('1.2.0: 1 server, 1 worker')
    expect(body).toContain('without NATS')
    expect(await page.locator('.rows a:has-text("space")').getAttribute('href')).toBe(
      '/console/o/kubernetes-runtime-instance/default/space',
    )
  })

  it('shows what waits, and what is stuck, with links', async () => {
    const queue = page.locator('table[aria-label="Queue by kind"]')
    expect(await queue.textContent()).toMatch(/Workload instances1–0late.*no\. 1 in the queue/)
    expect(await page.locator('.concern').textContent()).toMatch(
      /Quarantined.*poison.*the image does not exist/,
    )
    await page.click('.concern a')
    await page.waitForURL('**/console/o/workload-instance/default/poison')
  })

  it('shows the position in the queue on the page of an object that waits', async () => {
    await page.goto(`${url}/console/o/workload-instance/default/late`)
    await page.waitForSelector('dt:has-text("Queue")')
    expect(await page.textContent('dt:has-text("Queue") + dd')).toMatch(/^no\. 1 in the queue/)
  })

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('is accessible in %s at %i pixels', async (theme, width) => {
    await report({
      name: 'qleetos-worker-5b8cd:9090',
      reconciles: { running: 12, slots: 40, limit: 128, threads: 1 },
    })
    const shown = await console.open('/console/control-plane', { theme, width })
    await shown.waitForSelector('table[aria-label="Servers and workers"]')
    await expect.poll(() => shown.locator('main [aria-busy]').count(), slow).toBe(0)
    expect(await obstaclesOn(shown)).toEqual([])
    expect(await shown.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false)
    await shown.close()
  })

  it('breaks no rule of the policy of pages', () => {
    expect(console.errors).toEqual([])
  })
})
