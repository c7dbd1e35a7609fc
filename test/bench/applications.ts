import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ObjectDocument } from '../../client-sdk/index.ts'
import { accessTo } from '../support/access-to.ts'
import { kubeconfigFor } from '../support/cluster-proxy.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { countRequests } from './counting-proxy.ts'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { changesOf } from './latency.ts'
import { configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'

/** Applications that are created one after the other. */
const single = 20

const server = `apiVersion: apps/v1
kind: Deployment
metadata: { name: node }
spec:
  selector: { matchLabels: { app: node } }
  template:
    metadata: { labels: { app: node } }
    spec: { containers: [{ name: node, image: node }] }
---
apiVersion: v1
kind: Service
metadata: { name: node }
spec: { selector: { app: node }, ports: [{ port: 8545 }] }
`

/** Returns an application with six dependencies. Each kind has its own way to be provided, bound and removed. */
function application(name: string, runtime: string): ObjectDocument[] {
  const dependencies = [
    { name: 'node', kind: 'Workload', spec: { yamlDocument: server } },
    { name: 'cache', kind: 'Workload', spec: { yamlDocument: server }, shared: `cache-${runtime}` },
    { name: 'archive', kind: 'Workload', definition: `archive-${runtime}` },
    { name: 'mail', kind: 'Secret', definition: `mail-${runtime}` },
    { name: 'rates', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'rates.example.com' } },
    { name: 'maps', kind: 'WorkloadServiceDependency', spec: { upstreamHost: 'maps.example.com' } },
  ]
  return [
    {
      kind: 'WorkloadDefinition',
      name,
      spec: { yamlDocument: configMapYaml(name, '0'), dependencies },
    },
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
  ]
}

async function prepare(stack: Stack, runtime: string): Promise<void> {
  await stack.client.apply([
    { kind: 'WorkloadDefinition', name: `archive-${runtime}`, spec: { yamlDocument: server } },
    { kind: 'SecretDefinition', name: `mail-${runtime}`, spec: { data: { password: 'correct horse' } } },
  ])
}

async function ready({ client }: Stack, name: string): Promise<void> {
  while ((await client.objects.get({ kind: 'WorkloadInstance', name }))?.ready !== true) await sleep(20)
}

/** Creates applications, several at a time, and resolves when all are ready. */
async function createAll(stack: Stack, names: readonly string[], runtime: string): Promise<void> {
  for (let from = 0; from < names.length; from += 20)
    await stack.client.apply(names.slice(from, from + 20).flatMap((name) => application(name, runtime)))
  await mapWithLimit(names, 8, (name) => ready(stack, name))
}

/**
 * Measures applications with six dependencies: from nothing to ready with the requests and rows that it takes, and a change
 * in one of many, against the same change in one of a few.
 */
export async function measureApplications(stack: Stack, count: number): Promise<Figure[]> {
  await prepare(stack, 'bench')
  await createAll(stack, ['application-warm'], 'bench')
  const { times, rows } = await fromNothing(stack)
  const { reads, writes } = await requestsFor(stack)
  return [
    {
      what: 'application with 6 dependencies from nothing to ready, P50',
      value: milliseconds(percentile(times, 0.5)),
      peer: `${milliseconds(percentile(times, 0.95))} P95`,
    },
    { what: 'rows written for each', value: (rows / single).toFixed(0) },
    { what: 'writes to the cluster for each', value: (writes / single).toFixed(1) },
    { what: 'reads from the cluster for each', value: (reads / single).toFixed(1) },
    ...(await changeAmongMany(stack, count)),
  ]
}

async function fromNothing(stack: Stack): Promise<{ times: number[]; rows: number }> {
  const database = new pg.Client({ connectionString: stack.databaseUrl })
  await database.connect()
  await settled()
  const before = await rowsWritten(database)
  const times: number[] = []
  for (let index = 0; index < single; index += 1) {
    const name = `application-${index}`
    const from = performance.now()
    await stack.client.apply(application(name, 'bench'))
    await ready(stack, name)
    times.push(performance.now() - from)
  }
  await settled()
  const rows = (await rowsWritten(database)) - before
  await database.end()
  return { times, rows }
}

/** Counts requests to a cluster behind a proxy, in which reconciles learn of changes later. */
async function requestsFor(stack: Stack): Promise<{ reads: number; writes: number }> {
  const proxy = await countRequests(accessTo(await stack.addRuntime('counted-behind')))
  await stack.addRuntime('counted', kubeconfigFor(proxy.url))
  await prepare(stack, 'counted')
  await createAll(stack, ['counted-warm'], 'counted')
  await settled()
  proxy.take()
  const names = Array.from({ length: single }, (_, index) => `counted-${index}`)
  await createAll(stack, names, 'counted')
  await settled()
  const taken = proxy.take()
  await proxy.close()
  return taken
}

/** Resolves once the last rechecks of new objects are over and the statistics of Postgres are up to date. */
async function settled(): Promise<void> {
  await sleep(4000)
}

async function rowsWritten(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ written: string }>(
    'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS written FROM pg_stat_user_tables',
  )
  return Number(rows[0]?.written)
}

/** The applications that a change is one of, when they are few. */
const few = 20

async function changeAmongMany(stack: Stack, count: number): Promise<Figure[]> {
  const names = Array.from({ length: count }, (_, index) => `many-${index}`)
  await createAll(stack, names.slice(0, few), 'bench')
  await idle(stack)
  const alone = await costOfChanges(stack, 'few')
  await createAll(stack, names.slice(few), 'bench')
  await idle(stack)
  const among = await costOfChanges(stack, 'many')
  return [
    {
      what: `change of one of ${count.toLocaleString('en')} applications with 6 dependencies, P50`,
      value: milliseconds(among.latency),
      peer: `${milliseconds(alone.latency)} of ${few}`,
      ratio: among.latency / alone.latency,
      budget: '<= 1.3',
    },
    {
      what: 'CPU of server and worker for each change',
      value: milliseconds(among.cpu * 1000),
      peer: `${milliseconds(alone.cpu * 1000)} of ${few}`,
      ratio: among.cpu / alone.cpu,
      budget: '<= 1.3',
    },
  ]
}

/** Processors of server and worker below which nothing is left of earlier changes but rechecks. */
const idleLoad = 0.3

/** Resolves once server and worker are idle, at the latest after five minutes: the last of many changes are reconciled for a while. */
async function idle(stack: Stack): Promise<void> {
  for (let second = 0; second < 300; second++) {
    const before = await cpu(stack)
    await sleep(1000)
    if ((await cpu(stack)) - before < idleLoad) return
  }
}

async function costOfChanges(stack: Stack, mark: string): Promise<{ latency: number; cpu: number }> {
  const changes = (part: string, total: number): Promise<number[]> =>
    changesOf(stack, {
      count: total,
      rate: 20,
      mark: `${mark}-${part}`,
      nameOf: (index) => `many-${index % few}`,
    })
  await changes('warm', 40)
  const before = await cpu(stack)
  const times = await changes('measured', 200)
  return { latency: percentile(times, 0.5), cpu: ((await cpu(stack)) - before) / times.length }
}

async function cpu(stack: Stack): Promise<number> {
  const [ofServer, ofWorker] = await Promise.all([stack.usage('server'), stack.usage('worker')])
  return ofServer.cpu + ofWorker.cpu
}
