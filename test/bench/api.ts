import { join } from 'node:path'
import { chunks } from '../../schema/chunks.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import {
  clients,
  graphqlOperations,
  knownIn,
  restOperations,
  sender,
  type Operation,
  type Target,
} from './api-operations.ts'
import { milliseconds, type Figure } from './figures.ts'
import { configMapYaml } from './manifests.ts'
import { cpuOf } from './process-cpu.ts'
import { profiled } from './profile.ts'
import { createWorkloads, workloadsReady } from './reconciles.ts'
import type { Stack } from './stack.ts'
import { openThreeport, type Threeport } from './threeport.ts'

export interface ApiOptions {
  /** How many workloads are present. */
  workloads: number
  /** How many objects are in the store; definitions are added to the workloads. @default those of the workloads */
  objects?: number | undefined
  /** Measures the operations with this text in their name. @default all */
  only?: string | undefined
  /** The folder for CPU profiles of the server, one for each operation. The profiler itself costs CPU. @default none is written */
  profiles?: string | undefined
  /** Measures its REST API in turn, with as many objects. @default only QleetOS is measured */
  threeport?: Threeport | undefined
  /** How often the two are measured. @default 3 */
  rounds?: number | undefined
}

/**
 * Measures the CPU that the server, Postgres and NATS take together for one operation of the API, with so many workloads present.
 * No worker runs meanwhile, so that what follows from a write is not counted.
 */
export async function measureApi(
  stack: Stack,
  { workloads, objects = 2 * workloads, only = '', profiles, threeport, rounds = 3 }: ApiOptions,
): Promise<Figure[]> {
  const all = [...restOperations, ...graphqlOperations(stack.documents)]
  const chosen = all.filter(({ what }) => what.includes(only))
  if (chosen.length === 0) throw new Error(unknownOperation(only, all))
  const names = Array.from({ length: workloads }, (_, index) => `work-${index}`)
  await createWorkloads(stack.client, names)
  await workloadsReady(stack)
  await addDefinitions(stack, objects - 2 * workloads)
  const { send, close } = sender(stack)
  const pids = await Promise.all((['server', 'postgres', 'nats'] as const).map((part) => stack.pidOf(part)))
  const own: Target = { send, pids, known: await knownIn(send) }
  const peer = threeport && (await openThreeport(threeport, { workloads, definitions: objects - workloads }))
  await stack.signal('worker', 'SIGSTOP')
  try {
    const figures: Figure[] = []
    for (const operation of chosen)
      figures.push(
        peer === undefined || operation.ofThreeport === undefined
          ? figureOf(operation, await cpuOfEach(operation, own, { profiles }))
          : await comparedFigure(operation, [own, peer], rounds),
      )
    return figures
  } finally {
    await stack.signal('worker', 'SIGCONT')
    await Promise.all([close(), peer?.close()])
  }
}

function unknownOperation(only: string, all: readonly Operation[]): string {
  const known = all.map(({ what }) => `\n  ${what}`).join('')
  return `No operation has "${only}" in its name. The operations are:${known}`
}

/** Adds so many definitions, which no worker has to do anything for. */
async function addDefinitions({ client }: Stack, count: number): Promise<void> {
  const documents = Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const name = `other-${index}`
    return { kind: 'WorkloadDefinition', name, spec: { yamlDocument: configMapYaml(name, '0') } }
  })
  for (const together of chunks(documents, 500)) await client.apply(together)
}

/** Returns the CPU of one operation in milliseconds, of each process of the target. */
async function cpuOfEach(
  { what, count, run }: Operation,
  target: Target,
  { profiles, turn = 0 }: { profiles?: string | undefined; turn?: number } = {},
): Promise<number[]> {
  const warmUp = Math.ceil(count / 10)
  const first = turn * (warmUp + count)
  const numbers = Array.from({ length: warmUp + count }, (_, index) => first + index)
  await mapWithLimit(numbers.slice(0, warmUp), clients, (index) => run(target, index))
  const before = target.pids.map(cpuOf)
  const work = (): Promise<unknown> =>
    mapWithLimit(numbers.slice(warmUp), clients, (index) => run(target, index))
  if (profiles === undefined) await work()
  else await profiled({ pid: target.pids[0] ?? 0, file: join(profiles, `${what}.cpuprofile`) }, work)
  return target.pids.map((pid, index) => ((cpuOf(pid) - (before[index] ?? 0)) * 1000) / count)
}

function figureOf(
  { what, goal }: Operation,
  [server = 0, postgres = 0, nats = 0]: readonly number[],
): Figure {
  return {
    what: `CPU of ${what}`,
    value: milliseconds(server + postgres + nats),
    peer: `server ${milliseconds(server)}, Postgres ${milliseconds(postgres)}, NATS ${milliseconds(nats)}`,
    budget: `<= ${milliseconds(goal)}`,
  }
}

/** Measures both in turn. Which one is first changes, because the second finds the machine warm. */
async function comparedFigure(
  operation: Operation,
  [own, peer]: readonly [Target, Target],
  rounds: number,
): Promise<Figure> {
  const mean = new Map([own, peer].map((target) => [target, 0]))
  for (let turn = 0; turn < rounds; turn++)
    for (const target of turn % 2 === 0 ? [own, peer] : [peer, own])
      mean.set(target, (mean.get(target) ?? 0) + sum(await cpuOfEach(operation, target, { turn })) / rounds)
  const [value = 0, other = 0] = mean.values()
  return {
    what: `CPU of ${operation.what}`,
    value: milliseconds(value),
    peer: `${milliseconds(other)} Threeport`,
    ratio: value / other,
    budget: `<= ${operation.ofThreeport} of Threeport`,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
