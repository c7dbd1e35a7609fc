import { expect, it, onTestFinished } from 'vitest'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import { containersIn } from '../../../../workers/cluster-queries/metrics-server.ts'
import { deployments } from '../../../../workers/delivery/canary-measurement.ts'
import { createKubeClient } from '../../../../workers/kube/client/client.ts'
import { createDiscovery } from '../../../../workers/kube/client/discovery.ts'
import { Watch } from '../../../../workers/kube/client/watch.ts'
import { startServer } from './misbehaving-server.ts'

/** The responses of a server that has nothing, as libraries of Go write it. */
const nothing: Record<string, object> = {
  '/apis': { kind: 'APIGroupList', groups: null },
  '/api/v1': { kind: 'APIResourceList', groupVersion: 'v1', resources: null },
  '/apis/apps/v1': {
    kind: 'APIResourceList',
    groupVersion: 'apps/v1',
    resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true, verbs: null }],
  },
  '/apis/apps/v1/deployments': { metadata: { resourceVersion: '7' }, items: null },
  '/apis/metrics.k8s.io/v1beta1/namespaces/a/pods': { kind: 'PodMetricsList', items: null },
}

it('arrays of API servers that are null are empty', async () => {
  const server = await startServer(({ url = '' }, response) => {
    const [path = '', query = ''] = url.split('?')
    // A watch ends at once.
    response.end(query.includes('watch=true') ? '' : JSON.stringify(nothing[path]))
  })
  const access = { server: server.url, policy: trustedPolicy }
  const client = createKubeClient({ access })
  onTestFinished(() => client.close())
  const discovery = createDiscovery(client)
  const signal = AbortSignal.timeout(5000)
  expect(await discovery.findAny('apps', 'Deployment')).toBeUndefined()
  expect(await discovery.find('v1', 'Pod')).toBeUndefined()
  expect(await discovery.find('apps/v1', 'Deployment')).toEqual(deployments)
  expect(await discovery.appliable()).toEqual([])
  const listed: unknown[] = []
  const watch = new Watch(client, deployments, {
    changed: () => undefined,
    listed: async (resources) => void listed.push(resources),
  })
  await watch.follow(signal)
  expect(listed).toEqual([[]])
  const cluster = { runtimeId: '1', client, access, discovery }
  expect(await containersIn(cluster, 'a', signal)).toEqual([])
})

it('arrays of API servers must be there', async () => {
  const server = await startServer((_, response) => response.end('{"metadata":{"resourceVersion":"7"}}'))
  const client = createKubeClient({ access: { server: server.url, policy: trustedPolicy } })
  onTestFinished(() => client.close())
  const discovery = createDiscovery(client)
  const watch = new Watch(client, deployments, { changed: () => undefined, listed: async () => undefined })
  for (const asking of [
    () => discovery.findAny('apps', 'Deployment'),
    () => discovery.find('v1', 'Pod'),
    () => watch.follow(AbortSignal.timeout(5000)),
  ])
    await expect(asking()).rejects.toMatchObject({ failure: 'garbled', reason: 'NotKubernetes' })
})
