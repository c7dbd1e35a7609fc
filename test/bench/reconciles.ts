import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { chunks } from '../../schema/chunks.ts'
import { defined } from '../../schema/defined.ts'
import { applyObject } from '../../workers/kube/client/cluster.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import { timed } from './creates.ts'
import { mebibytes, perSecond, type Figure } from './figures.ts'
import { configMap, configMapYaml } from './manifests.ts'
import type { Stack } from './stack.ts'

const namespaceType = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false }
export const configMapType = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
}

/**
 * Measures workloads from creation to ready, all created at once: at least one reconcile and two resources each. The peer is
 * the client that workers use, applying the same resources bare.
 */
export async function measureReconciles(stack: Stack, count: number): Promise<Figure[]> {
  const names = Array.from({ length: count }, (_, index) => `work-${index}`)
  const before = await stack.usage('worker')
  const seconds = await timed(async () => {
    await createWorkloads(stack.client, names)
    await workloadsReady(stack)
  })
  const cpu = (await stack.usage('worker')).cpu - before.cpu
  const bare = await timed(() => mapWithLimit(names, 32, (name) => applyBare(stack, name)))
  const [server, worker] = await Promise.all([stack.usage('server'), stack.usage('worker')])
  return [
    {
      what: `reconciles: ${count} workloads from nothing to ready`,
      value: perSecond(count / seconds),
      peer: `${perSecond(count / bare)} bare`,
      ratio: bare / seconds,
    },
    {
      what: 'reconciles for each second of CPU of the worker',
      value: perSecond(count / cpu),
    },
    { what: `memory of the server after ${count} workloads`, value: mebibytes(server.memory) },
    { what: `memory of the worker after ${count} workloads`, value: mebibytes(worker.memory) },
  ]
}

/**
 * Creates workloads with a ConfigMap each, with a hundred in a request.
 *
 * @param runtimes The runtimes that they are placed in, in turn. Default: the default runtime
 */
export async function createWorkloads(
  client: Client,
  names: readonly string[],
  runtimes: readonly string[] = [],
): Promise<void> {
  const documents = names.map((name, index) => {
    const runtime = runtimes[index % runtimes.length]
    return [
      { kind: 'WorkloadDefinition', name, spec: { yamlDocument: configMapYaml(name, '0') } },
      { kind: 'WorkloadInstance', name, spec: { definition: name, ...defined({ runtime }) } },
    ]
  })
  for (const together of chunks(documents, 100)) await client.apply(together.flat())
}

/**
 * Resolves when all workloads are ready; each look is one cheap query. An instance that has not observed an edit is not ready, but may
 * still have the phase that it had.
 */
export async function workloadsReady({
  client,
  documents,
}: Pick<Stack, 'client' | 'documents'>): Promise<void> {
  const filter = { kinds: ['WorkloadInstance' as const], ready: false, text: 'work-' }
  for (;;) {
    const { result } = await client.execute(documents.ListObjectsDocument, { first: 1, filter })
    if (result?.nodes.length === 0) return
    await sleep(100)
  }
}

async function applyBare({ cluster }: Stack, name: string): Promise<void> {
  const namespace = `bare-${name}`
  const { signal } = new AbortController()
  const labels = { 'app.kubernetes.io/managed-by': 'bench' }
  const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } }
  await applyObject(
    cluster,
    { type: namespaceType, namespace: '', name: namespace },
    { manifest, signal, force: true },
  )
  await applyObject(
    cluster,
    { type: configMapType, namespace, name },
    { manifest: configMap(name, { namespace, value: '0', labels }), signal, force: true },
  )
}
