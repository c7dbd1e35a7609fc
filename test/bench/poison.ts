import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { deploy } from './kube.ts'
import { changesOf } from './latency.ts'
import type { Stack } from './stack.ts'

/** The kinds of poison, by their labels in `test/support/poison`. */
const doses = ['throws', 'throws', 'throws', 'throws', 'spins', 'hangs'] as const
const rate = 40
const healthy = 50
/** The poisoned objects. They are not changed, because a change triggers a retry. */
const poisonous = 'poisonous'

/**
 * Measures changes of healthy workloads: without poison, while it is detected, while it is retried, and while it is
 * quarantined.
 */
export async function measurePoison(stack: Stack, changes = 2000): Promise<Figure[]> {
  const places = Array.from({ length: healthy }, (_, at) => ({ name: `healthy-${at}`, runtime: 'bench' }))
  await deploy(stack, [...places, { name: poisonous, runtime: 'bench' }])
  await healthyChanges(stack, 'warm', 200)
  await makeLogFiles(stack)
  const before = await healthyChanges(stack, 'before', changes)
  await dose(stack)
  const detecting = await healthyChanges(stack, 'detecting', changes)
  await allDetected(stack)
  const beside = await healthyChanges(stack, 'beside', changes)
  const quarantined = await healthyChangesBesideQuarantined(stack, changes)
  await undose(stack)
  const after = await healthyChanges(stack, 'after', changes)
  // Before and after: the log, the events and all caches have grown meanwhile.
  const series = { detected: detecting, retried: beside, quarantined }
  const poisoned = [...detecting, ...beside, ...quarantined]
  const without = [...before, ...after]
  const figure = (
    what: string,
    times: readonly number[],
    of: (times: readonly number[]) => number,
    budget?: string,
  ): Figure => ({
    what,
    value: milliseconds(of(times)),
    peer: `${milliseconds(of(without))} without`,
    ratio: of(times) / of(without),
    ...(budget === undefined ? {} : { budget }),
  })
  const seconds = (3 * changes) / rate
  const all = `in the ${seconds} s after ${doses.length} poisoned objects came`
  return [
    figure(`P99 of healthy changes ${all}, median of every 10 s`, poisoned, usualP99, '< 1.10'),
    figure(`P99 of healthy changes ${all}`, poisoned, p99),
    ...Object.entries(series).flatMap(([state, times]) => [
      figure(`P50 while they are ${state}`, times, (each) => percentile(each, 0.5)),
      figure(`P99 while they are ${state}`, times, p99),
      figure(`P99 while they are ${state}, median of every 10 s`, times, usualP99),
    ]),
    // The noise between two equal series: garbage collection is most of P99.
    {
      what: 'P99 without poison, before and after it',
      value: `${milliseconds(p99(before))}, ${milliseconds(p99(after))}`,
    },
  ]
}

const p99 = (times: readonly number[]): number => percentile(times, 0.99)

/** Returns the P99 of ten seconds, as the median of all periods of ten seconds. */
function usualP99(times: readonly number[]): number {
  const size = rate * 10
  const windows = Array.from({ length: Math.floor(times.length / size) }, (_, at) =>
    times.slice(at * size, (at + 1) * size),
  )
  return percentile(windows.map(p99), 0.5)
}

/**
 * Creates segments of the log of Postgres: creating one takes as long as several changes, and a database that has run
 * for a while has them.
 */
async function makeLogFiles({ databaseUrl: connectionString }: Stack): Promise<void> {
  const pool = new Pool({ connectionString, max: 1 })
  try {
    for (let file = 0; file < 12; file++)
      await pool.query("SELECT pg_logical_emit_message(true, 'bench', ''), pg_switch_wal()")
    await pool.query('CHECKPOINT')
  } finally {
    await pool.end()
  }
}

function healthyChanges(stack: Stack, mark: string, count: number): Promise<number[]> {
  return changesOf(stack, { mark, count, rate, nameOf: (index) => `healthy-${index % healthy}` })
}

async function healthyChangesBesideQuarantined(stack: Stack, count: number): Promise<number[]> {
  const pool = new Pool({ connectionString: stack.databaseUrl, max: 1 })
  try {
    await allQuarantined(stack, pool)
    const before = await tries(pool)
    const times = await healthyChanges(stack, 'quarantined', count)
    if ((await tries(pool)) === before) return times
    throw new Error(
      'quarantined objects were retried during the measurement, so nothing was measured beside them',
    )
  } finally {
    await pool.end()
  }
}

async function dose({ client }: Stack): Promise<void> {
  await client.apply(
    doses.map((poison, at) => ({
      kind: 'WorkloadInstance',
      name: `poisoned-${at}`,
      labels: { poison },
      spec: { definition: poisonous, runtime: 'bench' },
    })),
  )
}

/** Deletes the poisoned objects; only the code that reconciles them is poisoned. */
async function undose({ client }: Stack): Promise<void> {
  const targets = doses.map((_, at) => ({ kind: 'WorkloadInstance', name: `poisoned-${at}` }))
  await client.objects.delete(targets)
  for (const target of targets) while ((await client.objects.get(target)) !== undefined) await sleep(200)
}

/** Resolves when each has been quarantined. */
async function allDetected({ client }: Stack): Promise<void> {
  for (const [at] of doses.entries()) {
    while (!['Failed', 'Quarantined'].includes((await phaseOf(client, at)) ?? '')) await sleep(200)
  }
}

/**
 * Exhausts the retries without the waits between them; each try of a hanging object takes more than a minute. Requests
 * only waiting objects: a request during a try would cause another one after the quarantine.
 */
async function allQuarantined(stack: Stack, pool: Pool): Promise<void> {
  for (let left = await restless(pool); left.length > 0; left = await restless(pool)) {
    const waiting = left.filter(({ tried }) => !tried).map(({ name }) => ({ kind: 'WorkloadInstance', name }))
    for (const target of waiting) await stack.client.objects.reconcile(target)
    await sleep(1000)
  }
}

/** Returns the objects whose next try starts within half an hour, and whether one runs now. */
async function restless(pool: Pool): Promise<{ name: string; tried: boolean }[]> {
  const { rows } = await pool.query<{ name: string; tried: boolean }>(`
    SELECT name, coalesce("leaseExpiresAt" > now(), false) AS tried FROM "Object"
    WHERE name LIKE 'poisoned-%' AND ("leaseExpiresAt" > now() OR "nextReconcileAt" < now() + interval '30 minutes')`)
  return rows
}

/** Returns how often their reconciles have started. */
async function tries(pool: Pool): Promise<number | undefined> {
  const epochs = `SELECT sum(epoch)::int AS tries FROM "Object" WHERE name LIKE 'poisoned-%'`
  return (await pool.query<{ tries: number }>(epochs)).rows[0]?.tries
}

async function phaseOf(client: Stack['client'], at: number): Promise<string | undefined> {
  return (await client.objects.get(keyOf(at)))?.status.phase
}

function keyOf(at: number): { kind: string; name: string } {
  return { kind: 'WorkloadInstance', name: `poisoned-${at}` }
}
