import { setTimeout as sleep } from 'node:timers/promises'
import { milliseconds, percentile, perSecond, type Figure } from './figures.ts'
import { deploy } from './kube.ts'
import { changesOf, steadily } from './latency.ts'
import { configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'

const places = 50
const rate = 20
const changes = 600
/** Milliseconds until every process has given up an unresponsive NATS. */
const givenUp = 25_000

/** Measures writes, and changes on their way to the cluster, with NATS and without it. */
export async function measureWithoutNats(stack: Stack): Promise<Figure[]> {
  const names = Array.from({ length: places }, (_, at) => `place-${at}`)
  await deploy(
    stack,
    names.map((name) => ({ name, runtime: 'bench' })),
  )
  const through = (mark: string): Promise<number[]> =>
    changesOf(stack, { count: changes, rate, mark, nameOf: (index) => names[index % places] ?? '' })
  await through('warm')
  const usual = { writes: await writes(stack, 'usual'), through: await through('usual') }
  await stack.signal('nats', 'SIGSTOP')
  try {
    await sleep(givenUp)
    const alone = { writes: await writes(stack, 'alone'), through: await through('alone') }
    const figure = (what: string, of: keyof typeof usual, share: number, budget?: string): Figure => ({
      what: `${what} without NATS, P${share * 100}`,
      value: milliseconds(percentile(alone[of], share)),
      peer: `${milliseconds(percentile(usual[of], share))} with it`,
      ratio: percentile(alone[of], share) / percentile(usual[of], share),
      ...(budget === undefined ? {} : { budget }),
    })
    return [
      figure('writes', 'writes', 0.5),
      figure('writes', 'writes', 0.99, '< 2.00'),
      figure('change to patched object', 'through', 0.5),
      figure('change to patched object', 'through', 0.99),
    ]
  } finally {
    await stack.signal('nats', 'SIGCONT')
  }
}

/** Returns the milliseconds of single writes that trigger nothing. */
function writes({ client }: Stack, mark: string): Promise<number[]> {
  const write = async (index: number): Promise<number> => {
    const from = performance.now()
    const yamlDocument = configMapYaml('unused', `${mark}-${index}`)
    await client.workloadDefinitions.create({ input: { name: `${mark}-${index}`, spec: { yamlDocument } } })
    return performance.now() - from
  }
  return steadily(changes, write, rate * 2)
}

const together = 20
const writers = 4
const goal = 2000
const seconds = 15

/** Measures how long changes wait for the relay, at the rate of the goal or the highest possible one. */
export async function measureRelay({ client, metric }: Stack): Promise<Figure[]> {
  const batch = (round: number) =>
    Array.from({ length: together }, (_, at) => ({
      kind: 'WorkloadDefinition',
      name: `relayed-${(round * together + at) % 1000}`,
      spec: { yamlDocument: configMapYaml('unused', String(round)) },
    }))
  const passed = async (): Promise<{ all: number; soon: number }> => ({
    all: await metric('qleet_relay_seconds_count'),
    soon: await metric('qleet_relay_seconds_bucket', 'le="0.1"'),
  })
  const before = await passed()
  const started = performance.now()
  const writer = async (own: number): Promise<void> => {
    for (let round = own; round < (goal / together) * seconds; round += writers) {
      await sleep(Math.max(0, started + (round * together * 1000) / goal - performance.now()))
      await client.apply(batch(round))
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, own) => writer(own)))
  const took = (performance.now() - started) / 1000
  await sleep(2000)
  const after = await passed()
  const all = after.all - before.all
  return [
    {
      what: `changes turned into triggers, ${together} written at once`,
      value: perSecond(all / took),
      budget: perSecond(goal),
    },
    {
      what: 'share of them within 100 ms',
      value: `${(((after.soon - before.soon) / all) * 100).toFixed(1)} %`,
      budget: '>= 99 %',
    },
  ]
}
