import type { Client } from '../../client-sdk/index.ts'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import { atRest } from './at-rest.ts'
import { breakAtRandom } from './breaking.ts'
import { faults as allFaults } from './faults.ts'
import { emptyHistory } from './history.ts'
import { judge } from './judge.ts'
import { makeShared, writeWithKeys } from './keyed-writers.ts'
import { createRandom } from '../support/random.ts'
import { whatIsTooLittle, type ChaosResult } from './result.ts'
import { startChaosStack, type ChaosStack } from './stack.ts'
import { clientsOf, countUp, deleteTogether, deployAtRandom, raceForNames, type Writer } from './writers.ts'

export interface ChaosOptions {
  /** How long changes are asked for at least; each fault is injected once at least. */
  seconds: number
  /** How many writes with idempotency keys are acknowledged before the end, beside all others. @default 0 */
  operations?: number
  seed: number
  /** Names of faults. @default all */
  faults?: readonly string[]
  /** Seconds for which NATS and clusters stay away, and clocks are wrong. */
  outage: number
  say?: (text: string) => void
}

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { say = () => undefined } = options
  say('starting a control plane ...')
  const stack = await startChaosStack()
  try {
    return await breakAndJudge(stack, { ...options, say })
  } finally {
    await stack.stop()
  }
}

async function breakAndJudge(
  stack: ChaosStack,
  {
    seconds,
    operations = 0,
    seed,
    outage,
    say,
    faults = allFaults.map(({ name }) => name),
  }: ChaosOptions & { say: (text: string) => void },
): Promise<ChaosResult> {
  const history = emptyHistory()
  const desired = new Map<string, string | undefined>()
  const state = { over: false, asked: 0, operations: 0 }
  const clients = clientsOf(stack)
  const writer = (index: number): Writer => ({
    client: clients[index % clients.length] ?? stack.plane.client,
    random: createRandom(seed * 1000 + index),
    history,
    isOver: () => state.over,
    onAsked: () => (state.asked += 1),
  })
  await makeFirst(stack)
  const shared = await makeShared(stack.plane.client)
  const keyed = Array.from({ length: operations > 0 ? 16 : 0 }, (_, index) =>
    writeWithKeys({
      ...writer(200 + index),
      index,
      clients,
      shared,
      onAcknowledged: (writes) => (state.operations += writes),
    }),
  )
  const writing = Promise.all([startWriters(stack, { desired, clients, writer }), ...keyed])
  say(`breaking it for ${operations > 0 ? `${operations} operations` : `${seconds} s`} ...`)
  const start = performance.now()
  const until = start + seconds * 1000
  const progress = setInterval(() => {
    const passed = Math.round((performance.now() - start) / 1000)
    const keyedOnes = operations > 0 ? `, ${state.operations} writes with keys` : ''
    say(`  ${passed} s: ${history.acked.length} objects in acknowledged writes${keyedOnes}`)
  }, 60_000)
  // What goes wrong again and again need not be waited for.
  const isOver = (): boolean =>
    history.unexpected.length > 100 || (performance.now() > until && state.operations >= operations)
  const [injected] = await Promise.all([
    breakAtRandom(stack, { seed, faults, outage, history, say, isOver }),
    eventually(async () => (isOver() ? true : undefined), { within: Infinity }),
  ]).finally(() => clearInterval(progress))
  const effectsMeanwhile = stack.effects.length
  state.over = true
  await writing
  say('waiting for everything to be as desired ...')
  const started = performance.now()
  const remains = await atRest(stack, desired, settleWithin)
  const result = {
    injected,
    operations: state.operations,
    asked: state.asked,
    acknowledged: history.acked.length,
    deployed: history.acked.filter(
      ({ kind, name, operation }) =>
        kind === 'WorkloadDefinition' && desired.has(name) && operation !== 'DELETE_REQUEST',
    ).length,
    changes: remains.log.length,
    effects: remains.effects.length,
    effectsMeanwhile,
    converged: performance.now() - started,
    violations: judge(history, remains),
  }
  return { ...result, tooLittle: whatIsTooLittle(result, faults) }
}

/**
 * Seconds after the last fault within which everything is as desired: the longest pause of what no change triggers. Whatever
 * takes longer has missed its trigger and waits for a look that comes anyway.
 */
const settleWithin = 60

/** A workload in a runtime, and a dependency of it, which lives there through the workload. */
function dependencyIn(runtime: string): Parameters<Client['apply']>[0] {
  const name = `steady-${runtime}`
  return [
    definition(name),
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime } },
    {
      kind: 'WorkloadServiceDependency',
      name,
      spec: { workloadInstance: name, upstreamHost: 'example.com' },
    },
  ]
}

const counters = ['counter-0', 'counter-1']

/** Counters, and in each cluster a dependency that is never changed, so that only its cluster triggers it. */
async function makeFirst({ plane, clusters }: ChaosStack): Promise<void> {
  await plane.client.apply(counters.map((name) => definition(name, '0/0')))
  for (const { name } of clusters) {
    const objects = dependencyIn(name)
    await plane.client.apply(objects)
    for (const each of objects.slice(1)) await plane.ready(each.kind, each.name)
  }
}

async function startWriters(
  { clusters }: ChaosStack,
  {
    desired,
    clients,
    writer,
  }: {
    desired: Map<string, string | undefined>
    clients: readonly Client[]
    writer: (index: number) => Writer
  },
): Promise<void> {
  const runtimeOf = (name: string): string =>
    clusters[Number(name.split('-').at(-1)) % clusters.length]?.name ?? ''
  const deploying = [0, 1, 2].map((index) => {
    const names = Array.from({ length: 8 }, (_, at) => `chaos-${index}-${at}`)
    return deployAtRandom(writer(index), { names, runtimeOf, desired })
  })
  const counting = counters.flatMap((name, at) => {
    const newest = { version: 0 }
    return [0, 1, 2].map((index) => countUp(writer(10 + at * 3 + index), { name, newest }))
  })
  const deleting = [0, 1].map((index) =>
    deleteTogether(writer(20 + index), { names: [`family-${index}`], runtimeOf, desired }),
  )
  await Promise.all([...deploying, ...counting, ...deleting, raceForNames(writer(100), clients)])
}
