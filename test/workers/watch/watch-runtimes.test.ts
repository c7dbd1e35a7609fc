import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../workers/api-client.ts'
import { listRuntimes } from '../../../workers/watch/watch-runtimes.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { defaultRuntime, definition } from '../../support/store.ts'
import { startFaultyFront, type FaultyFront } from '../reconcilers/faulty-front.ts'

const kind = 'KubernetesRuntimeInstance'

let plane: TestControlPlane
let front: FaultyFront
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    ...defaultRuntime,
    { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
  ])
  await plane.ready(kind, 'space')
  front = await startFaultyFront((await plane.client.kubeconfig({ name: 'space' })) ?? '')
  await plane.client.apply([
    { kind, name: 'far', spec: { definition: 'imported', kubeconfig: front.kubeconfig } },
    definition('work'),
    {
      kind: 'WorkloadInstance',
      name: 'work',
      spec: { definition: 'work', runtime: 'far', namespace: 'shop' },
    },
  ])
  await plane.ready('WorkloadInstance', 'work')
}, 120_000)
afterAll(async () => {
  await front?.close()
  await plane?.stop()
})

it('finds every runtime, even with more than one page', async () => {
  const worker = createClient({ url: plane.url, token: plane.workerToken })
  const names = (await listRuntimes(worker, 1)).map(({ name }) => name)
  expect(names.sort()).toEqual(['far', 'space'])
})

it('restores resources that are deleted before their kind is watched', async () => {
  const cluster = await clusterOf(plane, 'space')
  const watched = '/api/v1/namespaces/shop/configmaps/work'
  await cluster.delete(watched)
  await eventually(() => cluster.get(watched), { within: 60_000 })
  await plane.ready('WorkloadInstance', 'work')
  const yamlDocument = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: first}\n'
  await plane.client.apply([
    { kind: 'WorkloadDefinition', name: 'first', spec: { yamlDocument } },
    {
      kind: 'WorkloadInstance',
      name: 'first',
      spec: { definition: 'first', runtime: 'far', namespace: 'shop' },
    },
  ])
  await plane.ready('WorkloadInstance', 'first')
  const path = '/api/v1/namespaces/shop/serviceaccounts/first'
  // Within the seconds before a worker knows that there are service accounts to watch.
  await cluster.delete(path)
  expect(await eventually(() => cluster.get(path), { within: 60_000 })).toBeDefined()
  await cluster.close()
}, 60_000)

it('notices drift in a cluster that has returned, although its earlier connections are stalled indefinitely', async () => {
  await front.proxy.stall()
  await plane.client.objects.reconcile({ kind, name: 'far' })
  await plane.until(kind, 'far', ({ status }) => status.phase === 'Unreachable')
  front.proxy.reopen()
  await plane.ready(kind, 'far')
  await plane.ready('WorkloadInstance', 'work')
  const cluster = await clusterOf(plane, 'space')
  const path = '/api/v1/namespaces/shop/configmaps/work'
  const value = async (): Promise<unknown> =>
    ((await cluster.get(path)) as { data?: { value?: string } } | undefined)?.data?.value
  // Waits until the reconciles that the return has triggered are over; only the watch can notice a later change.
  await eventually(async () => ((await value()) === 'a' ? true : undefined))
  await cluster.merge(path, { data: { value: 'drifted' } })
  expect(await eventually(async () => ((await value()) === 'a' ? true : undefined), { within: 60_000 })).toBe(
    true,
  )
  await cluster.close()
}, 180_000)

it('notices that a cluster does not respond any more, although nothing is reconciled there', async () => {
  await front.proxy.cut()
  await plane.until(kind, 'far', ({ status }) => status.phase === 'Unreachable')
  await front.proxy.open()
  await plane.ready(kind, 'far')
}, 180_000)
