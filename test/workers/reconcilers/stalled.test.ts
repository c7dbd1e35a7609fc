import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
let plane: TestControlPlane
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  ;({ plane } = started)
})
afterAll(() => started?.stop())

const pod = (image: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: "${image}"}]}\n`

const isStalled = ({ status: { stalled } }: { status: { stalled: boolean } }): boolean => stalled

describe('an object that no retry helps', () => {
  it('is stalled once its image has been missing for a while, and recovers with another image', async () => {
    const workload = (image: string) => [
      { kind: 'WorkloadDefinition', name: 'image', spec: { yamlDocument: pod(image) } },
      { kind: 'WorkloadInstance', name: 'image', spec: { definition: 'image', replace: true } },
    ]
    await plane.client.apply(workload('example.com/no-such-app:1'))
    const failing = await plane.until(
      'WorkloadInstance',
      'image',
      ({ status }) => status.cause?.reason === 'ImagePullBackOff',
    )
    const startedAt = Date.parse(failing.status.cause?.since ?? '')
    const { status } = await plane.until('WorkloadInstance', 'image', isStalled)
    const [stalled] = status.conditions.filter(({ type }) => type === 'Stalled')
    expect(stalled).toMatchObject({ status: 'True', reason: 'ImagePullBackOff' })
    expect(Date.parse(stalled?.lastTransitionTime ?? '') - startedAt).toBeGreaterThan(3000)
    expect(status.retryable).toBe(true)
    await plane.client.apply(workload('example.com/app:1'))
    const { status: fine } = await plane.ready('WorkloadInstance', 'image')
    expect(fine).toMatchObject({ stalled: false, retryable: true })
  })

  it('is stalled with the runtime that it waits for, and recovers with it', async () => {
    await plane.client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
      { kind: 'KubernetesRuntimeInstance', name: 'blocked', spec: { definition: 'own' } },
      { kind: 'WorkloadDefinition', name: 'in-it', spec: { yamlDocument: pod('example.com/app:1') } },
      { kind: 'WorkloadInstance', name: 'in-it', spec: { definition: 'in-it', runtime: 'blocked' } },
    ])
    const { status } = await plane.until('WorkloadInstance', 'in-it', isStalled)
    expect(status).toMatchObject({ phase: 'Waiting', retryable: false, cause: { reason: 'NoKubeconfig' } })
    const kubeconfig = (await plane.client.kubeconfig({ name: 'space' })) ?? ''
    await plane.client.kubernetesRuntimeInstances.update({ name: 'blocked', input: { spec: { kubeconfig } } })
    await plane.ready('KubernetesRuntimeInstance', 'blocked')
    await plane.ready('WorkloadInstance', 'in-it')
  })
})
