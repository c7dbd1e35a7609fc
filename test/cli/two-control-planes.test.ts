import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { cliOf } from '../support/run-cli.ts'
import { definition } from '../support/store.ts'

let world: PlaneWithRuntime
let second: TestControlPlane
beforeAll(async () => {
  world = await startPlaneWithRuntime()
  second = await startControlPlane()
  await second.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'space', spec: { provider: 'kubeconfig' } },
    {
      kind: 'KubernetesRuntimeInstance',
      name: 'space',
      spec: {
        definition: 'space',
        defaultRuntime: true,
        kubeconfig: await world.plane.client.kubeconfig({ name: 'space' }),
      },
    },
  ])
  await second.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(async () => {
  await second?.stop()
  await world?.stop()
})

const cli = cliOf(() => second)
const path = '/api/v1/namespaces/shop/configmaps'

function workload(value: string) {
  const document = definition('shop', value).spec.yamlDocument
  return [
    { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument: document } },
    { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop', namespace: 'shop' } },
  ]
}

it('two control planes in one cluster do not affect each other, even with equal kinds, names and ids', async () => {
  const { plane, cluster } = world
  await plane.client.apply(workload('first'))
  const first = await plane.ready('WorkloadInstance', 'shop')
  const before = await cluster.get(`${path}/shop`)
  expect(before).toMatchObject({ data: { value: 'first' } })

  await second.client.apply(workload('second'))
  const refused = await second.until(
    'WorkloadInstance',
    'shop',
    ({ status }) => status.cause?.reason === 'OwnedByAnother',
  )
  expect(refused.id).toBe(first.id)
  expect(refused.status.cause?.message).toContain(
    'belongs to WorkloadInstance default/shop of another control plane',
  )
  expect(await cli(['orphans'])).toMatchObject({
    exit: 0,
    stderr: 'No orphans found.\n',
  })

  const all = ['WorkloadInstance', 'WorkloadDefinition'].map((kind) => ({ kind, name: 'shop' }))
  await second.client.objects.delete(all)
  await second.gone('WorkloadInstance', 'shop')
  expect((await cluster.get(`${path}/shop`))?.metadata).toEqual(before?.metadata)

  await plane.client.objects.delete(all)
  await plane.gone('WorkloadInstance', 'shop')
  await second.client.apply(workload('second'))
  await second.ready('WorkloadInstance', 'shop')
  expect(await cluster.get(`${path}/shop`)).toMatchObject({ data: { value: 'second' } })
})
