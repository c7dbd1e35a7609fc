import { setTimeout as sleep } from 'node:timers/promises'
import { accessOf } from '../../workers/kube/access.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client.ts'
import { applyObject } from '../../workers/kube/cluster.ts'
import { inBatches } from '../../workers/kube/limited.ts'
import { countRequests } from './counting-proxy.ts'
import { timed } from './creates.ts'
import { mebibytes, perSecond, type Figure } from './figures.ts'
import { configMap, configMapYaml } from './manifests.ts'
import { configMapType } from './reconciles.ts'
import type { Stack } from './stack.ts'

const labels = { 'app.kubernetes.io/managed-by': 'bench' }
const { signal } = new AbortController()

/** A workload and where it goes. */
export interface Place {
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

/** Workloads of one ConfigMap each; resolves when all are ready. */
export async function deploy({ client }: Stack, places: readonly Place[]): Promise<void> {
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
