import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import { breakAtRandom } from './breaking.ts'
import { faults as allFaults } from './faults.ts'
import { emptyHistory, type Remains } from './history.ts'
import { judge } from './judge.ts'
import { generator } from './random.ts'
import { readRemains } from './remains.ts'
import { whatIsTooLittle, type ChaosResult } from './result.ts'
import { startChaosStack, type ChaosStack } from './stack.ts'
import { clientsOf, countUp, deployAtRandom, raceForNames, type Writer } from './writers.ts'

export interface ChaosOptions {
  /** How long changes are asked for at least; each fault is injected once at least. */
  seconds: number
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
    seed,
    outage,
    say,
    faults = allFaults.map(({ name }) => name),
  }: Required<Omit<ChaosOptions, 'faults'>> & ChaosOptions,
): Promise<ChaosResult> {
  const history = emptyHistory()
  const wanted = new Map<string, string | undefined>()
  const state = { over: false, asked: 0 }
  const clients = clientsOf(stack)
  const writing = startWriters(stack, {
    wanted,
    clients,
    writer: (index) => ({
      client: clients[index % clients.length] ?? stack.plane.client,
      random: generator(seed * 1000 + index),
      history,
      isOver: () => state.over,
      onAsked: () => (state.asked += 1),
    }),
  })
  say(`breaking it for ${seconds} s ...`)
  const until = performance.now() + seconds * 1000
  const isOver = (): boolean => performance.now() > until
  const [injected] = await Promise.all([
    breakAtRandom(stack, { seed, faults, outage, history, say, isOver }),
    sleep(seconds * 1000),
  ])
  const effectsMeanwhile = stack.effects.length
  state.over = true
  await writing
  say('waiting for everything to be as wanted ...')
  const begun = performance.now()
  const remains = await atRest(stack, wanted)
  const result = {
    injected,
    asked: state.asked,
    acknowledged: history.acked.length,
    deployed: history.acked.filter(
      ({ kind, name, operation }) =>
        kind === 'WorkloadDefinition' && wanted.has(name) && operation !== 'DELETE_REQUEST',
    ).length,
    changes: remains.log.length,
    effects: remains.effects.length,
    effectsMeanwhile,
    converged: performance.now() - begun,
    violations: judge(history, remains),
  }
  return { ...result, tooLittle: whatIsTooLittle(result, faults) }
}

const counters = ['counter-0', 'counter-1']

async function startWriters(
  { plane, clusters }: ChaosStack,
  {
    wanted,
    clients,
    writer,
  }: {
    wanted: Map<string, string | undefined>
    clients: readonly Client[]
    writer: (index: number) => Writer
  },
): Promise<void> {
  await plane.client.apply(counters.map((name) => definition(name, '0/0')))
  const runtimeOf = (name: string): string =>
    clusters[Number(name.split('-').at(-1)) % clusters.length]?.name ?? ''
  const deploying = [0, 1, 2].map((index) => {
    const names = Array.from({ length: 8 }, (_, at) => `chaos-${index}-${at}`)
    return deployAtRandom(writer(index), { names, runtimeOf, wanted })
  })
  const counting = counters.flatMap((name, at) => {
    const newest = { version: 0 }
    return [0, 1, 2].map((index) => countUp(writer(10 + at * 3 + index), { name, newest }))
  })
  await Promise.all([...deploying, ...counting, raceForNames(writer(100), clients)])
}

/** Everything as wanted, or what there is when that takes too long. */
async function atRest(stack: ChaosStack, wanted: Map<string, string | undefined>): Promise<Remains> {
  const settled = await eventually(
    async () => {
      const remains = await readRemains(stack, wanted)
      const { unsettled, orphans } = judge(emptyHistory(), remains)
      return unsettled.length + orphans.length === 0 ? remains : undefined
    },
    { within: 120_000, every: 250 },
  )
  return settled ?? readRemains(stack, wanted)
}
