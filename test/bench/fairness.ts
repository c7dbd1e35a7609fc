import { setTimeout as sleep } from 'node:timers/promises'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { changesOf } from './latency.ts'
import { configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'

const busy = 1000
const calm = 10
/** Changes per second of the project with little work. */
const rate = 5
const changes = 150

/**
 * Measures the changes of a project with little work: alone, and while another one occupies all workers, with a hundred
 * times as many workloads, all of which change again as soon as they are done.
 */
export async function measureFairness(stack: Stack): Promise<Figure[]> {
  await deployBoth(stack)
  await calmChanges(stack, 'warm')
  const alone = await calmChanges(stack, 'alone')
  const end = new AbortController()
  const rounds = keepBusy(stack, end.signal)
  const beside = await calmChanges(stack, 'beside')
  end.abort()
  const times = await rounds
  const round = times.reduce((sum, each) => sum + each, 0) / times.length
  return [0.5, 0.99].map((share) => ({
    what: `P${share * 100} of changes beside a project that changes ${busy} at once, again and again`,
    value: milliseconds(percentile(beside, share)),
    peer: `${milliseconds(round)} for those ${busy}, ${milliseconds(percentile(alone, share))} alone`,
    ratio: percentile(beside, share) / round,
    budget: '< 0.25',
  }))
}

async function deployBoth({ client }: Stack): Promise<void> {
  const spec = (name: string) => ({ yamlDocument: configMapYaml(name, '0') })
  await client.apply([
    { kind: 'Project', name: 'calm', spec: {} },
    { kind: 'WorkloadDefinition', name: 'busy', spec: spec('busy') },
  ])
  for (let at = 0; at < calm; at++) {
    const name = `calm-${at}`
    await client.apply([
      { kind: 'WorkloadDefinition', name, project: 'calm', spec: spec(name) },
      {
        kind: 'WorkloadInstance',
        name,
        project: 'calm',
        spec: { definition: name, runtime: 'default/bench' },
      },
    ])
  }
  for (let from = 0; from < busy; from += 100) {
    const some = Array.from({ length: 100 }, (_, at) => `busy-${from + at}`)
    await client.apply(
      some.map((name) => ({
        kind: 'WorkloadInstance',
        name,
        spec: { definition: 'busy', runtime: 'bench' },
      })),
    )
  }
  await settled(client)
}

/** Resolves when every workload has its newest definition. */
async function settled({ objects }: Stack['client']): Promise<void> {
  const isAnyLeft = async (): Promise<boolean> => {
    for await (const { observedGeneration, generation } of objects.list('WorkloadInstance'))
      if (observedGeneration !== generation) return true
    return false
  }
  while (await isAnyLeft()) await sleep(1000)
}

/** The milliseconds of each round. */
async function keepBusy({ client }: Stack, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  do {
    const from = performance.now()
    const input = { spec: { yamlDocument: configMapYaml('busy', String(times.length + 1)) } }
    await client.workloadDefinitions.update({ name: 'busy', input })
    await settled(client)
    times.push(performance.now() - from)
  } while (!signal.aborted)
  return times
}

function calmChanges(stack: Stack, mark: string): Promise<number[]> {
  const nameOf = (index: number): string => `calm-${index % calm}`
  return changesOf(stack, { mark, count: changes, rate, nameOf, project: 'calm' })
}
