import { beforeAll, describe, expect, it } from 'vitest'
import { Autoscaling } from '../../../schema/autoscaling.ts'
import { portEntries } from '../../../schema/gateway-ports.ts'
import { GatewayDefinition } from '../../../schema/kinds/gateway.ts'
import { groupOf, type Manifest } from '../../../schema/manifests.ts'
import { cloudNativePg, clusterOf } from '../../../workers/databases/cloudnative-pg.ts'
import { mariadbManifests, mariadbOperator } from '../../../workers/databases/mariadb-operator.ts'
import { parametersOf, type OperatorName } from '../../../workers/databases/parameters.ts'
import { prometheus, prometheusValues } from '../../../workers/observability/prometheus.ts'
import { autoscalers } from '../../../workers/resources/autoscaling.ts'
import { externalSecretOf } from '../../../workers/resources/external-secret.ts'
import type { IssuedCertificate } from '../../../workers/resources/gateway-certificates.ts'
import { gatewayManifests } from '../../../workers/resources/gateway-manifests.ts'
import { recordManifests } from '../../../workers/resources/gateway-records.ts'
import { catalogue } from '../../../workers/support-services/catalogue/index.ts'
import { envtestAssets } from '../../support/envtest.ts'
import { eventually } from '../../support/eventually.ts'
import { hasRealCharts, renderChartIn, renderRealChart } from '../../support/real-charts.ts'
import { useRealCluster } from '../../simulator/real-cluster.ts'
import type { Client } from '../../simulator/simulated.ts'

/*
 * What we write for controllers, as a real API server judges it by the definitions of their real charts: with their rules, and
 * without a field that they do not know.
 */

interface Definition {
  spec: {
    group: string
    names: { kind: string; plural: string }
    scope: string
    versions: { name: string; served: boolean }[]
  }
}

