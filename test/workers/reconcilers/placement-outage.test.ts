import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { definition } from '../../support/store.ts'
import { startFaultyFront, type FaultyFront } from './faulty-front.ts'

const runtimeKind = 'KubernetesRuntimeInstance'

let plane: TestControlPlane
let front: FaultyFront
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
    { kind: runtimeKind, name: 'behind', spec: { definition: 'simulated' } },
    { kind: runtimeKind, name: 'paris', spec: { definition: 'simulated', location: 'Europe:Paris' } },
    definition('app'),
  ])
  await plane.ready(runtimeKind, 'behind')
  await plane.ready(runtimeKind, 'paris')
  front = await startFaultyFront((await plane.client.kubeconfig({ name: 'behind' })) ?? '')
  const { kubeconfig } = front
  const spec = { definition: 'imported', location: 'Europe:Dublin', kubeconfig }
  await plane.client.apply([{ kind: runtimeKind, name: 'dublin', spec }])
  await plane.ready(runtimeKind, 'dublin')
})
afterAll(async () => {
  await front?.close()
  await plane?.stop()
})

it('keeps one location ready and up to date while the region of another is unreachable', async () => {
  const placement = { locations: ['Europe:Dublin', 'Europe:Paris'] }
  await plane.client.apply([
    { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'app', placement } },
  ])
  await plane.ready('WorkloadInstance', 'shop')

  await front.proxy.cut()
  await plane.client.objects.reconcile({ kind: runtimeKind, name: 'dublin' })
  await plane.until(runtimeKind, 'dublin', ({ status }) => status.phase === 'Unreachable')
  await plane.client.apply([definition('app', 'b')])
  const changed = await plane.ready('WorkloadInstance', 'shop-paris')
  expect(changed.generation).toBeGreaterThan(1)
  const shop = await plane.until(
    'WorkloadInstance',
    'shop',
    ({ status }) => status.cause?.name === 'dublin' && status.cause.kind === runtimeKind,
  )
  expect(shop.status.outputs).toMatchObject({
    locations: [
      { location: 'Europe:Dublin', instance: 'shop-dublin', runtime: 'dublin', ready: false },
      { location: 'Europe:Paris', instance: 'shop-paris', runtime: 'paris' },
    ],
  })
  // It stays where it is, although another runtime could take it.
  const { manifestSpec } =
    (await plane.client.objects.get({ kind: 'WorkloadInstance', name: 'shop-dublin' })) ?? {}
  expect(manifestSpec).toMatchObject({ runtime: 'dublin' })

  await front.proxy.open()
  await plane.client.objects.reconcile({ kind: runtimeKind, name: 'dublin' })
  await plane.ready('WorkloadInstance', 'shop')
})
