import { setTimeout as sleep } from 'node:timers/promises'
import { accessTo } from '../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../workers/kube/client/client.ts'
import { applyObject } from '../../workers/kube/client/cluster.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { kubeconfigFor } from '../support/cluster-proxy.ts'
import { countRequests } from './counting-proxy.ts'
import { timed } from './creates.ts'
import { mebibytes, perSecond, type Figure } from './figures.ts'
import { configMap, configMapYaml } from './manifests.ts'
import { configMapType } from './reconciles.ts'
import type { Stack } from './stack.ts'

const labels = { 'app.kubernetes.io/managed-by': 'bench' }
const { signal } = new AbortController()

/** A workload and its runtime. */
export interface Place {
  name: string
  runtime: string
}

export interface Spread {
  clusters: number
  /** The total number of manifests. */
  manifests: number
  /** The manifests of one workload. */
  each: number
  /** An existing cluster, in place of simulated ones. */
  kubeconfig?: string | undefined
}

/**
 * Measures small manifests over several clusters, against the same client applying them bare. Both apply a tenth of
 * them before, so that neither is measured while its code is compiled.
 */
export async function measureClusters(stack: Stack, spread: Spread): Promise<Figure[]> {
  const { each, kubeconfig } = spread
  // Runtimes of the same cluster would each watch what is in the others.
  const clusters = kubeconfig === undefined ? spread.clusters : 1
  const runtimes = Array.from({ length: clusters }, (_, index) => `spread-${each}-${index}`)
  const kubeconfigs = await mapWithLimit(runtimes, 4, (name) => stack.addRuntime(name, kubeconfig))
  const clients = kubeconfigs.map((access) => createKubeClient({ access: accessTo(access), connections: 8 }))
  // A real cluster keeps the namespaces of earlier runs, which belong to other control planes.
  const run = Date.now().toString(36)
  const places = (mark: string, manifests: number): Place[] =>
    Array.from({ length: Math.ceil(manifests / each) }, (_, index) => ({
      name: `${mark}-${run}-${each}-${index}`,
      runtime: runtimes[index % clusters] ?? '',
    }))
  const bare = (all: readonly Place[]): Promise<unknown> =>
    mapWithLimit(all, 8 * clusters, ({ name, runtime }) =>
      applyBare(clients[runtimes.indexOf(runtime)], { namespace: name, names: namesOf(name, each) }),
    )
  const { manifests } = spread
  await deploy(stack, places('warm', manifests / 10), each)
  await bare(places('warm-bare', manifests / 10))
  const before = await stack.usage('worker')
  const all = places('kept', manifests)
  const seconds = await timed(() => deploy(stack, all, each))
  const after = await stack.usage('worker')
  const bareSeconds = await timed(() => bare(places('bare', manifests)))
  await Promise.all(clients.map((client) => client.close()))
  const where = kubeconfig === undefined ? `over ${clusters} simulated clusters` : 'in a real cluster'
  return [
    {
      what: `${manifests.toLocaleString('en')} small manifests ${where}, ${each} in a workload`,
      value: perSecond(manifests / seconds),
      peer: `${perSecond(manifests / bareSeconds)} bare`,
      ratio: bareSeconds / seconds,
      budget: '>= 0.8',
    },
    {
      what: 'memory of the worker for each 1,000 of those workloads',
      value: mebibytes(Math.max(0, ((after.memory - before.memory) / all.length) * 1000)),
    },
  ]
}

/** Measures the cost of a resync of unchanged resources for the cluster, alone and among many other objects. */
export async function measureResync(
  stack: Stack,
  { workloads, others }: { workloads: number; others: number },
): Promise<Figure[]> {
  const access = accessTo(await stack.addRuntime('counted-behind'))
  const direct = createKubeClient({ access, connections: 32 })
  const proxy = await countRequests(access)
  await stack.addRuntime('counted', kubeconfigFor(proxy.url))
  const places = Array.from({ length: workloads }, (_, index) => ({
    name: `counted-${index}`,
    runtime: 'counted',
  }))
  await deploy(stack, places)
  const look = async (): Promise<{ reads: number; writes: number }> => {
    await sleep(3000)
    proxy.take()
    await mapWithLimit(places, 16, ({ name }) =>
      stack.client.objects.reconcile({ kind: 'WorkloadInstance', name }),
    )
    await sleep(3000 + workloads * 10)
    return proxy.take()
  }
  const few = await look()
  const names = Array.from({ length: others }, (_, index) => `other-${index}`)
  await mapWithLimit(names, 32, (name) => applyBare(direct, { namespace: 'default', names: [name] }))
  const many = await look()
  await direct.close()
  await proxy.close()
  const total = workloads.toLocaleString('en')
  return [
    {
      what: `writes to the cluster, resync of ${total} unchanged workloads`,
      value: String(few.writes),
      budget: '0',
    },
    {
      what: `reads for each resync, among ${others.toLocaleString('en')} other objects`,
      value: (many.reads / workloads).toFixed(2),
      peer: `${(few.reads / workloads).toFixed(2)} among few`,
      ratio: many.reads / few.reads,
      budget: '1.00',
    },
  ]
}

/** The names of the ConfigMaps of a workload. */
function namesOf(name: string, each: number): string[] {
  return Array.from({ length: each }, (_, index) => (each === 1 ? name : `${name}-${index}`))
}

/** Creates workloads with that many ConfigMaps each; resolves when all are ready. */
export async function deploy({ client }: Stack, places: readonly Place[], each = 1): Promise<void> {
  for (let from = 0; from < places.length; from += 100) {
    await client.apply(
      places.slice(from, from + 100).flatMap(({ name, runtime }) => {
        const yamlDocument = namesOf(name, each)
          .map((own) => configMapYaml(own, '0'))
          .join('---\n')
        return [
          { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
          { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
        ]
      }),
    )
  }
  await mapWithLimit(places, 8, async ({ name }) => {
    while ((await client.objects.get({ kind: 'WorkloadInstance', name }))?.ready !== true) await sleep(100)
  })
}

interface Bare {
  namespace: string
  names: readonly string[]
}

async function applyBare(cluster: KubeClient | undefined, { namespace, names }: Bare): Promise<void> {
  if (cluster === undefined) throw new Error('there is no such cluster')
  if (namespace !== 'default') {
    const type = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false }
    const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } }
    await applyObject(cluster, { type, namespace: '', name: namespace }, { manifest, signal, force: true })
  }
  await mapWithLimit(names, 8, async (name) => {
    const manifest = configMap(name, { namespace, value: '0', labels })
    await applyObject(cluster, { type: configMapType, namespace, name }, { manifest, signal, force: true })
  })
}
