import { z } from 'zod'
import type { MetricsQuery, Usage } from '../../schema/cluster-queries.ts'
import { PlatformError } from '../../schema/errors.ts'
import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import { chunks } from '../../schema/chunks.ts'
import { listObjects, type Cluster } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { podsOfObject } from './object-pods.ts'
import { containersIn, nodeUsage } from './metrics-server.ts'
import { Prometheus, withCurrent, type SampledPeriod, type UsageSeries } from './prometheus.ts'
import { inventoryOfObject, type QueryContext } from './query-context.ts'
import { telemetrySourcesOf } from './telemetry.ts'

/** The most samples of one response item, below the message size limit of the broker. */
const batchSize = 4000

/** Yields the usage of CPU and memory by the pods of an object, or by the nodes of a runtime. */
export async function* readMetrics(
  query: MetricsQuery,
  context: QueryContext,
): AsyncGenerator<readonly Usage[]> {
  const usages = query.of === 'nodes' ? await ofNodes(query, context) : await ofPods(query, context)
  const longest = Math.max(1, ...usages.map(({ samples }) => samples.length))
  for (const batch of chunks(usages, Math.max(1, Math.floor(batchSize / longest)))) yield batch
}

/** What is measured in one cluster. */
interface Measured {
  cluster: Cluster
  prometheus: Prometheus | undefined
  period: SampledPeriod | undefined
  signal: AbortSignal
}

async function measuredIn(
  runtimeId: string,
  { period }: MetricsQuery,
  { client, clusters, signal }: QueryContext,
): Promise<Measured> {
  const [cluster, { metrics }] = await Promise.all([
    clusters.of(runtimeId),
    telemetrySourcesOf(client, runtimeId),
  ])
  const prometheus = metrics === null ? undefined : new Prometheus(cluster, metrics, signal)
  if (period === undefined) return { cluster, prometheus, period, signal }
  const secondsOf = (time: string): number => Math.round(Date.parse(time) / 1000)
  const { since, until, step } = period
  return { cluster, prometheus, period: { since: secondsOf(since), until: secondsOf(until), step }, signal }
}

/** The error for a cluster that nothing measures. */
function noSource(): PlatformError {
  const message =
    'the runtime has neither a metrics API (metrics.k8s.io) nor Prometheus. Create a MetricsInstance or an ' +
    'ObservabilityStackInstance in it, or install metrics-server.'
  return new PlatformError('UNSUPPORTED', message)
}

/** The error for a query about the past in a cluster without a memory. */
function noHistory(): PlatformError {
  const message =
    'usage in the past requires Prometheus. Create a MetricsInstance or an ObservabilityStackInstance in the runtime.'
  return new PlatformError('UNSUPPORTED', message)
}

/** The error for Prometheus that was not installed by QleetOS, and does not store what nodes use. */
function noNodes(): PlatformError {
  const message =
    'Prometheus of the runtime has no usage of nodes (container_memory_working_set_bytes{id="/"}) at present. Its ' +
    'cAdvisorMetricRelabelings may drop it: keep these series, or install metrics-server.'
  return new PlatformError('UNSUPPORTED', message)
}

interface PodName {
  namespace: string
  pod: string
}

async function ofPods(query: MetricsQuery, context: QueryContext): Promise<Usage[]> {
  const { objectId, labelId = objectId } = query
  const entries = await inventoryOfObject(context.client, objectId)
  const seen = await podsOfObject(entries, labelId, context)
  const runtimes = new Set(entries.map(({ runtimeId }) => runtimeId))
  const usages = await Promise.all(
    [...runtimes].map(async (runtimeId) => {
      const measured = await measuredIn(runtimeId, query, context)
      const pods = (seen.get(runtimeId) ?? []).map(({ metadata }) => {
        return { namespace: metadata.namespace ?? '', pod: metadata.name }
      })
      return measured.period === undefined
        ? currentOfPods(measured, pods)
        : pastOfPods(measured, { pods, labelId, period: measured.period })
    }),
  )
  return usages.flat()
}

