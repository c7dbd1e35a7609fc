import type { Client } from '../../client-sdk/index.ts'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import { sharedDefinitions, type ApplicationPlace } from '../support/applications.ts'
import { applicationName, deployApplications, readyDependencies } from './applications.ts'
import { atRest } from './at-rest.ts'
import { manageAws } from './manage-aws.ts'
import { deliverBuilds, deliveredBuilds, environmentsIn } from './deliver-builds.ts'
import { manageExamples, readyExamples } from './manage-examples.ts'
import { breakAtRandom } from './breaking.ts'
import { faults as allFaults } from './faults.ts'
import { emptyHistory } from './history.ts'
import { checkHistory } from './consistency.ts'
import { makeShared, writeWithKeys } from './keyed-writers.ts'
import { createRandom } from '../support/random.ts'
import { noWishes, type Wishes } from './remains.ts'
import { findShortfalls, type ChaosResult } from './result.ts'
import { startChaosStack, type ChaosStack } from './stack.ts'
import { clientsOf, countUp, deleteTogether, deployAtRandom, raceForNames, type Writer } from './writers.ts'

export interface ChaosOptions {
  /** The minimum time in seconds for which changes are requested; each fault is injected at least once. */
  seconds: number
  /** The minimum number of acknowledged writes with idempotency keys, besides all other writes. @default 0 */
  operations?: number
  seed: number
  /** The names of the faults to inject. @default all */
  faults?: readonly string[]
  /** Seconds for which NATS and clusters stay unavailable, and clocks are wrong. */
  outage: number
  /** Seconds after the last fault within which everything must be as desired. @default {@link settleWithin} */
  settle?: number
  /** Includes objects whose reconciles start helm or terraform. @default true */
  programs?: boolean
  log?: (text: string) => void
}

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { log = () => undefined } = options
  log('starting a control plane ...')
  const stack = await startChaosStack()
  try {
    return await breakAndCheck(stack, { ...options, log })
  } finally {
    await stack.stop()
  }
}

async function breakAndCheck(
  stack: ChaosStack,
  {
    seconds,
    operations = 0,
    seed,
    outage,
    settle = settleWithin,
    log,
    programs = true,
    faults = allFaults.map(({ name }) => name),
  }: ChaosOptions & { log: (text: string) => void },
): Promise<ChaosResult> {
  const history = emptyHistory()
  const wishes = noWishes()
  const state = { over: false, asked: 0, operations: 0 }
  const clients = clientsOf(stack)
  const writer = (index: number): Writer => ({
    client: clients[index % clients.length] ?? stack.plane.client,
    random: createRandom(seed * 1000 + index),
    history,
    isOver: () => state.over,
    onRequest: () => (state.asked += 1),
  })
  await createInitialObjects(stack)
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
  const writing = Promise.all([startWriters(stack, { wishes, programs, clients, writer }), ...keyed])
  log(`breaking it for ${operations > 0 ? `${operations} operations` : `${seconds} s`} ...`)
  const start = performance.now()
  const until = start + seconds * 1000
  const progress = setInterval(() => {
    const passed = Math.round((performance.now() - start) / 1000)
    const keyedOnes = operations > 0 ? `, ${state.operations} writes with keys` : ''
    log(`  ${passed} s: ${history.acked.length} objects in acknowledged writes${keyedOnes}`)
  }, 60_000)
  // An unexpected error ends the run early.
  const isOver = (): boolean =>
    history.unexpected.length > 100 || (performance.now() > until && state.operations >= operations)
  const [injected] = await Promise.all([
    breakAtRandom(stack, { seed, faults, outage, history, log, isOver }),
    eventually(async () => (isOver() ? true : undefined), { within: Infinity }),
  ]).finally(() => clearInterval(progress))
  const effectsDuringFaults = stack.effects.length
  state.over = true
  await writing
  log('waiting for everything to be as desired ...')
  const started = performance.now()
  const remains = await atRest(stack, wishes, { within: settle, log })
  const result = {
    injected,
    operations: state.operations,
    asked: state.asked,
    acknowledged: history.acked.length,
    deployed: history.acked.filter(
      ({ kind, name, operation }) =>
        kind === 'WorkloadDefinition' && wishes.desired.has(name) && operation !== 'DELETE_REQUEST',
    ).length,
    dependencies: readyDependencies(remains.log),
    examples: readyExamples(remains.log),
    builds: deliveredBuilds(remains.log),
    changes: remains.log.length,
    effects: remains.effects.length,
    effectsDuringFaults,
    converged: performance.now() - started,
    violations: checkHistory(history, remains),
  }
  return { ...result, shortfalls: findShortfalls(result, faults) }
}

/**
 * Seconds after the last fault within which everything must be as desired: the longest requeue interval of an object
 * that no change triggers. Whatever takes longer has missed its trigger and waits for a periodic reconcile.
 */
export const settleWithin = 60

/** Returns a workload in a runtime and a dependency of it, which runs there through the workload. */
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

/**
 * Creates the counters, and in each cluster a dependency that is never changed, so that only its cluster triggers it.
 */
async function createInitialObjects({ plane, clusters, simulated }: ChaosStack): Promise<void> {
  await plane.client.apply([
    ...counters.map((name) => definition(name, '0/0')),
    ...sharedDefinitions,
    ...environmentsIn(simulated.name),
  ])
  for (const { name } of clusters) {
    const objects = dependencyIn(name)
    await plane.client.apply(objects)
    for (const each of objects.slice(1)) await plane.ready(each.kind, each.name)
  }
}

/** The kinds of dependencies that need no support service, for which a cluster of a kubeconfig would need charts. */
const withoutCharts = ['Workload', 'Secret', 'WorkloadServiceDependency']

/** Returns the places of applications in a runtime. */
function placesIn(runtime: string, kinds?: readonly string[]): ApplicationPlace[] {
  return [0, 1, 2].map((index) => ({
    application: applicationName(runtime, index),
    runtime,
    port: 8000 + index,
    kinds,
  }))
}

async function startWriters(
  { clusters, simulated, module, aws: account }: ChaosStack,
  {
    wishes: { desired, applications, examples, builds, aws },
    programs,
    clients,
    writer,
  }: { wishes: Wishes; programs: boolean; clients: readonly Client[]; writer: (index: number) => Writer },
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
  const places = [placesIn(simulated.name), ...clusters.map(({ name }) => placesIn(name, withoutCharts))]
  const depending = places.map((each, index) =>
    deployApplications(writer(30 + index), { places: each, desired: applications }),
  )
  await Promise.all([
    ...deploying,
    ...counting,
    ...deleting,
    ...depending,
    manageExamples(writer(50), {
      runtime: simulated.name,
      endpoint: module.endpoint,
      desired: examples,
      programs,
    }),
    ...(account === undefined ? [] : [manageAws(writer(40), aws)]),
    ...[0, 1].map((index) =>
      deliverBuilds(writer(60 + index), { application: `delivered-${index}`, desired: builds }),
    ),
    raceForNames(writer(100), clients),
  ])
}
