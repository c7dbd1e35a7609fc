import { each, partsOf, pidsOf, spentBy, type Costs } from './scale-costs.ts'
import { startFurther, type FurtherProcess } from './further-processes.ts'
import { milliseconds, perSecond, type Figure } from './figures.ts'
import { cpuOf } from './process-cpu.ts'
import { createWorkloads, workloadsReady } from './reconciles.ts'
import type { Stack } from './stack.ts'

/** How many servers and workers run. */
interface Crew {
  servers: number
  workers: number
}

const crews: readonly Crew[] = [
  { servers: 1, workers: 1 },
  { servers: 1, workers: 2 },
  { servers: 1, workers: 4 },
  { servers: 2, workers: 4 },
]

/** The share of the workloads that are deployed before, so that the code of further processes is compiled. */
const warmUp = 1 / 2

/**
 * Measures what workloads cost with further workers and servers. Where all share a few processors, the rate does not show what they add,
 * but the CPU of a workload does: it is what one processor more is worth. The efficiency is the CPU of the workers, or the servers, for a
 * workload with one of them, divided by that with several.
 */
export async function measureFurther(
  stack: Stack,
  { workloads, clusters }: { workloads: number; clusters: number },
): Promise<Figure[]> {
  const runtimes = Array.from({ length: clusters }, (_, index) => `cluster-${index}`)
  for (const name of runtimes) await stack.addRuntime(name)
  const figures: Figure[] = []
  let alone: Costs | undefined
  for (const crew of crews) {
    const further: FurtherProcess[] = []
    try {
      await startCrew(stack, crew, further)
      const name = `${crew.servers}-${crew.workers}`
      await deploy(stack, runtimes, names(`work-warm-${name}`, Math.ceil(workloads * warmUp)))
      const { seconds, cpu } = await spentByAll(stack, further, () =>
        deploy(stack, runtimes, names(`work-${name}`, workloads)),
      )
      const one = each(cpu, workloads / 1000)
      alone ??= one
      figures.push(...figuresOf(crew, { rate: workloads / seconds, one, alone }))
    } finally {
      await Promise.all(further.map((process) => process.stop()))
    }
  }
  return figures
}

/** Starts what a crew has besides the first of each, which is added to `further`. The workers use the servers in turn. */
async function startCrew(stack: Stack, { servers, workers }: Crew, further: FurtherProcess[]): Promise<void> {
  const urls = [stack.url]
  while (urls.length < servers) {
    const server = await startFurther(stack, 'server')
    further.push(server)
    urls.push(server.url)
  }
  for (let worker = 1; worker < workers; worker++) {
    const QLEET_SERVER_URL = urls[worker % urls.length] ?? stack.url
    further.push(await startFurther(stack, 'worker', { QLEET_SERVER_URL }))
  }
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
}

async function deploy(
  stack: Stack,
  runtimes: readonly string[],
  workloads: readonly string[],
): Promise<void> {
  await createWorkloads(stack.client, workloads, runtimes)
  await workloadsReady(stack)
}

/** Returns what the work costs, with further servers counted as the server, and workers as the worker. */
async function spentByAll(
  stack: Stack,
  further: readonly FurtherProcess[],
  work: () => Promise<void>,
): Promise<{ seconds: number; cpu: Costs }> {
  const used = (of: FurtherProcess['part']): number =>
    further.filter(({ part }) => part === of).reduce((total, { pid }) => total + cpuOf(pid), 0)
  const before = { server: used('server'), worker: used('worker') }
  const { seconds, cpu } = await spentBy(await pidsOf(stack), work)
  const server = used('server') - before.server
  const worker = used('worker') - before.worker
  return {
    seconds,
    cpu: {
      ...cpu,
      server: cpu.server + server,
      worker: cpu.worker + worker,
      total: cpu.total + server + worker,
    },
  }
}

function figuresOf(
  { servers, workers }: Crew,
  { rate, one, alone }: { rate: number; one: Costs; alone: Costs },
): Figure[] {
  const crew = `${counted(servers, 'server')}, ${counted(workers, 'worker')}`
  const efficiency = (of: 'server' | 'worker'): string => `${Math.round((alone[of] / one[of]) * 100)} %`
  return [
    {
      what: `${crew}: CPU of a workload`,
      value: milliseconds(one.total),
      peer: partsOf(one, milliseconds),
      ratio: one.total / alone.total,
    },
    {
      what: `${crew}: from nothing to ready`,
      value: perSecond(rate),
      peer: `efficiency of servers ${efficiency('server')}, of workers ${efficiency('worker')}`,
    },
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
