import { setTimeout as sleep } from 'node:timers/promises'
import { applyObject } from '../../workers/kube/client/cluster.ts'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { configMap, configMapYaml } from './manifests.ts'
import { configMapType } from './reconciles.ts'
import type { Stack } from './stack.ts'
import { watchValues } from './values.ts'

/** Changes per second; they are sent whether or not earlier ones are done. */
const rate = 50

/**
 * Measures from sending the change of a definition to the patched object in the cluster, seen by a watch, with changes at
 * a steady rate over all workloads of {@link measureReconciles}. The peer is the bare client: from sending the
 * apply to the watch.
 */
export async function measureLatency(stack: Stack, workloads: number, changes = 500): Promise<Figure[]> {
  const seen = watchValues(stack.cluster)
  await seen.started
  const change = async (index: number): Promise<number> => {
    const name = `work-${index % workloads}`
    const value = `changed-${index}`
    const from = performance.now()
    const arrived = seen.once(name, value, '')
    await stack.client.workloadDefinitions.update({
      name,
      input: { spec: { yamlDocument: configMapYaml(name, value) } },
    })
    return (await arrived) - from
  }
  const apply = async (index: number): Promise<number> => {
    const name = `work-${index % workloads}`
    const value = `changed-${index}`
    const from = performance.now()
    const arrived = seen.once(name, value, 'bare-')
    const namespace = `bare-${name}`
    const labels = { 'app.kubernetes.io/managed-by': 'bench' }
    await applyObject(
      stack.cluster,
      { type: configMapType, namespace, name },
      {
        manifest: configMap(name, { namespace, value, labels }),
        signal: new AbortController().signal,
        force: true,
      },
    )
    return (await arrived) - from
  }
  await steadily(100, change)
  const through = await steadily(changes, (index) => change(index + 100))
  const bare = await steadily(changes, apply)
  seen.end()
  return [0.5, 0.99].map((share) => ({
    what: `change to patched object, ${rate} changes/s over ${workloads} workloads, P${share * 100}`,
    value: milliseconds(percentile(through, share)),
    peer: `${milliseconds(percentile(bare, share))} bare apply`,
    ratio: percentile(through, share) / percentile(bare, share),
    budget: share === 0.5 ? '<= 150 ms' : '<= 1 s',
  }))
}

export interface Changes {
  count: number
  /** Changes per second. */
  rate: number
  /** A part of the values, so that those of two series differ. */
  mark: string
  /** The name of the definition, and of its ConfigMap, that a change applies to. */
  nameOf(index: number): string
  /** @default the default project */
  project?: string
}

/** Returns the milliseconds from sending each change of a definition to the patched object in the cluster. */
export async function changesOf(
  { cluster, client }: Stack,
  { count, rate: perSecond, mark, nameOf, project }: Changes,
): Promise<number[]> {
  const seen = watchValues(cluster)
  await seen.started
  const change = async (index: number): Promise<number> => {
    const name = nameOf(index)
    const value = `${mark}-${index}`
    const from = performance.now()
    const arrived = seen.once(name, value, '')
    const input = { spec: { yamlDocument: configMapYaml(name, value) } }
    await client.workloadDefinitions.update({ name, project, input })
    return (await arrived) - from
  }
  const times = await steadily(count, change, perSecond)
  seen.end()
  return times
}

export async function steadily(
  count: number,
  work: (index: number) => Promise<number>,
  perSecond = rate,
): Promise<number[]> {
  const from = performance.now()
  const running: Promise<number>[] = []
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, from + (index * 1000) / perSecond - performance.now()))
    const each = work(index)
    // An error meanwhile is reported in the end, when the control plane can still be stopped.
    each.catch(() => undefined)
    running.push(each)
  }
  return Promise.all(running)
}
