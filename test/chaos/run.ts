import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import { faults as allFaults } from './faults.ts'
import { emptyHistory, type Remains } from './history.ts'
import { judge, type Violations } from './judge.ts'
import { generator, shuffled } from './random.ts'
import { readRemains } from './remains.ts'
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

/** What came of it. */
export interface ChaosResult {
  injected: Map<string, number>
  asked: number
  acknowledged: number
  /** Entries of the change log. */
  changes: number
  /** Writes that arrived in clusters. */
  effects: number
  /** Milliseconds from the last change and the last fault to everything as wanted. */
  converged: number
  violations: Violations
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
  const injected = new Map<string, number>()
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
  const chosen = allFaults.filter(({ name }) => faults.includes(name))
  const parts = [...Map.groupBy(chosen, ({ part }) => part).values()]
  const breaking = parts.map(async (ofPart, index) => {
    const random = generator(seed * 1000 + 500 + index)
    for (let round = 0; round === 0 || performance.now() < until; round++) {
      for (const { name, inject } of shuffled(random, ofPart)) {
        if (round > 0 && performance.now() > until) return
        await sleep(300 + random() * 1200)
        say(`  ${name}`)
        injected.set(name, (injected.get(name) ?? 0) + 1)
        const onWrong = (what: string) => history.unexpected.push(`${name}: ${what}`)
        await inject({ stack, random, outage: outage * 1000, onWrong })
      }
    }
  })
  await Promise.all([...breaking, sleep(seconds * 1000)])
  state.over = true
  await writing
  say('waiting for everything to be as wanted ...')
  const begun = performance.now()
  const remains = await atRest(stack, wanted)
  return {
    injected,
    asked: state.asked,
    acknowledged: history.acked.length,
    changes: remains.log.length,
    effects: remains.effects.length,
    converged: performance.now() - begun,
    violations: judge(history, remains),
  }
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

/** The figures as lines, with what is wrong under them. */
export function describeResult({ violations, injected, converged, ...counts }: ChaosResult): string {
  const lines: [string, string | number][] = [
    ['faults injected', [...injected.values()].reduce((sum, count) => sum + count, 0)],
    ...[...injected].map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['writes asked for', counts.asked],
    ['objects in acknowledged writes', counts.acknowledged],
    ['entries of the change log', counts.changes],
    ['writes that arrived in clusters', counts.effects],
    ['until everything was as wanted', `${(converged / 1000).toFixed(1)} s`],
    ...Object.entries(violations).map(([promise, found]: [string, string[]]): [string, number] => [
      `violations: ${promise}`,
      found.length,
    ]),
  ]
  const wrong = Object.values(violations).flatMap((found: string[]) => found.slice(0, 10))
  return [...lines.map(([what, value]) => `${what.padEnd(34)}${value}`), ...wrong].join('\n')
}
