import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { webApplication, webInstance } from '../../support/web-application.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([...webInstance('shop', 'shop'), ...webInstance('blog', 'blog')])
  await started.plane.ready('WorkloadInstance', 'shop')
  await started.plane.ready('WorkloadInstance', 'blog')
})
afterAll(() => started?.stop())

const api = '/apis/gateway.networking.k8s.io/v1/namespaces'
const certificates = '/apis/cert-manager.io/v1/namespaces'

function gateway(name: string, spec: Record<string, unknown>, workloadInstance = 'shop') {
  return [
    { kind: 'GatewayDefinition', name, spec },
    { kind: 'GatewayInstance', name, spec: { definition: name, workloadInstance } },
  ]
}

async function outputsOf(name: string) {
  const { status } = await started.plane.ready('GatewayInstance', name)
  return status.outputs as { url?: string; urls?: string[]; addresses?: string[]; service?: string }
}

async function namesOf(list: AsyncIterable<{ name: string }>) {
  const names: string[] = []
  for await (const { name } of list) names.push(name)
  return names
}

async function remove(...names: string[]) {
  const { plane } = started
  for (const name of names) {
    await plane.client.objects.delete([{ kind: 'GatewayInstance', name }])
    await plane.gone('GatewayInstance', name)
    await plane.client.objects.delete([{ kind: 'GatewayDefinition', name }])
  }
}

async function causeOf(name: string, reason: string) {
  const { status } = await started.plane.until(
    'GatewayInstance',
    name,
    (object) => object.status.cause?.reason === reason,
  )
  return status.cause?.message
}

describe('a gateway', () => {
  it('gives an application a URL with a certificate, and follows every change', async () => {
    const { plane, cluster } = started
    const http = [{ httpsRedirect: true }, { tls: true }, { tls: true, path: '/api' }]
    await plane.client.apply(gateway('site', { http, domain: 'shop.example.com' }))
    const { addresses, ...outputs } = await outputsOf('site')
    expect(outputs).toMatchObject({
      host: 'shop.example.com',
      port: 443,
      url: 'https://shop.example.com',
      urls: ['https://shop.example.com', 'https://shop.example.com/api'],
      service: 'web:80',
    })
    expect(addresses).toEqual([expect.stringMatching(/^203\.0\.113\./)])
    const listeners = [
      { name: 'http-80', port: 80, hostname: 'shop.example.com' },
      { name: 'https-443', port: 443, tls: { certificateRefs: [{ name: 'site-tls' }] } },
    ]
    expect(await cluster.get(`${api}/shop/gateways/site`)).toMatchObject({ spec: { listeners } })
    expect(await cluster.get(`${api}/shop/httproutes/site-80`)).toMatchObject({
      spec: { rules: [{ filters: [{ requestRedirect: { scheme: 'https', port: 443, statusCode: 301 } }] }] },
    })
    const secret = await cluster.get('/api/v1/namespaces/shop/secrets/site-tls')
    const { 'tls.crt': pem = '' } = secret?.['data'] as Record<string, string>
    expect(new X509Certificate(Buffer.from(pem, 'base64')).checkHost('shop.example.com')).toBe(
      'shop.example.com',
    )

    await plane.client.apply(gateway('site', { http: [{ port: 8080 }], tcp: [{ port: 5432 }] }))
    expect(await outputsOf('site')).toEqual({
      host: addresses?.[0],
      port: 8080,
      url: `http://${addresses?.[0]}:8080`,
      urls: [`http://${addresses?.[0]}:8080`, `tcp://${addresses?.[0]}:5432`],
      addresses,
      service: 'web:80',
    })
    for (const gone of [
      `${api}/shop/httproutes/site-80`,
      `${api}/shop/httproutes/site-443`,
      `${certificates}/shop/certificates/site`,
      `${certificates}/shop/issuers/site`,
      '/api/v1/namespaces/shop/secrets/site-tls',
      '/api/v1/namespaces/shop/secrets/site-acme-account',
    ])
      expect(await eventually(async () => (await cluster.get(gone)) === undefined)).toBe(true)
    expect(await cluster.get(`${api}/shop/tcproutes/site-5432`)).toBeDefined()
    await plane.gone('SupportServiceInstance', 'certificates-space')
    await remove('site')
    expect(await cluster.get(`${api}/shop/gateways/site`)).toBeUndefined()
    await plane.gone('SupportServiceInstance', 'gateway-space')
    expect(await namesOf(plane.client.gatewayPorts.list())).toEqual([])
  })

  it('names the gateway that has the port, and takes it over once that is gone', async () => {
    const { plane } = started
    await plane.client.apply([
      ...gateway('first', { http: [{}], domain: 'www.example.com' }),
      ...gateway('tcp', { tcp: [{ port: 9000 }] }),
    ])
    await plane.ready('GatewayInstance', 'first')
    await plane.ready('GatewayInstance', 'tcp')
    await plane.client.apply([
      ...gateway('second', { http: [{}], domain: 'www.example.com' }, 'blog'),
      ...gateway('other', { http: [{ port: 9000 }], domain: 'other.example.com' }, 'blog'),
      ...gateway('neighbour', { http: [{}], domain: 'blog.example.com' }, 'blog'),
    ])
    await plane.ready('GatewayInstance', 'neighbour')
    expect(await causeOf('second', 'PortTaken')).toBe(
      'Port 80 of www.example.com in runtime space belongs to GatewayInstance first already. Choose another port or host name (in a dependency, `{name}` stands for the name of the instance), or delete that gateway.',
    )
    expect(await causeOf('other', 'PortTaken')).toBe(
      'Port 9000 in runtime space is used by GatewayInstance tcp for TCP, so it cannot be used for HTTP. Choose another port, or delete that gateway.',
    )
    await remove('first', 'tcp')
    await plane.ready('GatewayInstance', 'second')
    await plane.ready('GatewayInstance', 'other')
    await remove('second', 'other', 'neighbour')
  })

  it('names the Services of the application if it does not know which', async () => {
    const { plane } = started
    await plane.client.apply(webInstance('two', 'two', { web: 80, admin: 8080 }))
    await plane.client.apply([
      ...gateway('any', { http: [{}] }, 'two'),
      ...gateway('wrong', { http: [{ port: 81 }], service: 'wbe' }, 'two'),
    ])
    expect(await causeOf('any', 'ServiceAmbiguous')).toContain('has several Services: web, admin.')
    expect(await causeOf('wrong', 'ServiceNotFound')).toContain(
      'no Service "wbe" with a port; it has web, admin.',
    )
    await plane.client.apply(webInstance('two', 'two', { admin: 8080 }))
    expect(await outputsOf('any')).toMatchObject({ service: 'admin:8080' })
    // Its routes stay, so that it still sends requests there, also those for a canary.
    await plane.client.apply(webInstance('two', 'two', { web: 80, admin: 8080 }))
    await causeOf('any', 'ServiceAmbiguous')
    const kept = await plane.client.objects.get({ kind: 'GatewayInstance', name: 'any' })
    expect(kept?.status.outputs).toMatchObject({ service: 'admin:8080' })
    await remove('any', 'wrong')
  })
})

