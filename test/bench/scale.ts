import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { timed } from './creates.ts'
import { mebibytes, milliseconds, percentile, perSecond, type Figure } from './figures.ts'
import { createWorkloads, workloadsReady } from './reconciles.ts'
import { each, memoryOf, partsOf, pidsOf, spentBy, type Costs, type Pids } from './scale-costs.ts'
import { measureLife } from './scale-life.ts'
import type { Stack } from './stack.ts'

export interface ScaleSize {
  workloads: number
  clusters: number
  /** Seconds for which nothing happens once all workloads are there. @default they are not measured */
  rest?: number | undefined
}

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
  cpu: Costs
  /** The share of a processor that each process uses while nothing happens. */
  idle: Costs
  /** Bytes of each process. */
  memory: Costs
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
export async function measureScale(
  stack: Stack,
  { workloads, clusters, rest = 0 }: ScaleSize,
): Promise<Figure[]> {
  const runtimes = Array.from({ length: clusters }, (_, index) => `cluster-${index}`)
  await mapWithLimit(runtimes, 4, (name) => stack.addRuntime(name))
  const pids = await pidsOf(stack)
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
    if (first === undefined) return []
    const grown = measured.flatMap((step) => figuresOf(step, first))
    const resting = rest > 0 ? await measureRest(pool, { pids, seconds: rest }) : []
    return [...grown, ...resting, ...(await measureLife(stack, { pids, runtimes, size: workloads }))]
  } finally {
    await pool.end()
  }
}

/** Measures what each process does while nothing happens for long, and what is written to the database meanwhile. */
async function measureRest(
  pool: pg.Pool,
  { pids, seconds }: { pids: Pids; seconds: number },
): Promise<Figure[]> {
  const before = await writtenRows(pool)
  const { cpu } = await spentBy(pids, () => sleep(seconds * 1000))
  const written = (await writtenRows(pool)) - before
  const shares = each(cpu, seconds)
  const minutes = (seconds / 60).toFixed(1)
  return [
    {
      what: `CPU over ${minutes} minutes without changes`,
      value: `${percent(shares.total)} of a core`,
      peer: partsOf(shares, percent),
      budget: '<= 2 % each',
    },
    {
      what: `rows written in ${minutes} minutes without changes`,
      value: `${(written / seconds).toFixed(1)} /s`,
    },
  ]
}

async function writtenRows(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ written: string }>(
    'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS written FROM pg_stat_user_tables',
  )
  return Number(rows[0]?.written)
}

interface StepOptions {
  pids: Pids
  pool: pg.Pool
  runtimes: readonly string[]
  present: number
  size: number
}

async function measureStep(
  stack: Stack,
  { pids, pool, runtimes, present, size }: StepOptions,
): Promise<Step> {
  const added = size - present
  const { seconds, cpu } = await spentBy(pids, async () => {
    const names = Array.from({ length: added }, (_, index) => `work-${present + index}`)
    await createWorkloads(stack.client, names, runtimes)
    await workloadsReady(stack)
  })
  await sleep(settling * 1000)
  const resting = await spentBy(pids, () => sleep(idle * 1000))
  return {
    size,
    rate: added / seconds,
    cpu: each(cpu, added / 1000),
    idle: each(resting.cpu, idle),
    memory: memoryOf(pids),
    stored: (await databaseSize(pool)) / size,
    page: await slowestOf(100, (index) => readPage(stack, index % 10)),
    search: await slowestOf(100, (index) => search(stack, `work-${(index * 31) % size}`)),
  }
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

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function figuresOf(step: Step, first: Step): Figure[] {
  const { size, rate, cpu, memory } = step
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
      value: milliseconds(cpu.total),
      peer: partsOf(cpu, milliseconds),
      ...compared(cpu.total, first.cpu.total),
    },
    {
      what: `${at}: CPU while nothing happens`,
      value: `${percent(step.idle.total)} of a core`,
      peer: partsOf(step.idle, percent),
      ...compared(step.idle.total, first.idle.total),
      budget: '<= 2 %',
    },
    {
      what: `${at}: memory`,
      value: mebibytes(memory.total),
      peer: partsOf(memory, mebibytes),
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
