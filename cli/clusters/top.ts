import type { Client, ObjectMetrics } from '../../client-sdk/index.ts'
import { errorTable, isPlatformError, type PlatformError } from '../../schema/errors.ts'
import { defaultProject } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { groupBy } from '../../schema/group-by.ts'
import { formatTarget, kindByNoun, sdkTarget, workloadTarget, type Target } from '../kind-names.ts'
import { findObjects } from '../objects/find.ts'
import { ofNoSupportService } from '../objects/get-selection.ts'
import { isTable, parseFormat, printItems } from '../objects/formats.ts'
import { withSuggestion } from '../objects/suggest-name.ts'
import { renderTable } from '../terminal/table.ts'
import { showBytes, showCores, showShare } from './quantity.ts'

interface TopInput {
  args: { workloads: readonly string[] }
  options: {
    containers: boolean
    sortBy: 'cpu' | 'memory' | undefined
    supportServices: boolean
    project: string | undefined
    output: string
  }
}

/** The usage of a pod, or of one of its containers. */
interface PodUsage {
  workload: string
  pod: string
  container?: string
  /** Cores; null if not measured now. */
  cpu: number | null
  /** Bytes; null if not measured now. */
  memory: number | null
}

/** The usage of a node. */
interface NodeUsage {
  runtime: string
  node: string
  cpu: number | null
  memory: number | null
  allocatableCpu: number | null
  allocatableMemory: number | null
}

/** The metrics of an object, or why there are none. */
interface Answer {
  name: string
  metrics?: ObjectMetrics
  failure?: PlatformError
}

/** The number of objects that are measured at the same time. */
const parallel = 8

/** Prints the CPU and memory usage of pods and nodes. Fails only if nothing can be measured. */
export async function top({ args, options }: TopInput, context: CommandContext): Promise<number | void> {
  const { io } = context
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  const answers = await measure(client, await targetsOf(client, { args, options }))
  const pods = sorted(
    answers.flatMap((answer) => podUsages(answer, options.containers)),
    options.sortBy,
  )
  const nodes = sorted(answers.flatMap(nodeUsages), options.sortBy)
  const failures = answers.flatMap(({ name, failure }) => (failure === undefined ? [] : [{ name, failure }]))
  const [first] = failures
  if (first !== undefined && pods.length + nodes.length === 0) throw first.failure
  for (const [message, same] of groupBy(failures, ({ failure }) => failure.message))
    io.stderr.write(`${same.map(({ name }) => name).join(', ')}: ${message}\n`)
  if (!isTable(format)) await printItems(io, format, { items: [...pods, ...nodes], nameOf })
  else if (pods.length + nodes.length === 0)
    io.stderr.write('Nothing is measured: there are no pods, or they have just started.\n')
  else {
    const tables = [
      ...(pods.length === 0 ? [] : [podTable(pods, options.containers, io.stdout.columns)]),
      ...(nodes.length === 0 ? [] : [nodeTable(nodes, io.stdout.columns)]),
    ]
    io.stdout.write(tables.join('\n'))
  }
  return first === undefined ? undefined : errorTable[first.failure.code].exit
}

async function targetsOf(
  client: Client,
  { args: { workloads }, options: { project = defaultProject, supportServices } }: TopInput,
): Promise<Target[]> {
  if (workloads.length > 0) return workloads.map((word) => workloadTarget(word, project))
  const kind = kindByNoun('workload')
  const labels = supportServices ? [] : [ofNoSupportService]
  const objects = await findObjects(client, { kinds: [kind], names: [], project, labels })
  return objects.map(({ name, projectName }) => ({ kind, name, project: projectName ?? undefined }))
}

/** Reads the metrics of all objects, in their order. */
async function measure(client: Client, targets: readonly Target[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < targets.length; start += parallel) {
    const batch = targets.slice(start, start + parallel)
    answers.push(...(await Promise.all(batch.map((target) => measureOne(client, target)))))
  }
  return answers
}

async function measureOne(client: Client, target: Target): Promise<Answer> {
  const name = formatTarget(target)
  try {
    const metrics = await withSuggestion(client, target, () => client.objects.metrics(sdkTarget(target)))
    return { name, metrics }
  } catch (error) {
    // A name that is wrong is a mistake of the user, and no answer about the others.
    if (!isPlatformError(error) || error.code === 'NOT_FOUND') throw error
    return { name, failure: error }
  }
}

function podUsages({ name: workload, metrics }: Answer, showContainers: boolean): PodUsage[] {
  return (metrics?.pods ?? []).flatMap(({ name: pod, cpu, memory, containers }) =>
    showContainers
      ? containers.map((each) => {
          return { workload, pod, container: each.name, cpu: each.cpu, memory: each.memory }
        })
      : [{ workload, pod, cpu, memory }],
  )
}

function nodeUsages({ name: runtime, metrics }: Answer): NodeUsage[] {
  return (metrics?.nodes ?? []).map(({ name: node, cpu, memory, allocatableCpu, allocatableMemory }) => {
    return { runtime, node, cpu, memory, allocatableCpu, allocatableMemory }
  })
}

function sorted<Usage extends PodUsage | NodeUsage>(
  usages: readonly Usage[],
  by: 'cpu' | 'memory' | undefined,
): Usage[] {
  return by === undefined ? [...usages] : usages.toSorted((one, other) => (other[by] ?? 0) - (one[by] ?? 0))
}

function nameOf(usage: PodUsage | NodeUsage): string {
  if ('node' in usage) return usage.node
  return usage.container === undefined ? usage.pod : `${usage.pod}/${usage.container}`
}

function podTable(usages: readonly PodUsage[], showContainers: boolean, columns: number | undefined): string {
  const headers = ['WORKLOAD', 'POD', ...(showContainers ? ['CONTAINER'] : []), 'CPU', 'MEMORY']
  const cells = usages.map(({ workload, pod, container = '', cpu, memory }) => [
    workload,
    pod,
    ...(showContainers ? [container] : []),
    showCores(cpu),
    showBytes(memory),
  ])
  return renderTable(headers, cells, { columns, optional: ['WORKLOAD'] })
}

function nodeTable(usages: readonly NodeUsage[], columns: number | undefined): string {
  const headers = ['RUNTIME', 'NODE', 'CPU', 'CPU%', 'MEMORY', 'MEMORY%']
  const cells = usages.map(({ runtime, node, cpu, memory, allocatableCpu, allocatableMemory }) => [
    runtime,
    node,
    showCores(cpu),
    showShare(cpu, allocatableCpu),
    showBytes(memory),
    showShare(memory, allocatableMemory),
  ])
  return renderTable(headers, cells, { columns, optional: ['RUNTIME'] })
}
