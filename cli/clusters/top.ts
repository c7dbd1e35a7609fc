import type { Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defaultProject } from '../../schema/names.ts'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { groupBy } from '../group-by.ts'
import { formatTarget, kindByNoun, sdkTarget, workloadTarget, type Target } from '../kind-names.ts'
import { findObjects } from '../objects/find.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { withSuggestion } from '../objects/suggest-name.ts'
import { renderTable } from '../terminal/table.ts'
import { localPolicy } from './cluster-access.ts'
import { getFromCluster } from './cluster-request.ts'
import { showBytes, showCores } from './quantity.ts'
import { parseQuantity } from '../../schema/kubernetes/quantity.ts'
import { accessOfRuntime } from './runtime-access.ts'

interface TopInput {
  args: { workloads: readonly string[] }
  options: {
    containers: boolean
    sortBy: 'cpu' | 'memory' | undefined
    project: string | undefined
    output: string
  }
}

/** The usage of a pod, or of one of its containers. */
interface Usage {
  workload: string
  pod: string
  container?: string
  /** Cores. */
  cpu: number
  /** Bytes. */
  memory: number
}

/** A pod of a workload in a runtime. */
interface WorkloadPod {
  workload: string
  runtimeId: string
  namespace: string
  name: string
}

const PodMetrics = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      containers: z.array(
        z.object({ name: z.string(), usage: z.object({ cpu: z.string(), memory: z.string() }) }),
      ),
    }),
  ),
})
type PodMetrics = z.infer<typeof PodMetrics>['items'][number]

/** Prints the CPU and memory usage of the pods of workloads, from the metrics API of their clusters. */
export async function top({ args, options }: TopInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const pods = await podsOf(client, await targetsOf(client, args.workloads, options.project))
  if (pods.length === 0) {
    io.stderr.write('No pods found.\n')
    return
  }
  const usages = await readUsages(context, client, pods)
  const rows = options.containers ? usages : totals(usages)
  const by = options.sortBy
  if (by !== undefined) rows.sort((a, b) => b[by] - a[by])
  const nameOf = ({ pod, container }: Usage): string =>
    container === undefined ? pod : `${pod}/${container}`
  if (!isTable(format)) await printItems(io, format, { items: rows, nameOf })
  else io.stdout.write(tableOf(rows, options.containers, io.stdout.columns))
}

async function targetsOf(
  client: Client,
  words: readonly string[],
  project: string | undefined,
): Promise<Target[]> {
  if (words.length > 0) return words.map((word) => workloadTarget(word, project))
  const kind = kindByNoun('workload')
  const objects = await findObjects(client, { kinds: [kind], names: [], project: project ?? defaultProject })
  return objects.map(({ name, projectName }) => ({ kind, name, project: projectName ?? undefined }))
}

async function podsOf(client: Client, targets: readonly Target[]): Promise<WorkloadPod[]> {
  const found = await Promise.all(
    targets.map(async (target) => {
      const nodes = await withSuggestion(client, target, () => client.objects.tree(sdkTarget(target)))
      return nodes
        .filter((node) => node.kind === 'Pod' && node.group === '')
        .map(({ runtime, ...node }) => ({
          ...node,
          runtimeId: runtime?.id ?? '',
          workload: formatTarget(target),
        }))
    }),
  )
  return found.flat()
}

/** Reads the usage of all containers, with one request per namespace of a runtime. */
async function readUsages(
  { io, connect }: CommandContext,
  client: Client,
  pods: readonly WorkloadPod[],
): Promise<Usage[]> {
  const policy = localPolicy((await connect()).url, io.env)
  const usages: Usage[] = []
  for (const [runtimeId, ofRuntime] of groupBy(pods, (pod) => pod.runtimeId)) {
    const access = await accessOfRuntime(client, runtimeId, { purpose: 'measure', policy })
    for (const [namespace, ofNamespace] of groupBy(ofRuntime, (pod) => pod.namespace)) {
      const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${encodeURIComponent(namespace)}/pods`
      const { status, body } = await getFromCluster(access, path, io.signal)
      usages.push(...usagesOf(ofNamespace, metricsIn(access.server, status, body)))
    }
  }
  return usages
}

/** Returns the metrics of a response. Throws if the cluster does not provide any. */
function metricsIn(server: string, status: number, body: unknown): PodMetrics[] {
  if (status === 404 || status === 503) {
    const message = `the cluster at ${server} has no metrics API (metrics.k8s.io). Install metrics-server in it.`
    throw new PlatformError('UNSUPPORTED', message)
  }
  if (status === 401 || status === 403)
    throw new PlatformError('FORBIDDEN', `the cluster at ${server} refuses to list the metrics of pods`)
  const { data } = PodMetrics.safeParse(body)
  if (status === 200 && data !== undefined) return data.items
  throw new PlatformError(
    'UNAVAILABLE',
    `the metrics API of the cluster at ${server} responded with status ${status}`,
  )
}

function usagesOf(pods: readonly WorkloadPod[], metrics: readonly PodMetrics[]): Usage[] {
  return pods.flatMap(({ workload, name: pod }) => {
    const { containers = [] } = metrics.find(({ metadata }) => metadata.name === pod) ?? {}
    return containers.map(({ name: container, usage: { cpu, memory } }) => {
      return { workload, pod, container, cpu: parseQuantity(cpu), memory: parseQuantity(memory) }
    })
  })
}

function totals(usages: readonly Usage[]): Usage[] {
  return [...groupBy(usages, ({ pod }) => pod).values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const sum = (key: 'cpu' | 'memory'): number => all.reduce((total, each) => total + each[key], 0)
    return [{ workload: first.workload, pod: first.pod, cpu: sum('cpu'), memory: sum('memory') }]
  })
}

function tableOf(rows: readonly Usage[], showContainers: boolean, columns: number | undefined): string {
  const headers = ['WORKLOAD', 'POD', ...(showContainers ? ['CONTAINER'] : []), 'CPU', 'MEMORY']
  const cells = rows.map(({ workload, pod, container = '', cpu, memory }) => [
    workload,
    pod,
    ...(showContainers ? [container] : []),
    showCores(cpu),
    showBytes(memory),
  ])
  return renderTable(headers, cells, { columns, optional: ['WORKLOAD'] })
}
