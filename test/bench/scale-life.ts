import { setTimeout as sleep } from 'node:timers/promises'
import { objectKind } from '../../client-sdk/index.ts'
import { chunks } from '../../schema/chunks.ts'
import { timed } from './creates.ts'
import { mebibytes, milliseconds, percentile, perSecond, type Figure } from './figures.ts'
import { configMapYaml } from './manifests.ts'
import { workloadsReady } from './reconciles.ts'
import { cpuOf } from './process-cpu.ts'
import { memoryOf, partsOf, spentBy, each, type Pids } from './scale-costs.ts'
import type { Stack } from './stack.ts'

const shared = 'work-shared'

/** Seconds after which a process has been restarted, or a deletion has ended, and its memory is measured. */
const settling = 30

export interface Life {
  pids: Pids
  runtimes: readonly string[]
  /** The workloads that are there, `work-0` and so on. */
  size: number
}

/**
 * Measures what happens to many workloads after they were deployed: single changes, the edit of a definition that half as many
 * instances share, restarts of the server and the worker, and the deletion of everything.
 */
export async function measureLife(stack: Stack, life: Life): Promise<Figure[]> {
  return [
    await measureChange(stack, life),
    ...(await measureSharedEdit(stack, life)),
    ...(await measureRestart(stack, life)),
    ...(await measureDeletion(stack, life)),
  ]
}

/** Measures the time from a change of one definition until its instance is ready again. */
async function measureChange({ client }: Stack, { size }: Life): Promise<Figure> {
  const times: number[] = []
  for (let index = 0; index < 50; index++) {
    const name = `work-${(index * 97) % size}`
    const seconds = await timed(async () => {
      const input = { spec: { yamlDocument: configMapYaml(name, `changed-${index}`) } }
      await client.workloadDefinitions.update({ name, input })
      await client.objects.wait({ kind: 'WorkloadInstance', name }, 'ready', { timeout: 60_000 })
    })
    times.push(seconds * 1000)
  }
  return {
    what: 'a change of one until it is ready, P50',
    value: milliseconds(percentile(times, 0.5)),
    peer: `P99 ${milliseconds(percentile(times, 0.99))}`,
  }
}

/** Measures the first deployment of instances of one definition, and an edit of that. */
async function measureSharedEdit(stack: Stack, { pids, runtimes, size }: Life): Promise<Figure[]> {
  const instances = Math.ceil(size / 2)
  const { client } = stack
  const edit = (value: string): Promise<unknown> =>
    client.apply([
      { kind: 'WorkloadDefinition', name: shared, spec: { yamlDocument: configMapYaml(shared, value) } },
    ])
  const deployed = await spentBy(pids, async () => {
    await edit('0')
    const documents = Array.from({ length: instances }, (_, index) => ({
      kind: 'WorkloadInstance',
      name: `${shared}-${index}`,
      spec: { definition: shared, runtime: runtimes[index % runtimes.length] },
    }))
    for (const together of chunks(documents, 200)) await client.apply(together)
    await workloadsReady(stack)
  })
  const edited = await spentBy(pids, async () => {
    await edit('1')
    await workloadsReady(stack)
  })
  const cpu = each(edited.cpu, instances / 1000)
  const many = instances.toLocaleString('en')
  return [
    {
      what: `${many} instances of one definition: from nothing to ready`,
      value: perSecond(instances / deployed.seconds),
    },
    {
      what: `an edit of a definition with ${many} instances, until all are ready`,
      value: perSecond(instances / edited.seconds),
      ratio: edited.seconds / deployed.seconds,
    },
    {
      what: 'CPU for one of them',
      value: milliseconds(cpu.total),
      peer: partsOf(cpu, milliseconds),
      ratio: edited.cpu.total / deployed.cpu.total,
    },
  ]
}

/** Measures the CPU of all processes from a restart of the server, and of the worker, until they rest again. */
async function measureRestart(stack: Stack, { pids }: Life): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const part of ['server', 'worker'] as const) {
    const former = pids[part]
    const { cpu } = await spentBy(pids, async () => {
      process.kill(former, 'SIGTERM')
      await restarted(stack, part, former)
      pids[part] = await stack.pidOf(part)
      await sleep(settling * 1000)
    })
    const own = cpuOf(pids[part])
    const all = { ...cpu, [part]: own, total: cpu.total - cpu[part] + own }
    figures.push({
      what: `CPU of all until ${settling} s after a restart of the ${part}`,
      value: seconds(all.total),
      peer: partsOf(all, seconds),
    })
  }
  return figures
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}

async function restarted(stack: Stack, part: 'server' | 'worker', former: number): Promise<void> {
  for (;;) {
    const pid = await stack.pidOf(part).catch(() => former)
    if (pid !== former && (await isServing(stack, part))) return
    await sleep(100)
  }
}

async function isServing(stack: Stack, part: 'server' | 'worker'): Promise<boolean> {
  return stack.usage(part).then(
    () => true,
    () => false,
  )
}

/** Measures the deletion of all workloads, and what is left of them in memory. */
async function measureDeletion(stack: Stack, { pids, size }: Life): Promise<Figure[]> {
  const { client } = stack
  const remove = async (kind: 'WorkloadInstance' | 'WorkloadDefinition'): Promise<number> => {
    const names: string[] = []
    for await (const { name } of client.objects.list(kind, { filter: { text: 'work-' } })) names.push(name)
    for (const together of chunks(names, 200))
      await client.objects.delete(together.map((name) => ({ kind, name })))
    while ((await client.objects.count({ kinds: [objectKind(kind)], text: 'work-' })) > 0) await sleep(200)
    return names.length
  }
  let instances = 0
  const spent = await spentBy(pids, async () => {
    instances = await remove('WorkloadInstance')
    await remove('WorkloadDefinition')
  })
  const cpu = each(spent.cpu, instances / 1000)
  await sleep(settling * 1000)
  const memory = memoryOf(pids)
  return [
    {
      what: `deletion of all ${instances.toLocaleString('en')} workloads with their definitions`,
      value: perSecond(instances / spent.seconds),
    },
    {
      what: 'CPU for the deletion of one',
      value: milliseconds(cpu.total),
      peer: partsOf(cpu, milliseconds),
    },
    {
      what: `memory ${settling} s after the deletion of ${size.toLocaleString('en')} workloads`,
      value: mebibytes(memory.total),
      peer: partsOf(memory, mebibytes),
    },
  ]
}