describe.skipIf(!hasRealCharts || envtestAssets === undefined)('what is written for a real chart', () => {
  const cluster = useRealCluster()
  const definitions = new Map<string, Definition['spec']>()

  beforeAll(async () => {
    const retention = { retention: '15d', storage: '20Gi' }
    const charts = [...Object.values(catalogue), { ...prometheus, values: prometheusValues(retention) }]
    for (const data of charts)
      for (const manifest of await renderRealChart(data, data.values))
        if (manifest.kind === 'CustomResourceDefinition') await define(manifest as Manifest & Definition)
    await eventually(
      async () =>
        (await Promise.all([...definitions.values()].map(isServed))).includes(false) ? undefined : true,
      { within: 60_000 },
    )
  }, 120_000)

  async function define(manifest: Manifest & Definition): Promise<void> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${manifest.metadata.name}`
    const { code, text } = await cluster.client.apply(path, JSON.stringify(manifest), { manager: 'test' })
    expect(code, text).toBeLessThan(300)
    definitions.set(`${manifest.spec.names.kind}.${manifest.spec.group}`, manifest.spec)
  }

  async function isServed({ group, names, versions }: Definition['spec']): Promise<boolean> {
    const version = versions.find(({ served }) => served)?.name ?? ''
    const { text } = await cluster.client.get(`/apis/${group}/${version}`)
    return text.includes(`"${names.plural}"`)
  }

  /** Expects that the API server accepts resources as they are. Kinds of Kubernetes itself are left out. */
  async function expectAccepted(manifests: readonly Manifest[]): Promise<void> {
    for (const manifest of manifests) {
      const refusal = await refusalOf(cluster.client, manifest)
      expect(refusal, JSON.stringify(manifest)).toBe('')
    }
  }

  async function refusalOf(client: Client, manifest: Manifest): Promise<string> {
    const { apiVersion, kind, metadata } = manifest
    const definition = definitions.get(`${kind}.${groupOf(apiVersion)}`)
    if (definition === undefined)
      return apiVersion.includes('.') ? `${apiVersion} ${kind} is not defined` : ''
    const namespace = definition.scope === 'Cluster' ? '' : `/namespaces/${metadata.namespace ?? 'default'}`
    const path = `/apis/${apiVersion}${namespace}/${definition.names.plural}/${metadata.name}`
    const placed =
      namespace === '' ? manifest : { ...manifest, metadata: { namespace: 'default', ...metadata } }
    const created = await client.apply(`${path}?dryRun=All&fieldValidation=Strict`, JSON.stringify(placed), {
      manager: 'test',
      force: true,
    })
    return created.code < 300 ? '' : created.text
  }

  it('of services themselves is accepted', async () => {
    for (const { extras = [], proofs, namespace } of Object.values(catalogue))
      await expectAccepted(
        [...extras, ...proofs.flatMap((proof) => ('accepts' in proof ? [proof.accepts] : []))].map(
          (each) => ({
            ...each,
            metadata: {
              ...each.metadata,
              ...(each.metadata.namespace === namespace ? { namespace: 'default' } : {}),
            },
          }),
        ),
      )
  })

  const gateway = (spec: object, certificate?: IssuedCertificate) =>
    gatewayManifests({
      name: 'shop',
      namespace: 'default',
      host: certificate === undefined ? undefined : 'shop.example.com',
      gatewayClass: 'qleetos',
      entries: portEntries(GatewayDefinition.spec.parse(spec)),
      service: { name: 'shop', portOf: () => 80 },
      certificate,
      tcpRouteVersion: 'v1',
      canaryWeight: 10,
    })

  it.each<[string, IssuedCertificate]>([
    ['ACME', { issuer: 'acme', email: 'admin@example.com' }],
    ['a private authority', { issuer: 'privateCa', secret: 'ca' }],
    ['no authority', { issuer: 'selfSigned' }],
    ['an existing issuer', { issuer: 'clusterIssuer', clusterIssuer: 'company' }],
  ])('for a gateway with a certificate of %s is accepted', async (_, certificate) => {
    const http = [{ httpsRedirect: true }, { tls: true }, { path: '/api', tls: true }]
    await expectAccepted(gateway({ http, tcp: [{ port: 5432 }, { port: 6379, tls: true }] }, certificate))
  })

  it('for the most ports and the most unusual paths of a gateway is accepted', async () => {
    const http = Array.from({ length: 32 }, (_, index) => ({ path: `/part-${index}` }))
    await expectAccepted(gateway({ http }))
    const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    const paths = [...characters, '%20', '%e2%82%ac'].map((each) => `/a${each}b`)
    const allowed = paths.filter((path) => GatewayDefinition.spec.safeParse({ http: [{ path }] }).success)
    expect(allowed.length).toBeGreaterThan(70)
    for (const path of allowed) await expectAccepted(gateway({ http: [{ path }] }))
  })

  it('for DNS records is accepted', async () => {
    const target = { name: 'shop', namespace: 'default', host: 'shop.example.com' }
    await expectAccepted(recordManifests(target, ['203.0.113.1', '2001:db8::1']))
    await expectAccepted(recordManifests(target, ['lb.example.com']))
  })

  const database = (provider: OperatorName, highAvailability: boolean) => ({
    engine: 'postgres' as const,
    version: '18',
    storage: '10Gi',
    databaseName: 'shop',
    highAvailability,
    size: 'small' as const,
    decided: undefined,
    isGuarded: true,
    ownerId: '01990000-0000-7000-8000-000000000000',
    parameters: { ...parametersOf({ provider, size: 'small' }, undefined), storageClass: 'fast' },
  })

  it.each([true, false])(
    'for databases is accepted, with high availability: %j',
    async (highAvailability) => {
      await expectAccepted([clusterOf(database(cloudNativePg.name as OperatorName, highAvailability))])
      await expectAccepted(
        mariadbManifests(database(mariadbOperator.name as OperatorName, highAvailability), 'p'),
      )
    },
  )

  it('for secrets in external stores is accepted', async () => {
    const vault = { kind: 'ClusterSecretStore' as const, name: 'vault' }
    const local = { kind: 'SecretStore' as const, name: 'local' }
    const from = {
      user: { store: vault, key: 'shop', property: 'user', version: '3' },
      password: { store: local, key: 'shop' },
    }
    const target = { name: 'shop', namespace: 'default' }
    for (const type of ['Opaque', 'kubernetes.io/basic-auth'])
      await expectAccepted([
        externalSecretOf({ ...target, spec: { type, refreshInterval: '15m' } }, { from }),
      ])
  })

  it('for autoscaling by events is accepted', async () => {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } }
    const triggers = [
      {
        type: 'cron',
        metadata: { timezone: 'UTC', start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: '5' },
      },
      { type: 'kafka', metadata: { topic: 'orders' }, authentication: { name: 'kafka' } },
    ]
    const entry = Autoscaling.parse({ workload: 'web', min: 0, max: 5, cpu: 80, memory: 70, triggers })
    await expectAccepted(autoscalers([entry], [deployment], 'default'))
  })

  it('by the chart of QleetOS is accepted', async () => {
    const installed = { chart: { name: 'qleetos' }, namespace: 'default' }
    const manifests = await renderChartIn('deploy/helm/qleetos', installed, {
      database: {
        cloudNativePG: {
          enabled: true,
          checkOperator: false,
          instances: 3,
          storage: { size: '20Gi', storageClass: 'fast' },
        },
      },
      secrets: { generate: 'always' },
      server: {
        httpRoute: { enabled: true, hosts: ['qleet.example.com'], parentRefs: [{ name: 'public' }] },
      },
      metrics: { serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
    })
    const others = manifests.filter(({ apiVersion, kind }) =>
      definitions.has(`${kind}.${groupOf(apiVersion)}`),
    )
    expect(others.map(({ kind }) => kind).toSorted()).toEqual([
      'Cluster',
      'HTTPRoute',
      'PodMonitor',
      'ServiceMonitor',
    ])
    await expectAccepted(others)
  })
})
