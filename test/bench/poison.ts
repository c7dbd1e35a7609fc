import { setTimeout as sleep } from 'node:timers/promises'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { deploy } from './kube.ts'
import { changesOf } from './latency.ts'
import type { Stack } from './stack.ts'

/** What each poison is, by the label that `test/support/poison` knows. */
const doses = ['throws', 'throws', 'throws', 'throws', 'spins', 'hangs'] as const
const rate = 40
const healthy = 50

/** Changes of healthy workloads: without poison, while it is found, while it is tried again, and once it is parked. */
export async function measurePoison(stack: Stack, changes = 2000): Promise<Figure[]> {
  const places = Array.from({ length: healthy }, (_, at) => ({ name: `healthy-${at}`, runtime: 'bench' }))
  await deploy(stack, places)
  await healthyChanges(stack, 'warm', 100)
  const before = await healthyChanges(stack, 'before', changes)
  await dose(stack)
  const finding = await healthyChanges(stack, 'finding', changes)
  await allFound(stack)
  const beside = await healthyChanges(stack, 'beside', changes)
  await allParked(stack)
  const parked = await healthyChanges(stack, 'parked', changes)
  await undose(stack)
  const after = await healthyChanges(stack, 'after', changes)
  // Before and after: the log, the events and the caches of everybody have grown meanwhile.
  const without = [...before, ...after]
  const figure = (what: string, times: readonly number[], share: number, budget?: string): Figure => ({
    what: `P${share * 100} of healthy changes ${what}`,
    value: milliseconds(percentile(times, share)),
    peer: `${milliseconds(percentile(without, share))} without`,
    ratio: percentile(times, share) / percentile(without, share),
    ...(budget === undefined ? {} : { budget }),
  })
  const poisoned = `${doses.length} poisoned objects`
  const minutes = ((3 * changes) / rate / 60).toFixed(1)
  return [
    figure(
      `in the ${minutes} min after ${poisoned} came`,
      [...finding, ...beside, ...parked],
      0.99,
      '< 1.10',
    ),
    figure(`while ${poisoned} are found`, finding, 0.5),
    figure(`while ${poisoned} are found`, finding, 0.99),
    figure(`while ${poisoned} are tried again`, beside, 0.99),
    figure(`beside ${poisoned} that are parked`, parked, 0.5),
    figure(`beside ${poisoned} that are parked`, parked, 0.99),
  ]
}

function healthyChanges(stack: Stack, mark: string, count: number): Promise<number[]> {
  return changesOf(stack, { mark, count, rate, nameOf: (index) => `healthy-${index % healthy}` })
}

async function dose({ client }: Stack): Promise<void> {
  await client.apply(
    doses.map((poison, at) => ({
      kind: 'WorkloadInstance',
      name: `poisoned-${at}`,
      labels: { poison },
      spec: { definition: 'healthy-0', runtime: 'bench' },
    })),
  )
}

/** Takes them away again; only what brings them about is poisoned. */
async function undose({ client }: Stack): Promise<void> {
  const targets = doses.map((_, at) => ({ kind: 'WorkloadInstance', name: `poisoned-${at}` }))
  await client.objects.delete(targets)
  for (const target of targets) while ((await client.objects.get(target)) !== undefined) await sleep(200)
}

/** Resolves when each has been blamed. */
async function allFound({ client }: Stack): Promise<void> {
  for (const [at] of doses.entries()) {
    while (!['Failed', 'Parked'].includes((await phaseOf(client, at)) ?? '')) await sleep(200)
  }
}

/** Spends the budgets without the waits between two tries; of what hangs each takes more than a minute. */
async function allParked({ client }: Stack): Promise<void> {
  await Promise.all(
    doses.map(async (_, at) => {
      while ((await phaseOf(client, at)) !== 'Parked') {
        await client.objects.reconcile(keyOf(at))
        await sleep(1000)
      }
    }),
  )
}

async function phaseOf(client: Stack['client'], at: number): Promise<string | undefined> {
  return (await client.objects.get(keyOf(at)))?.status.phase
}

function keyOf(at: number): { kind: string; name: string } {
  return { kind: 'WorkloadInstance', name: `poisoned-${at}` }
}
