import { stringOf } from '../../../simulator/json.ts'
import { describe, expect, it } from 'vitest'
import { at } from '../../../simulator/json.ts'
import { envtestAssets } from '../../support/envtest.ts'
import { eventually } from '../../support/eventually.ts'
import { useRealCluster } from '../real-cluster.ts'

/* The simulated controllers against a real API server. */

describe.skipIf(envtestAssets === undefined)('simulated controllers in a real API server', () => {
  const real = useRealCluster()

  const get = async (path: string) => (await real.client.call({ path })).body
  const create = async (path: string, body: object) => {
    const { code } = await real.client.call({ method: 'POST', path, body: body as never })
    expect(code).toBe(201)
  }
  const isGone = (path: string) =>
    eventually(async () => ((await real.client.call({ path })).code === 404 ? true : undefined))
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] },
  }

  it('make workloads ready, and serve the logs of their pods', async () => {
    const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template }
    await create('/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'web' }, spec })
    await create('/api/v1/namespaces/default/services', {
      metadata: { name: 'web' },
      spec: { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80 }] },
    })
    await create('/apis/batch/v1/namespaces/default/jobs', {
      metadata: { name: 'once' },
      spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
    })
    await eventually(async () => {
      const deployment = await get('/apis/apps/v1/namespaces/default/deployments/web')
      const job = await get('/apis/batch/v1/namespaces/default/jobs/once')
      const service = await get('/api/v1/namespaces/default/services/web')
      const isReady = at(deployment, 'status', 'availableReplicas') === 2
      const hasAddress = JSON.stringify(service).includes('203.0.113.')
      return isReady && hasAddress && at(job, 'status', 'succeeded') === 1 ? true : undefined
    })
    const pods = await get('/api/v1/namespaces/default/pods?labelSelector=app%3Dweb')
    const name = stringOf(at((pods['items'] as [never])[0], 'metadata', 'name'))
    const { text } = await real.client.call({ path: `/api/v1/namespaces/default/pods/${name}/log` })
    expect(text).toContain(`simulated line 0 of default/${name}/web`)
  })

  it('serve kinds that are defined later, and collect what an owner leaves', async () => {
    const definition = {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }
    await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
    const widgets = '/apis/example.com/v1/namespaces/default/widgets'
    await eventually(async () =>
      (await real.client.call({ path: widgets })).code === 200 ? true : undefined,
    )
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'owner' } }
    await create(widgets, widget)
    const uid = at(await get(`${widgets}/owner`), 'metadata', 'uid')
    const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'owner', uid }]
    await create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'owned', ownerReferences } })
    await real.client.call({ method: 'DELETE', path: `${widgets}/owner` })
    expect(await isGone('/api/v1/namespaces/default/configmaps/owned')).toBe(true)
  })

  it('empty a namespace before it goes', async () => {
    await create('/api/v1/namespaces', { metadata: { name: 'full' } })
    await create('/api/v1/namespaces/full/configmaps', {
      metadata: { name: 'a', finalizers: ['example.com/wait'] },
    })
    await real.client.call({ method: 'DELETE', path: '/api/v1/namespaces/full' })
    await eventually(async () => {
      const namespace = await get('/api/v1/namespaces/full')
      return JSON.stringify(namespace).includes('SomeFinalizersRemain') ? true : undefined
    })
    const path = '/api/v1/namespaces/full/configmaps/a'
    await real.client.call({
      method: 'PATCH',
      path,
      type: 'application/merge-patch+json',
      body: { metadata: { finalizers: null } },
    })
    expect(await isGone('/api/v1/namespaces/full')).toBe(true)
  })
})
