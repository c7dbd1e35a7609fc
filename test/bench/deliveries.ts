import type { Client } from '../../client-sdk/index.ts'
import { applyObject } from '../../workers/kube/client/cluster.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { poll } from '../support/eventually.ts'
import { milliseconds, percentile, type Figure } from './figures.ts'
import { steadily } from './latency.ts'
import type { Stack } from './stack.ts'
import { watchValues, type Values } from './values.ts'

const deploymentType = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
}

/** Calls per second; they are sent whether or not earlier ones are done. */
const rate = 2

interface Deployment {
  metadata: { name: string; namespace: string }
  spec: { template: { spec: { containers: { image: string }[] } } }
}

const images: Values<Deployment> = {
  path: '/apis/apps/v1/deployments',
  valueOf: ({ spec }) => spec.template.spec.containers[0]?.image ?? '',
}

/**
 * Measures from the call that delivers a build to the patched Deployment in the cluster, seen by a watch, over all applications in
 * turn. The peer is the bare client: from sending the apply to the watch.
 */
export async function measureDeliveries(stack: Stack, applications: number, calls = 100): Promise<Figure[]> {
  const names = Array.from({ length: applications }, (_, index) => `shop-${index}`)
  await createApplications(stack, names)
  const seen = watchValues(stack.cluster, images)
  await seen.started
  const nameOf = (index: number): string => names[index % names.length] ?? ''
  const deliver = async (index: number): Promise<number> => {
    const application = nameOf(index)
    const image = { name: 'example.com/shop', digest: digestOf(index) }
    const from = performance.now()
    const arrived = seen.once(application, `${image.name}@${image.digest}`, '')
    const name = `${application}-${index}`
    await stack.client.deliveries.create({
      input: { name, spec: { application, images: [image], build: index + 1 } },
    })
    return (await arrived) - from
  }
  const apply = async (index: number): Promise<number> => {
    const name = nameOf(index)
    const image = `example.com/shop@${digestOf(index)}`
    const from = performance.now()
    const arrived = seen.once(name, image, 'bare-')
    const signal = new AbortController().signal
    const namespace = `bare-${name}`
    const manifest = deployment(name, { namespace, image })
    await applyObject(
      stack.cluster,
      { type: deploymentType, namespace, name },
      { manifest, signal, force: true },
    )
    return (await arrived) - from
  }
  await steadily(names.length, deliver, rate)
  const before = await usageOf(stack)
  const through = await steadily(calls, (index) => deliver(names.length + index), rate)
  // What follows a delivery is work as well: health, and the records of it.
  await poll(async () => ((await isSettled(stack.client)) ? true : undefined))
  const after = await usageOf(stack)
  const bare = await steadily(calls, apply, rate)
  seen.end()
  const latencies = [0.5, 0.99].map((share) => ({
    what: `delivery to patched Deployment, ${rate} calls/s over ${applications} applications, P${share * 100}`,
    value: milliseconds(percentile(through, share)),
    peer: `${milliseconds(percentile(bare, share))} bare apply`,
    ratio: percentile(through, share) / percentile(bare, share),
    ...(share === 0.5 ? { budget: '<= 150 ms' } : {}),
  }))
  const each = (part: 'server' | 'worker'): Figure => ({
    what: `CPU of the ${part} for each delivery, until it is healthy`,
    value: milliseconds(((after[part].cpu - before[part].cpu) / calls) * 1000),
  })
  return [...latencies, each('server'), each('worker')]
}

async function usageOf({ usage }: Stack) {
  const [server, worker] = await Promise.all([usage('server'), usage('worker')])
  return { server, worker }
}

/** Reports whether all applications run what was delivered last. */
async function isSettled({ applications }: Client): Promise<boolean> {
  for await (const { ready } of applications.list()) if (!ready) return false
  return true
}

function digestOf(index: number): string {
  return `sha256:${index.toString(16).padStart(64, '0')}`
}

/** Creates applications that are delivered into one environment, and waits until their first revisions are healthy. */
async function createApplications({ client, cluster }: Stack, names: readonly string[]): Promise<void> {
  await client.apply([
    { kind: 'Environment', name: 'bench', spec: { settle: 0 } },
    ...names.flatMap((name) => [
      {
        kind: 'WorkloadDefinition',
        name,
        spec: { yamlDocument: JSON.stringify(deployment(name, { image: 'example.com/shop:latest' })) },
      },
      { kind: 'Application', name, spec: { definition: name, environments: [{ environment: 'bench' }] } },
    ]),
  ])
  await poll(async () => {
    let healthy = 0
    for await (const { ready } of client.stages.list()) if (ready) healthy += 1
    return healthy === names.length ? healthy : undefined
  })
  for (const name of names)
    await cluster.request({
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { metadata: { name: `bare-${name}` } },
    })
}

function deployment(name: string, { namespace, image }: { namespace?: string; image: string }): Manifest {
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } },
    },
  }
}
