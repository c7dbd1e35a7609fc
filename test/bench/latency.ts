import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../../schema/manifests.ts'
import { applyObject } from '../../workers/kube/cluster.ts'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { configMap, configMapYaml } from './manifests.ts'
import { configMapType } from './reconciles.ts'
import type { Stack } from './stack.ts'

/** Changes a second; they come whether or not earlier ones are through. */
const rate = 50

/**
 * From sending the change of a definition to the patched object in the cluster, seen by a watch, while changes come at
 * a steady rate over all workloads that {@link measureReconciles} made. The peer is the bare client: from sending the
 * apply to the watch.
 */
export async function measureLatency(stack: Stack, workloads: number, changes = 500): Promise<Figure[]> {
  const seen = watchValues(stack)
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

async function steadily(count: number, work: (index: number) => Promise<number>): Promise<number[]> {
  const from = performance.now()
  const running: Promise<number>[] = []
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, from + (index * 1000) / rate - performance.now()))
    running.push(work(index))
  }
  return Promise.all(running)
}

/** Tells when a ConfigMap of that name in a namespace with that prefix has that value. */
function watchValues({ cluster }: Stack) {
  const waiting = new Map<string, (at: number) => void>()
  const end = new AbortController()
  const began = Promise.withResolvers<undefined>()
  const run = async (): Promise<void> => {
    const path = '/api/v1/configmaps'
    const list = await cluster.request({ method: 'GET', path, query: { limit: '1' } })
    const metadata = isRecord(list) && isRecord(list['metadata']) ? list['metadata'] : {}
    const query = { watch: 'true', resourceVersion: String(metadata['resourceVersion']) }
    began.resolve(undefined)
    for await (const event of cluster.stream({ method: 'GET', path, query, signal: end.signal })) {
      const { object } = event as { object: { metadata: { name: string; namespace: string }; data?: Values } }
      const place = object.metadata.namespace.startsWith('bare-') ? 'bare-' : ''
      const key = `${place}${object.metadata.name} ${object.data?.['value'] ?? ''}`
      waiting.get(key)?.(performance.now())
      waiting.delete(key)
    }
  }
  run().catch((error: unknown) => {
    if (!end.signal.aborted) began.reject(error)
  })
  return {
    started: began.promise,
    once: (name: string, value: string, place: string): Promise<number> =>
      new Promise((resolve) => waiting.set(`${place}${name} ${value}`, resolve)),
    end: () => end.abort(),
  }
}

type Values = Record<string, string>
