import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf, type TestCluster } from '../../support/kubernetes.ts'
import { defaultRuntime, definition } from '../../support/store.ts'

let plane: TestControlPlane
let cluster: TestCluster
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    ...defaultRuntime,
    definition('app'),
    { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } },
  ])
  await plane.ready('WorkloadInstance', 'app')
  cluster = await clusterOf(plane, 'space')
})
afterAll(async () => {
  await cluster?.close()
  await plane?.stop()
})

const proxy = '/api/v1/namespaces/forward-proxy-system'
const originalHost = 'forward-proxy.forward-proxy-system.svc.cluster.local'
const proxyWorkload = 'forward-proxy-space'

function dependency(name: string, upstreamHost: string, upstreamPath = '/') {
  return {
    kind: 'WorkloadServiceDependency',
    name,
    spec: { workloadInstance: 'app', upstreamHost, upstreamPath },
  }
}

interface VirtualHost {
  name: string
  domains: string[]
  routes: { route: { host_rewrite_literal: string } }[]
}

async function virtualHosts(): Promise<VirtualHost[]> {
  const object = await cluster.get(`${proxy}/configmaps/forward-proxy`)
  const data = object?.['data'] as Record<string, string> | undefined
  const routes = parse(data?.['routes.yaml'] ?? '') as {
    resources: { virtual_hosts: VirtualHost[] }[]
  } | null
  const hosts = routes?.resources[0]?.virtual_hosts ?? []
  return hosts.filter(({ name }) => name !== 'unknown-host')
}

async function podUids(): Promise<(string | undefined)[]> {
  const list = (await cluster.client.request({ method: 'GET', path: `${proxy}/pods` })) as {
    items: { metadata: { uid: string } }[]
  }
  return list.items.map(({ metadata }) => metadata.uid)
}