/** Returns the current usage of pods: from the metrics API, or else from Prometheus. */
async function currentOfPods(measured: Measured, pods: readonly PodName[]): Promise<Usage[]> {
  const { cluster, prometheus, signal } = measured
  const names = new Set(pods.map(({ namespace, pod }) => `${namespace}/${pod}`))
  const namespaces = [...new Set(pods.map(({ namespace }) => namespace))]
  const found = await Promise.all(
    namespaces.map(async (namespace) => ({
      namespace,
      containers: await containersIn(cluster, namespace, signal),
    })),
  )
  if (found.some(({ containers }) => containers === undefined)) {
    if (prometheus === undefined) throw noSource()
    return (await currentSeries(prometheus, pods)).map(containerUsage)
  }
  return found.flatMap(({ namespace, containers = [] }) =>
    containers
      .filter(({ pod }) => names.has(`${namespace}/${pod}`))
      .map(({ pod, name, current }): Usage => {
        return { source: 'metricsServer', container: { namespace, pod, name }, current, samples: [] }
      }),
  )
}

async function currentSeries(prometheus: Prometheus, pods: readonly PodName[]): Promise<UsageSeries[]> {
  return (await Promise.all(podSeries(pods).map((each) => prometheus.current(each)))).flat()
}

/** Returns the usage of pods in a period, also of those that are gone, and the current usage of the others. */
async function pastOfPods(
  { prometheus }: Measured,
  { pods, labelId, period }: { pods: readonly PodName[]; labelId: string; period: SampledPeriod },
): Promise<Usage[]> {
  if (prometheus === undefined) throw noHistory()
  const former = await prometheus.podsOf(labelId, period)
  const all = new Map([...pods, ...former].map((each) => [`${each.namespace}/${each.pod}`, each]))
  const [series, now] = await Promise.all([
    Promise.all(podSeries([...all.values()]).map((each) => prometheus.during(each, period))),
    // Only of pods that exist: for some minutes Prometheus has a current value of others, too.
    currentSeries(prometheus, pods),
  ])
  return withCurrent(series.flat(), now).map(containerUsage)
}

/** The most pods in one query, whose names make up its URL. */
const podsPerQuery = 50

/** Returns what to measure of pods. The pod as a whole and its sandbox are no containers. */
function podSeries(pods: readonly PodName[]) {
  const byNamespace = Map.groupBy(pods, ({ namespace }) => namespace)
  return [...byNamespace].flatMap(([namespace, own]) =>
    [...chunks(own, podsPerQuery)].map((batch) => {
      const names = batch.map(({ pod }) => pod.replaceAll('.', '\\.')).join('|')
      const pod = `pod=~${JSON.stringify(names)}`
      return {
        selector: `{namespace=${JSON.stringify(namespace)}, ${pod}, container!="", container!="POD"}`,
        by: ['namespace', 'pod', 'container'],
      }
    }),
  )
}

function containerUsage({ labels, ...usage }: UsageSeries): Usage {
  const { namespace = '', pod = '', container: name = '' } = labels
  return { source: 'prometheus', container: { namespace, pod, name }, ...usage }
}

const nodes: ResourceType = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false }

const Node = z.object({
  metadata: z.object({ name: z.string() }),
  status: z.object({ allocatable: z.record(z.string(), z.string()).optional() }).optional(),
})

async function ofNodes(query: MetricsQuery, context: QueryContext): Promise<Usage[]> {
  const measured = await measuredIn(query.objectId, query, context)
  const { cluster, prometheus, period, signal } = measured
  const listed = await listObjects(cluster.client, { type: nodes, namespace: '', signal })
  const known = new Map(
    listed.map((object) => {
      const { metadata, status } = Node.parse(object)
      return [metadata.name, allocatable(metadata.name, status?.allocatable ?? {})]
    }),
  )
  const nodeOf = (name: string) => known.get(name) ?? { name }
  const measuredSeries = { selector: '{id="/"}', by: ['node'] }
  if (period === undefined) {
    const found = await nodeUsage(cluster, signal)
    if (found !== undefined)
      return found.map(({ name, current }) => {
        return { source: 'metricsServer', node: nodeOf(name), current, samples: [] }
      })
    if (prometheus === undefined) throw noSource()
  }
  if (prometheus === undefined) throw noHistory()
  const [series, now] = await Promise.all([
    period === undefined ? [] : prometheus.during(measuredSeries, period),
    prometheus.current(measuredSeries),
  ])
  if (period === undefined && now.length === 0) throw noNodes()
  return withCurrent(series, now).map(({ labels, ...usage }) => {
    return { source: 'prometheus', node: nodeOf(labels['node'] ?? ''), ...usage }
  })
}

function allocatable(
  name: string,
  { cpu, memory }: Readonly<Record<string, string>>,
): NonNullable<Usage['node']> {
  return {
    name,
    ...(cpu === undefined ? {} : { cpu: parseQuantity(cpu) }),
    ...(memory === undefined ? {} : { memory: parseQuantity(memory) }),
  }
}
