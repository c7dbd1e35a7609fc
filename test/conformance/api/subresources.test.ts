import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { apiOf } from '../support/api.ts'
import { configMap, deployment, pod } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

const running = ({ status }: KubeObject): boolean => (status as { phase: string }).phase === 'Running'

onEachTarget('subresources', (target) => {
  const setup = async () => {
    const namespace = await target().namespace()
    return {
      api: apiOf(target().client),
      core: `/api/v1/namespaces/${namespace}`,
      apps: `/apis/apps/v1/namespaces/${namespace}`,
    }
  }

  it('scale reads and writes only the number of pods', async () => {
    const { api, apps } = await setup()
    await api.post(`${apps}/deployments`, deployment('web'))
    expect(await api.get(`${apps}/deployments/web/scale`)).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 1 },
      status: { selector: 'app=web' },
    })
    const scaled = await api.put(`${apps}/deployments/web/scale`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'web' },
      spec: { replicas: 3 },
    })
    expect(scaled).toMatchObject({ spec: { replicas: 3 } })
    await api.until(
      `${apps}/deployments/web`,
      ({ status }) => (status as { readyReplicas?: number }).readyReplicas === 3,
    )
    await expect(
      api.patch(`${apps}/deployments/web/scale`, { spec: { replicas: -1 } }),
    ).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ),
    })
  })

  it('status and spec are written independently', async () => {
    const { api, apps } = await setup()
    const { metadata } = await api.post(`${apps}/statefulsets`, {
      ...deployment('db', { replicas: 0, serviceName: 'db' }),
      kind: 'StatefulSet',
    })
    const path = `${apps}/statefulsets/db`
    const patched = await api.patch(`${path}/status`, {
      spec: { replicas: 5 },
      status: { readyReplicas: 7, replicas: 7 },
    })
    expect(patched).toMatchObject({
      spec: { replicas: 0 },
      status: { readyReplicas: 7 },
      metadata: { generation: metadata.generation },
    })
    const edited = await api.patch(path, { metadata: { labels: { a: 'b' } }, status: { readyReplicas: 99 } })
    expect(edited['status']).not.toMatchObject({ readyReplicas: 99 })
  })

  it('do not exist if a kind has none', async () => {
    const { api, core } = await setup()
    await api.post(`${core}/configmaps`, configMap('one'))
    await expect(api.get(`${core}/configmaps/one/status`)).rejects.toMatchObject({
      status: 404,
      reason: 'NotFound',
    })
    await expect(api.get(`${core}/configmaps/one/scale`)).rejects.toMatchObject({ status: 404 })
  })

  it('eviction deletes a pod that no budget protects', async () => {
    const { api, core } = await setup()
    await api.post(`${core}/pods`, pod('one'))
    await api.until(`${core}/pods/one`, running)
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'one' } }
    expect(await api.post(`${core}/pods/one/eviction`, eviction)).toMatchObject({
      kind: 'Status',
      status: 'Success',
    })
    await api.gone(`${core}/pods/one`)
  })

  it('eviction is refused with 429 if it would violate a budget', async () => {
    const { api, core, apps } = await setup()
    await api.post(`/apis/policy/v1${core.replace('/api/v1', '')}/poddisruptionbudgets`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'keep' },
      spec: { minAvailable: '100%', selector: { matchLabels: { app: 'web' } } },
    })
    await api.post(`${apps}/deployments`, deployment('web', { replicas: 2 }))
    await api.until(
      `/apis/policy/v1${core.replace('/api/v1', '')}/poddisruptionbudgets/keep`,
      ({ status }) => (status as { currentHealthy?: number }).currentHealthy === 2,
    )
    const { items } = (await api.get(`${core}/pods`, { labelSelector: 'app=web' })) as unknown as {
      items: KubeObject[]
    }
    const name = items[0]?.metadata.name ?? ''
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } }
    await expect(api.post(`${core}/pods/${name}/eviction`, eviction)).rejects.toMatchObject({
      failure: 'throttled',
      status: 429,
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
    })
  })
})