describe('WorkloadServiceDependency', () => {
  it('creates a proxy in the runtime for the first dependency, and gives the application its address', async () => {
    await plane.client.apply([dependency('rpc', 'rpc.ankr.com', '/eth')])
    const { status } = await plane.ready('WorkloadServiceDependency', 'rpc')
    const app = await plane.ready('WorkloadInstance', 'app')
    const { namespace } = app.status.outputs as { namespace: string }
    expect(status.outputs).toEqual({
      address: `http://rpc.${namespace}.svc.cluster.local`,
      legacyAddress: `http://${originalHost}`,
    })
    expect(await cluster.get(`/api/v1/namespaces/${namespace}/services/rpc`)).toMatchObject({
      spec: { type: 'ExternalName', externalName: originalHost },
    })
    const [host] = await virtualHosts()
    expect(host?.domains).toEqual(
      expect.arrayContaining([`rpc.${namespace}.svc.cluster.local`, originalHost]),
    )
    expect(host?.routes[0]?.route.host_rewrite_literal).toBe('rpc.ankr.com')
  })

  it('changes the upstream without restarting the proxy', async () => {
    const before = await podUids()
    expect(before).toHaveLength(1)
    await plane.client.workloadServiceDependencies.update({
      name: 'rpc',
      input: { spec: { upstreamHost: 'eth-rpc.gateway.pokt.network', upstreamPath: '/' } },
    })
    const changed = await eventually(async () =>
      (await virtualHosts())[0]?.routes[0]?.route.host_rewrite_literal === 'eth-rpc.gateway.pokt.network'
        ? true
        : undefined,
    )
    expect(changed).toBe(true)
    await plane.ready('WorkloadServiceDependency', 'rpc')
    expect(await podUids()).toEqual(before)
  })

  it('creates a virtual host for each of several dependencies, and the original address for none of them', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `api-${index}`)
    await plane.client.apply(names.map((name) => dependency(name, `${name}.example.com`)))
    for (const name of names) await plane.ready('WorkloadServiceDependency', name)
    const complete = await eventually(async () => {
      const hosts = await virtualHosts()
      return hosts.length === 7 && hosts.every(({ domains }) => !domains.includes(originalHost))
        ? hosts
        : undefined
    })
    expect(complete).toHaveLength(7)
    const first = await eventually(async () => {
      const object = await plane.client.objects.get({ kind: 'WorkloadServiceDependency', name: 'rpc' })
      return (object?.status.outputs as { legacyAddress?: string }).legacyAddress === undefined
        ? true
        : undefined
    })
    expect(first).toBe(true)
  })

  it('changes nothing about the others while the proxy takes in one more', async () => {
    const versionOf = async (): Promise<number | undefined> =>
      (await plane.client.objects.get({ kind: 'WorkloadServiceDependency', name: 'api-0' }))?.version
    await plane.ready('WorkloadServiceDependency', 'api-0')
    const before = await versionOf()
    await plane.client.apply([dependency('api-more', 'more.example.com')])
    await plane.ready('WorkloadServiceDependency', 'api-more')
    expect(await versionOf()).toBe(before)
    await plane.client.objects.delete([{ kind: 'WorkloadServiceDependency', name: 'api-more' }])
    await plane.gone('WorkloadServiceDependency', 'api-more')
  })

  it('leaves an address to the dependency that had it first', async () => {
    await plane.client.apply([dependency('API.0', 'other.example.com')])
    const { status } = await plane.until(
      'WorkloadServiceDependency',
      'API.0',
      (object) => object.status.phase === 'Failed',
    )
    expect(status.cause).toMatchObject({ reason: 'AddressTaken' })
    expect(status.cause?.message).toContain('already belongs to dependency api-0')
    const hosts = await virtualHosts()
    expect(hosts.filter(({ domains }) => domains[0]?.startsWith('api-0.'))).toHaveLength(1)
    await plane.client.objects.delete([{ kind: 'WorkloadServiceDependency', name: 'API.0' }])
    await plane.gone('WorkloadServiceDependency', 'API.0')
    expect(await virtualHosts()).toHaveLength(7)
  })

  it('assigns a released address to the waiting dependency at once', async () => {
    const kind = 'WorkloadServiceDependency'
    await plane.client.apply([dependency('twin', 'one.example.com')])
    await plane.ready(kind, 'twin')
    await plane.client.apply([dependency('TWIN', 'other.example.com')])
    const waiting = await plane.until(kind, 'TWIN', ({ status }) => status.cause?.reason === 'AddressTaken')
    // Without a trigger it would reconcile only much later.
    expect(Date.parse(waiting.status.cause?.retryAt ?? '') - Date.now()).toBeGreaterThan(5 * 60_000)
    await plane.client.objects.delete([{ kind, name: 'twin' }])
    await plane.ready(kind, 'TWIN')
    await plane.client.objects.delete([{ kind, name: 'TWIN' }])
    await plane.gone(kind, 'TWIN')
  })

  it('deletes the proxy with the last dependency', async () => {
    const names = ['rpc', ...Array.from({ length: 6 }, (_, index) => `api-${index}`)]
    await plane.client.objects.delete(names.map((name) => ({ kind: 'WorkloadServiceDependency', name })))
    for (const name of names) await plane.gone('WorkloadServiceDependency', name)
    await plane.gone('WorkloadInstance', proxyWorkload)
    await plane.gone('WorkloadDefinition', proxyWorkload)
    expect(await cluster.get('/api/v1/namespaces/forward-proxy-system')).toBeUndefined()
  })

  it('creates the proxy again for a dependency that returns at once', async () => {
    for (let round = 0; round < 3; round++) {
      await plane.client.apply([dependency('again', 'example.com')])
      await plane.ready('WorkloadServiceDependency', 'again')
      await plane.client.objects.delete([{ kind: 'WorkloadServiceDependency', name: 'again' }])
      await plane.gone('WorkloadServiceDependency', 'again')
    }
    await plane.gone('WorkloadInstance', proxyWorkload)
  })
})
