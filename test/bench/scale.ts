import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { timed } from './creates.ts'
import { mebibytes, milliseconds, percentile, perSecond, type Figure } from './figures.ts'
import { cpuOf } from './process-cpu.ts'
import { createWorkloads, workloadsReady } from './reconciles.ts'
import type { Part, Stack } from './stack.ts'

export interface ScaleSize {
  workloads: number
  clusters: number
}

const parts = ['server', 'worker', 'postgres', 'nats', 'simulator'] as const satisfies readonly Part[]

/** The fractions of all workloads after which everything is measured. */
const steps = [1 / 4, 1 / 2, 1]

/** Seconds for which nothing happens, and those before: processes then collect the garbage of their work. */
const idle = 20
const settling = 30

/** What is measured with so many workloads. */
interface Step {
  size: number
  /** Workloads from nothing to ready, in a second. */
  rate: number
  /** Milliseconds of CPU of each process for a workload from nothing to ready. */
  cpu: Record<Part, number>
  /** The share of a processor that all processes use while nothing happens. */
  idle: number
  /** Bytes of each process. */
  memory: Record<'server' | 'worker' | 'simulator', number>
  /** Bytes of the database for a workload. */
  stored: number
  /** Milliseconds of 99 of 100 pages of a hundred instances, and of searches. */
  page: number
  search: number
}

/**
 * Measures how the costs of a workload grow with the number of those that are there, over many simulated clusters. Nothing should grow
 * faster than its input: the ratios compare each number of workloads with the smallest one.
 */
export async function measureScale(stack: Stack, { workloads, clusters }: ScaleSize): Promise<Figure[]> {
  const runtimes = Array.from({ length: clusters }, (_, index) => `cluster-${index}`)
  await mapWithLimit(runtimes, 4, (name) => stack.addRuntime(name))
  const pids = Object.fromEntries(
    await Promise.all(parts.map(async (part) => [part, await stack.pidOf(part)] as const)),
  ) as Record<Part, number>
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 })
  try {
    const measured: Step[] = []
    for (const share of steps) {
      const present = measured.at(-1)?.size ?? 0
      measured.push(
        await measureStep(stack, { pids, pool, runtimes, present, size: Math.ceil(workloads * share) }),
      )
    }
    const [first] = measured
    return first === undefined ? [] : measured.flatMap((step) => figuresOf(step, first))
  } finally {
    await pool.end()
  }
}

interface StepOptions {
  pids: Record<Part, number>
  pool: pg.Pool
  runtimes: readonly string[]
  present: number
  size: number
}

async function measureStep(
  stack: Stack,
  { pids, pool, runtimes, present, size }: StepOptions,
): Promise<Step> {
  const usedBy = (): Record<Part, number> => mapParts((part) => cpuOf(pids[part]))
  const before = usedBy()
  const seconds = await timed(async () => {
    const names = Array.from({ length: size - present }, (_, index) => `work-${present + index}`)
    await createWorkloads(stack.client, names, runtimes)
    await workloadsReady(stack)
  })
  const after = usedBy()
  const added = size - present
  await sleep(settling * 1000)
  const atRest = usedBy()
  await sleep(idle * 1000)
  const later = usedBy()
  return {
    size,
    rate: added / seconds,
    cpu: mapParts((part) => ((after[part] - before[part]) * 1000) / added),
    idle: parts.reduce((total, part) => total + later[part] - atRest[part], 0) / idle,
    memory: {
      server: residentOf(pids.server),
      worker: residentOf(pids.worker),
      simulator: residentOf(pids.simulator),
    },
    stored: (await databaseSize(pool)) / size,
    page: await slowestOf(100, (index) => readPage(stack, index % 10)),
    search: await slowestOf(100, (index) => search(stack, `work-${(index * 31) % size}`)),
  }
}

function mapParts(valueOf: (part: Part) => number): Record<Part, number> {
  return Object.fromEntries(parts.map((part) => [part, valueOf(part)])) as Record<Part, number>
}

/** Returns the bytes of memory of a process that are resident. */
function residentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

async function databaseSize(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size')
  return Number(rows[0]?.size)
}

/** Returns the milliseconds of 99 of 100 calls, one after the other. */
async function slowestOf(calls: number, call: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < calls; index++) times.push((await timed(() => call(index))) * 1000)
  return percentile(times, 0.99)
}

/** Reads the first hundred instances, by name, whose number begins with a digit. */
async function readPage({ client, documents }: Stack, digit: number): Promise<void> {
  const { result } = await client.execute(documents.ListWorkloadInstanceDocument, {
    first: 100,
    orderBy: [{ field: 'NAME' }],
    filter: { search: `work-${digit}` },
  })
  if (result === null) throw new Error('there is no page')
}

async function search({ client, documents }: Stack, text: string): Promise<void> {
  const { result } = await client.execute(documents.ListObjectsDocument, { first: 20, filter: { text } })
  if (result === null) throw new Error('there is no result')
}

function figuresOf(step: Step, first: Step): Figure[] {
  const { size, rate, cpu, memory } = step
  const total = (of: Step): number => parts.reduce((sum, part) => sum + of.cpu[part], 0)
  const at = `${size.toLocaleString('en')} workloads`
  const compared = (value: number, peer: number) => (step === first ? {} : { ratio: value / peer })
  return [
    {
      what: `${at}: from nothing to ready`,
      value: perSecond(rate),
      ...compared(first.rate, rate),
    },
    {
      what: `${at}: CPU of one`,
      value: milliseconds(total(step)),
      peer: parts.map((part) => `${part} ${milliseconds(cpu[part])}`).join(', '),
      ...compared(total(step), total(first)),
    },
    {
      what: `${at}: CPU while nothing happens`,
      value: `${(step.idle * 100).toFixed(1)} % of a core`,
      ...compared(step.idle, first.idle),
      budget: '<= 2 %',
    },
    {
      what: `${at}: memory`,
      value: mebibytes(memory.server + memory.worker + memory.simulator),
      peer: `server ${mebibytes(memory.server)}, worker ${mebibytes(memory.worker)}, simulator ${mebibytes(memory.simulator)}`,
    },
    {
      what: `${at}: database for one`,
      value: `${(step.stored / 1024).toFixed(1)} KiB`,
      ...compared(step.stored, first.stored),
    },
    {
      what: `${at}: page of 100, P99`,
      value: milliseconds(step.page),
      ...compared(step.page, first.page),
    },
    {
      what: `${at}: search, P99`,
      value: milliseconds(step.search),
      ...compared(step.search, first.search),
    },
  ]
}
