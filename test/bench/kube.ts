import { setTimeout as sleep } from 'node:timers/promises'
import { accessOf } from '../../workers/kube/access.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client.ts'
import { applyObject } from '../../workers/kube/cluster.ts'
import { inBatches } from '../../workers/kube/limited.ts'
import { wayTo, type Way } from '../support/way.ts'
import { countRequests } from './counting-proxy.ts'
import { timed } from './creates.ts'
import { mebibytes, milliseconds, percentile, perSecond, type Figure } from './figures.ts'
import { steadily } from './latency.ts'
import { configMap, configMapYaml } from './manifests.ts'
import { configMapType } from './reconciles.ts'
import type { Stack } from './stack.ts'
import { watchValues } from './values.ts'

const labels = { 'app.kubernetes.io/managed-by': 'bench' }
const { signal } = new AbortController()

interface Place {
  name: string
  runtime: string
}

/** Small manifests over several clusters, against the same client applying them bare. */
export async function measureClusters(
  stack: Stack,
  { clusters, workloads }: { clusters: number; workloads: number },
): Promise<Figure[]> {
  const runtimes = Array.from({ length: clusters }, (_, index) => `bench-${index}`)
  const kubeconfigs = await inBatches(runtimes, 4, (name) => stack.addRuntime(name))
  const clients = kubeconfigs.map((kubeconfig) => createKubeClient({ access: accessOf(kubeconfig) }))
  const places = Array.from({ length: workloads }, (_, index) => ({
    name: `spread-${index}`,
    runtime: runtimes[index % clusters] ?? '',
  }))
  const before = await stack.usage('worker')
  const seconds = await timed(() => deploy(stack, places))
  const after = await stack.usage('worker')
  const bare = await timed(() =>
    inBatches(places, 8 * clusters, async ({ name, runtime }) => {
      await applyBare(clients[runtimes.indexOf(runtime)], `bare-${name}`)
    }),
  )
  await Promise.all(clients.map((client) => client.close()))
  return [
    {
      what: `${workloads} small workloads over ${clusters} clusters`,
      value: perSecond(workloads / seconds),
      peer: `${perSecond(workloads / bare)} bare`,
      ratio: bare / seconds,
      budget: '>= 0.8',
    },
    {
      what: 'memory of the worker for each 1,000 of them',
      value: mebibytes(Math.max(0, ((after.memory - before.memory) / workloads) * 1000)),
    },
  ]
}

/** What a look at unchanged resources costs the cluster, alone and among many other objects. */
export async function measureResync(
  stack: Stack,
  { workloads, others }: { workloads: number; others: number },
): Promise<Figure[]> {
  const access = accessOf(await stack.addRuntime('counted-behind'))
  const direct = createKubeClient({ access, connections: 32 })
  const proxy = await countRequests(access)
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'counted', cluster: { server: proxy.url } }],
    users: [{ name: 'counted', user: { token: 'given-by-the-proxy' } }],
    contexts: [{ name: 'counted', context: { cluster: 'counted', user: 'counted' } }],
    'current-context': 'counted',
  })
  await stack.addRuntime('counted', kubeconfig)
  const places = Array.from({ length: workloads }, (_, index) => ({
    name: `counted-${index}`,
    runtime: 'counted',
  }))
  await deploy(stack, places)
  const look = async (): Promise<{ reads: number; writes: number }> => {
    await sleep(3000)
    proxy.take()
    await inBatches(places, 16, ({ name }) =>
      stack.client.objects.reconcile({ kind: 'WorkloadInstance', name }),
    )
    await sleep(3000 + workloads * 10)
    return proxy.take()
  }
  const few = await look()
  const names = Array.from({ length: others }, (_, index) => `other-${index}`)
  await inBatches(names, 32, (name) => applyBare(direct, name, 'default'))
  const many = await look()
  await direct.close()
  await proxy.close()
  const total = workloads.toLocaleString('en')
  return [
    {
      what: `writes to the cluster, ${total} unchanged workloads looked at`,
      value: String(few.writes),
      budget: '0',
    },
    {
      what: `reads for each look, among ${others.toLocaleString('en')} other objects`,
      value: (many.reads / workloads).toFixed(2),
      peer: `${(few.reads / workloads).toFixed(2)} among few`,
      ratio: many.reads / few.reads,
      budget: '1.00',
    },
  ]
}

