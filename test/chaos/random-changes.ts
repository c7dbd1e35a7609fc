import { setTimeout as sleep } from 'node:timers/promises'
import { isPlatformError } from '../../schema/errors.ts'
import type { KubeObject } from '../../workers/kube/client.ts'
import type { TestControlPlane, TestProcess } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { clusterOf } from '../support/kubernetes.ts'
import { definition } from '../support/store.ts'

export interface RandomChangesOptions {
  plane: TestControlPlane
  /** How many creates, updates and deletes are asked for. */
  changes: number
  /** What may be killed; each returns what stands in for it. */
  faults: readonly Fault[]
  /** Milliseconds between two faults. */
  faultEvery: number
  seed: number
}

export interface Fault {
  name: string
  inject(): Promise<void>
}

/** What came of it. */
export interface ChaosFigures {
  asked: number
  acknowledged: number
  faults: number
  /** Objects that are not as last asked. */
  lost: string[]
  /** Resources in the cluster that nobody asked for, or twice. */
  duplicated: string[]
  /** Milliseconds from the last change to the last object as asked. */
  converged: number
}

const names = Array.from({ length: 24 }, (_, index) => `chaos-${index}`)

/**
 * Asks for changes at random while parts die, and then compares: every object as last asked, each resource once in the
 * cluster, none left behind.
 */
export async function randomChanges({
  plane,
  changes,
  faults,
  faultEvery,
  seed,
}: RandomChangesOptions): Promise<ChaosFigures> {
  const random = generator(seed)
  const wanted = new Map<string, string>()
  const { client } = plane
  const figures = { asked: 0, acknowledged: 0, faults: 0 }
  let over = false
  const breaking = (async () => {
    while (!over) {
      await sleep(faultEvery)
      const fault = faults[Math.floor(random() * faults.length)]
      if (over || fault === undefined) return
      figures.faults += 1
      await fault.inject()
    }
  })()

  for (let index = 0; index < changes; index++) {
    const name = names[Math.floor(random() * names.length)] ?? ''
    const value = `v${index}`
    const remove = random() < 0.25
    figures.asked += 1
    // An answer that did not arrive says nothing of what was done: ask again until one does, as a person would.
    await persistently(async () => {
      if (remove) await deleteWorkload(client, name)
      else await applyWorkload(client, name, value)
    })
    if (remove) wanted.delete(name)
    else wanted.set(name, value)
    figures.acknowledged += 1
  }
  over = true
  await breaking

  const begun = performance.now()
  const lost = await notAsAsked(plane, wanted)
  const converged = performance.now() - begun
  return { ...figures, lost, duplicated: await duplicates(plane, wanted), converged }
}

type Client = TestControlPlane['client']

async function applyWorkload(client: Client, name: string, value: string): Promise<void> {
  await client.apply([
    definition(name, value),
    { kind: 'WorkloadInstance', name, spec: { definition: name } },
  ])
}

async function deleteWorkload(client: Client, name: string): Promise<void> {
  try {
    await client.objects.delete([
      { kind: 'WorkloadInstance', name },
      { kind: 'WorkloadDefinition', name },
    ])
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
    // One of the two may be gone already.
    const left = await client.objects.get({ kind: 'WorkloadDefinition', name })
    if (left !== undefined && left.deletionRequestedAt === null)
      await client.objects.delete([{ kind: 'WorkloadDefinition', name }])
  }
}

/** Until it is accepted. What is being deleted can be created again once it is gone. */
async function persistently(work: () => Promise<void>): Promise<void> {
  const done = await eventually(
    async () => {
      try {
        await work()
        return true
      } catch (error) {
        if (isPlatformError(error) && ['UNAVAILABLE', 'CONFLICT', 'BLOCKED'].includes(error.code))
          return undefined
        throw error
      }
    },
    { within: 120_000, every: 100 },
  )
  if (done !== true) throw new Error('a change was not accepted within two minutes')
}

async function notAsAsked(plane: TestControlPlane, wanted: ReadonlyMap<string, string>): Promise<string[]> {
  let wrong: string[] = []
  const cluster = await clusterOf(plane, 'space')
  await eventually(
    async () => {
      wrong = []
      for (const name of names) {
        const instance = await plane.client.objects.get({ kind: 'WorkloadInstance', name })
        const value = wanted.get(name)
        if (value === undefined) {
          if (instance !== undefined) wrong.push(`${name} is still there: ${JSON.stringify(instance.status)}`)
        } else if (instance === undefined) wrong.push(`${name} is not there`)
        else if (!instance.ready || instance.observedGeneration !== instance.generation)
          wrong.push(`${name} is ${JSON.stringify(instance.status)}`)
        else {
          const { namespace } = instance.status.outputs as { namespace: string }
          const live = await cluster.get(`/api/v1/namespaces/${namespace}/configmaps/${name}`)
          const found = (live?.['data'] as { value?: string } | undefined)?.value
          if (found !== value) wrong.push(`${name} has ${found} in the cluster, not ${value}`)
        }
      }
      return wrong.length === 0 ? true : undefined
    },
    { within: 120_000, every: 250 },
  )
  await cluster.close()
  return wrong
}

/** Everything of ours in the cluster that is not exactly one ConfigMap and its namespace per wanted workload. */
async function duplicates(plane: TestControlPlane, wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const cluster = await clusterOf(plane, 'space')
  const list = async (path: string): Promise<KubeObject[]> =>
    (
      (await cluster.client.request({
        method: 'GET',
        path,
        query: { labelSelector: 'qleet.io/object-id' },
      })) as { items: KubeObject[] }
    ).items
  const [configMaps, namespaces] = await Promise.all([list('/api/v1/configmaps'), list('/api/v1/namespaces')])
  await cluster.close()
  const extra = configMaps
    .map(({ metadata }) => metadata.name)
    .filter((name, index, all) => !wanted.has(name) || all.indexOf(name) !== index)
  const surplus = namespaces.length - wanted.size
  return surplus === 0
    ? extra
    : [
        ...extra,
        `${surplus} namespaces more than workloads: ${namespaces.map(({ metadata }) => metadata.name).join(', ')}`,
      ]
}

/** Kills one of several processes and starts another in its place. */
export function killing(name: string, processes: TestProcess[], start: () => Promise<TestProcess>): Fault {
  return {
    name,
    inject: async () => {
      await processes.shift()?.kill()
      processes.push(await start())
    },
  }
}

/** mulberry32: the same seed gives the same changes. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
