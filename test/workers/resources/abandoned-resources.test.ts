import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import type { TestCluster } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

let started: PlaneWithRuntime
let plane: TestControlPlane
let cluster: TestCluster
let proxy: TcpProxy
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  ;({ plane, cluster } = started)
  const kubeconfig = (await plane.client.kubeconfig({ name: 'space' })) ?? ''
  const port = new URL(cluster.client.server).port
  proxy = await startTcpProxy(Number(port))
  await plane.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
    {
      kind: 'KubernetesRuntimeInstance',
      name: 'far',
      spec: { definition: 'imported', kubeconfig: kubeconfig.replaceAll(`:${port}`, `:${proxy.port}`) },
    },
  ])
  await plane.ready('KubernetesRuntimeInstance', 'far')
})
afterAll(async () => {
  await proxy?.close()
  await started?.stop()
})

async function deploy(name: string, extra = ''): Promise<void> {
  const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings${extra}}\ndata: {a: b}\n`
  await plane.client.apply([
    { kind: 'WorkloadDefinition', name, spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: 'far', namespace: name } },
  ])
  await plane.ready('WorkloadInstance', name)
}

const noAbandonedResources = (): Promise<true | undefined> =>
  eventually(async () => ((await plane.client.abandonedResources()).length === 0 ? true : undefined), {
    within: 60_000,
  })

describe('a forced deletion', () => {
  it('continues without the cluster, lists the abandoned resources, and deletes them when the cluster returns', async () => {
    await deploy('lost')
    await proxy.cut()
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'lost' }])
    await plane.until('WorkloadInstance', 'lost', ({ status }) =>
      status.conditions.some(({ type, status: is }) => type === 'Reachable' && is === 'False'),
    )
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'lost' }], { force: true })
    await plane.gone('WorkloadInstance', 'lost')
    expect(await plane.client.abandonedResources()).toMatchObject([
      { kind: 'Namespace', name: 'lost', runtimeName: 'far', objectName: 'lost' },
      { kind: 'ConfigMap', namespace: 'lost', name: 'settings', objectKind: 'WorkloadInstance' },
    ])
    expect(await cluster.get('/api/v1/namespaces/lost')).toBeDefined()
    await proxy.open()
    expect(await noAbandonedResources()).toBe(true)
    expect(await cluster.get('/api/v1/namespaces/lost')).toBeUndefined()
  })

  it('leaves resources with a finalizer behind, and tracks them until they are deleted', async () => {
    await deploy('held', ', finalizers: [example.com/hold]')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'held' }])
    const stuck = await plane.until('WorkloadInstance', 'held', ({ status }) =>
      (status.cause?.message ?? '').includes('example.com/hold'),
    )
    expect(stuck.status.phase).toBe('Deleting')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'held' }], { force: true })
    await plane.gone('WorkloadInstance', 'held')
    expect((await plane.client.abandonedResources()).map(({ name }) => name)).toContain('settings')
    await cluster.merge('/api/v1/namespaces/held/configmaps/settings', { metadata: { finalizers: null } })
    await plane.client.objects.reconcile({ kind: 'KubernetesRuntimeInstance', name: 'far' })
    expect(await noAbandonedResources()).toBe(true)
    expect(await cluster.get('/api/v1/namespaces/held')).toBeUndefined()
  })
})
