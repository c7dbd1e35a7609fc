import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane, type TestProcess } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { release } from '../../schema/release.ts'
import { defaultRuntime, definition } from '../support/store.ts'
import { fetchMetrics } from '../support/metrics.ts'

let plane: TestControlPlane
let database: TcpProxy
let nats: TcpProxy
let server: TestProcess
let worker: TestProcess
beforeAll(async () => {
  database = await startTcpProxy(inject('postgresUrl'))
  nats = await startTcpProxy(inject('natsUrl'))
  plane = await startControlPlane({
    ownProcesses: true,
    databaseUrl: (url) => database.through(url),
    nats: { url: nats.through(inject('natsUrl')), token: inject('natsToken') },
  })
  const [firstServer, firstWorker] = [plane.servers[0], plane.workers[0]]
  if (firstServer === undefined || firstWorker === undefined) throw new Error('something is missing')
  server = firstServer
  worker = firstWorker
})
afterAll(async () => {
  await plane?.stop()
  await database?.close()
  await nats?.close()
})

interface Health {
  code: number
  status: string
  reasons?: string[]
}

async function send(process: TestProcess, path: string): Promise<Health> {
  const response = await fetch(new URL(path, process.url))
  return { code: response.status, ...((await response.json()) as { status: string }) }
}

async function isReady(process: TestProcess): Promise<Health> {
  let last: Health | undefined
  await eventually(async () => ((last = await send(process, '/readyz')).code === 200 ? true : undefined))
  return last ?? { code: 0, status: 'never asked' }
}

async function isUnready(process: TestProcess): Promise<Health> {
  let last: Health | undefined
  await eventually(async () => ((last = await send(process, '/readyz')).code === 200 ? undefined : true))
  return last ?? { code: 0, status: 'never asked' }
}

const ready = { code: 200, status: 'ok', reasons: [] }

describe('health', () => {
  it('is healthy while all dependencies are available', async () => {
    for (const process of [server, worker]) {
      expect(await isReady(process)).toEqual(ready)
      expect(await send(process, '/healthz')).toEqual({ code: 200, status: 'ok', version: release })
    }
  })

  it('reports when the database is unavailable, and when it is back', async () => {
    await database.cut()
    expect(await isUnready(server)).toEqual({
      code: 503,
      status: 'unready',
      reasons: ['the database is unavailable'],
    })
    expect(await isUnready(worker)).toMatchObject({ code: 503, reasons: ['the API server does not respond'] })
    expect(await send(server, '/healthz')).toMatchObject({ code: 200 })
    await database.open()
    expect(await isReady(server)).toEqual(ready)
    expect(await isReady(worker)).toEqual(ready)
  })

  it('reports when the database accepts connections but does not respond', async () => {
    await database.stall()
    expect(await isUnready(server)).toMatchObject({ code: 503, reasons: ['the database is unavailable'] })
    await database.open()
    expect(await isReady(server)).toEqual(ready)
  })

  it('is ready without NATS, reports the degradation, and its end', async () => {
    const until = async (process: TestProcess, status: string): Promise<Health | undefined> =>
      eventually(async () => {
        const health = await send(process, '/readyz')
        return health.status === status ? health : undefined
      })
    await nats.cut()
    for (const process of [server, worker]) {
      const { code, reasons } = (await until(process, 'degraded')) ?? {}
      expect([code, reasons]).toEqual([200, [expect.stringMatching(/^NATS is unavailable: .+/)]])
    }
    await nats.open()
    for (const process of [server, worker]) expect(await until(process, 'ok')).toEqual(ready)
  })

  it('is restored, and new objects become ready', async () => {
    await plane.client.apply([
      ...defaultRuntime,
      definition('after'),
      { kind: 'WorkloadInstance', name: 'after', spec: { definition: 'after' } },
    ])
    expect(await plane.ready('WorkloadInstance', 'after')).toMatchObject({ ready: true })
  })
})

/** Returns the samples of Prometheus text by name and labels, histograms by their count. */
async function metricsOf({ url }: TestProcess): Promise<Map<string, number>> {
  const lines = (await fetchMetrics(url, plane.token)).split('\n').filter((line) => line.startsWith('qleet_'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

function sum(metrics: Map<string, number>, name: string, label = ''): number {
  const own = [...metrics].filter(([key]) => key.startsWith(`${name}{`) && key.includes(label))
  return own.reduce((total, [, value]) => total + value, 0)
}

describe('metrics', () => {
  it('are those that the documents name', async () => {
    const documents = await readFile(new URL('../../docs/operations/monitoring.md', import.meta.url), 'utf8')
    const documented = [...documents.matchAll(/^\| `(qleet_\w+)`/gm)].map(([, name]) => String(name))
    const pages = await Promise.all([server, worker].map(({ url }) => fetchMetrics(url, plane.token)))
    const served = pages.flatMap((text) =>
      [...text.matchAll(/^# TYPE (qleet_\w+)/gm)].map(([, name]) => String(name)),
    )
    expect([...new Set(served)].sort()).toEqual(documented.sort())
  })

  it('change with activity', async () => {
    const before = { server: await metricsOf(server), worker: await metricsOf(worker) }
    await plane.client.apply([
      ...defaultRuntime,
      definition('measured'),
      { kind: 'WorkloadInstance', name: 'measured', spec: { definition: 'measured' } },
    ])
    await plane.ready('WorkloadInstance', 'measured')
    await fetch(new URL('/v0/nothing', server.url))
    const after = { server: await metricsOf(server), worker: await metricsOf(worker) }
    const moved = (process: 'server' | 'worker', name: string, label?: string): number =>
      sum(after[process], name, label) - sum(before[process], name, label)

    expect(
      moved('server', 'qleet_http_request_seconds_count', 'route="/graphql",status="200"'),
    ).toBeGreaterThan(0)
    expect(moved('server', 'qleet_http_request_seconds_count', 'route="none",status="404"')).toBe(1)
    expect(moved('server', 'qleet_relay_changes_total')).toBeGreaterThanOrEqual(2)
    expect(moved('worker', 'qleet_reconcile_seconds_count', 'kind="WorkloadInstance"')).toBeGreaterThan(0)
    expect(sum(after.server, 'qleet_relay_lag_seconds')).toBeLessThan(30)
  })
})