describe('a gateway beside those of others', () => {
  it('reports the conflict that the controller has found', async () => {
    const { plane, cluster } = started
    await plane.client.apply(gateway('own', { http: [{ port: 8443 }], domain: 'own.example.com' }))
    await plane.ready('GatewayInstance', 'own')
    const listeners = [{ name: 'x', port: 8085, protocol: 'HTTP', hostname: 'taken.example.com' }]
    const body = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name: 'foreign', namespace: 'blog' },
      spec: { gatewayClassName: 'qleetos', listeners },
    }
    await cluster.client.request({ method: 'POST', path: `${api}/blog/gateways`, body })
    await plane.client.apply(gateway('late', { http: [{ port: 8085 }], domain: 'taken.example.com' }))
    expect(await causeOf('late', 'HostnameConflict')).toContain('listener http-8085')
    await cluster.delete(`${api}/blog/gateways/foreign`)
    await plane.ready('GatewayInstance', 'late')
    await remove('own', 'late')
  })
})

describe('a gateway that an application declares', () => {
  it('gives the application its own URL, and goes with it', async () => {
    const { plane, cluster } = started
    const site = {
      name: 'site',
      kind: 'Gateway',
      spec: { http: [{ tls: true }], domain: 'app.example.com', certificates: { issuer: 'selfSigned' } },
      inject: [{ env: { PUBLIC_URL: 'uri' } }],
    }
    const raw = {
      name: 'raw',
      kind: 'Gateway',
      spec: { tcp: [{ port: 7000 }] },
      inject: [{ prefix: 'RAW_' }],
    }
    await plane.client.apply([
      {
        kind: 'WorkloadDefinition',
        name: 'app',
        spec: { yamlDocument: webApplication(), dependencies: [site, raw] },
      },
      { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app', namespace: 'app' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'app')
    expect(status.outputs).toMatchObject({
      dependencies: [
        { name: 'site', object: 'app-site', ready: true, binding: 'site-binding' },
        { name: 'raw', object: 'app-raw', ready: true, binding: 'raw-binding' },
      ],
    })
    const binding = await cluster.get('/api/v1/namespaces/app/secrets/site-binding')
    expect(binding).toMatchObject({
      type: 'servicebinding.io/gateway',
      data: { uri: Buffer.from('https://app.example.com').toString('base64') },
    })
    const web = await cluster.get('/apis/apps/v1/namespaces/app/deployments/web')
    expect(JSON.stringify(web?.['spec'])).toContain('PUBLIC_URL')

    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'app' }])
    await plane.gone('WorkloadInstance', 'app')
    await plane.gone('GatewayInstance', 'app-site')
    await plane.gone('SupportServiceInstance', 'certificates-space')
  })

  it('is refused if it names no Service of the application', async () => {
    const declare = (services: Record<string, number>, spec: object) =>
      started.plane.client.apply([
        {
          kind: 'WorkloadDefinition',
          name: 'refused',
          spec: {
            yamlDocument: webApplication(services),
            dependencies: [{ name: 'site', kind: 'Gateway', spec: { http: [{}], ...spec } }],
          },
        },
      ])
    await expect(declare({ web: 80, admin: 81 }, {})).rejects.toMatchObject({
      details: {
        fields: [
          {
            path: 'documents[0].spec.dependencies[0].spec.service',
            code: 'REQUIRED',
            remedy: 'Set it to one of web, admin.',
          },
        ],
      },
    })
    await expect(declare({ web: 80 }, { service: 'wbe' })).rejects.toMatchObject({
      details: { fields: [{ code: 'NOT_FOUND' }] },
    })
  })
})