/** Changes in clusters that answer, while one in five takes connections and never answers. */
export async function measureBlackHoles(stack: Stack, clusters = 10): Promise<Figure[]> {
  const ways: Way[] = []
  const clients: KubeClient[] = []
  const places: Place[] = []
  for (let index = 0; index < clusters; index++) {
    const kubeconfig = await stack.addRuntime(`hole-behind-${index}`)
    const access = accessOf(kubeconfig)
    const { port } = new URL(access.server)
    const way = await wayTo(Number(port))
    ways.push(way)
    clients.push(createKubeClient({ access }))
    await stack.addRuntime(`hole-${index}`, kubeconfig.replaceAll(`:${port}`, `:${way.port}`))
    places.push({ name: `hole-work-${index}`, runtime: `hole-${index}` })
  }
  await deploy(stack, places)
  const dead = Math.ceil(clusters / 5)
  const round = (mark: string): Promise<number[]> => changesIn(stack, { places, clients, dead, mark })
  await round('warm')
  const healthy = await round('healthy')
  await Promise.all(ways.slice(0, dead).map((way) => way.silence()))
  await sleep(2000)
  const holed = await round('holed')
  await Promise.all([...ways.map((way) => way.close()), ...clients.map((client) => client.close())])
  const [before, during] = [percentile(healthy, 0.99), percentile(holed, 0.99)]
  return [
    {
      what: `P99 of changes in ${clusters - dead} clusters while ${dead} are black holes`,
      value: milliseconds(during),
      peer: `${milliseconds(before)} while all answer`,
      ratio: during / before,
      budget: '< 1.10',
    },
  ]
}

/** Milliseconds until changes arrive in the clusters that answer; the others are changed as well. */
async function changesIn(
  stack: Stack,
  { places, clients, dead, mark }: { places: Place[]; clients: KubeClient[]; dead: number; mark: string },
): Promise<number[]> {
  const watches = clients.map(watchValues)
  await Promise.all(watches.map(({ started }) => started))
  const times = await steadily(
    200,
    async (index) => {
      const at = index % places.length
      const name = places[at]?.name ?? ''
      const value = `${mark}-${index}`
      const from = performance.now()
      const arrived = watches[at]?.once(name, value, '') ?? Promise.resolve(from)
      await stack.client.workloadDefinitions.update({
        name,
        input: { spec: { yamlDocument: configMapYaml(name, value) } },
      })
      return at < dead ? -1 : (await arrived) - from
    },
    20,
  )
  for (const watch of watches) watch.end()
  return times.filter((time) => time >= 0)
}

async function deploy({ client }: Stack, places: readonly Place[]): Promise<void> {
  for (let from = 0; from < places.length; from += 100) {
    await client.apply(
      places.slice(from, from + 100).flatMap(({ name, runtime }) => [
        { kind: 'WorkloadDefinition', name, spec: { yamlDocument: configMapYaml(name, '0') } },
        { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
      ]),
    )
  }
  await inBatches(places, 8, async ({ name }) => {
    while ((await client.objects.get({ kind: 'WorkloadInstance', name }))?.ready !== true) await sleep(100)
  })
}

async function applyBare(cluster: KubeClient | undefined, name: string, into?: string): Promise<void> {
  if (cluster === undefined) throw new Error('there is no such cluster')
  const namespace = into ?? name
  if (into === undefined) {
    const type = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false }
    const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }
    await applyObject(cluster, { type, namespace: '', name }, { manifest, signal, force: true })
  }
  const manifest = configMap(name, { namespace, value: '0', labels })
  await applyObject(cluster, { type: configMapType, namespace, name }, { manifest, signal, force: true })
}