describe('a gateway below a domain', () => {
  const domain = (spec: Record<string, unknown>) => ({
    kind: 'DomainNameDefinition',
    name: 'example',
    spec: { domain: 'example.com', zone: 'example.com', ...spec },
  })
  const records = '/apis/externaldns.k8s.io/v1alpha1/namespaces/shop/dnsendpoints/named'

  it('maintains its DNS records, which follow the domain', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      domain({}),
      ...gateway('named', { http: [{}], domainName: 'example', subDomain: 'shop' }),
      {
        kind: 'DomainNameInstance',
        name: 'example',
        spec: { definition: 'example', workloadInstance: 'shop' },
      },
    ])
    const { addresses: targets } = await outputsOf('named')
    const endpoint = { dnsName: 'shop.example.com', recordType: 'A', targets }
    expect(await cluster.get(records)).toMatchObject({ spec: { endpoints: [endpoint] } })
    const { status } = await plane.ready('DomainNameInstance', 'example')
    expect(status.outputs).toEqual({ domain: 'example.com', zone: 'example.com' })

    await plane.client.apply([domain({ domain: 'example.org', zone: 'example.org' })])
    expect(
      await eventually(async () => {
        const { url } = await outputsOf('named')
        return url === 'http://shop.example.org' ? await cluster.get(records) : undefined
      }),
    ).toMatchObject({ spec: { endpoints: [{ ...endpoint, dnsName: 'shop.example.org' }] } })
  })

  it('keeps its records while the gateway has no address', async () => {
    const { plane, cluster } = started
    const deployment = '/apis/apps/v1/namespaces/envoy-gateway-system/deployments/envoy-gateway'
    await cluster.merge(deployment, { metadata: { labels: { 'simulator.qleetos.io/controller': 'none' } } })
    await cluster.merge(`${api}/shop/gateways/named/status`, { status: { addresses: [] } })
    await plane.client.apply(gateway('named', { http: [{}], domainName: 'example', subDomain: 'store' }))
    expect(
      await eventually(async () => {
        const found = await cluster.get(records)
        return JSON.stringify(found?.['spec']).includes('store.example.org') ? found : undefined
      }),
    ).toMatchObject({ spec: { endpoints: [{ targets: [expect.any(String)] }] } })
  })

  it('does not share a host name with another gateway', async () => {
    const { plane, cluster } = started
    await outputsOf('named')
    await plane.client.apply(
      gateway('same', { http: [{ port: 8081 }], domainName: 'example', subDomain: 'store' }, 'blog'),
    )
    expect(await causeOf('same', 'NameTaken')).toBe(
      'store.example.org belongs to GatewayInstance named already. Choose another host name (in a dependency, `{name}` stands for the name of the instance), or delete that gateway.',
    )
    await remove('named', 'same')
    await plane.client.objects.delete([{ kind: 'DomainNameInstance', name: 'example' }])
    await plane.gone('SupportServiceInstance', 'dns-space')
    expect(await cluster.get(records)).toBeUndefined()
    expect(await namesOf(plane.client.hostNames.list())).toEqual([])
  })
})
