import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../schema/manifests.ts'
import { mergeValues } from '../../../schema/values-document.ts'
import { grafana, grafanaValues } from '../../../workers/observability/grafana.ts'
import { loki, lokiClaim, lokiValues } from '../../../workers/observability/loki.ts'
import type { Program } from '../../../workers/observability/program.ts'
import { prometheus, prometheusValues } from '../../../workers/observability/prometheus.ts'
import { logCollector } from '../../../workers/support-services/catalogue/log-collector.ts'
import { collectorNamespace, collectorValues } from '../../../workers/support-services/log-collector.ts'
import { hasRealCharts, renderRealChart } from '../../support/real-charts.ts'

function named(manifests: readonly Manifest[], kind: string, name: string): Manifest | undefined {
  return manifests.find((each) => each.kind === kind && each.metadata.name === name)
}

/** Expects the Service at which workers reach a program. */
function expectService(manifests: readonly Manifest[], { service, port }: Program): void {
  expect(named(manifests, 'Service', service)).toMatchObject({
    spec: { ports: expect.arrayContaining([expect.objectContaining({ port })]) },
  })
}

/* What the real charts make of our values: the names and the ports that QleetOS reads from later. */
describe.skipIf(!hasRealCharts)('the real chart', () => {
  it('of Prometheus makes an object and a Service with the names that are looked for', async () => {
    const manifests = await renderRealChart(
      prometheus,
      prometheusValues({ retention: '15d', storage: '20Gi' }),
    )
    expectService(manifests, prometheus)
    const object = manifests.find(({ kind }) => kind === 'Prometheus')
    expect(object).toMatchObject({ spec: { retention: '15d', serviceMonitorSelector: {} } })
    const { namespace, name } = object?.metadata ?? {}
    expect(prometheus.proofs).toMatchObject([{ kind: 'Prometheus', namespace, name }])
    expect(
      JSON.stringify(named(manifests, 'Deployment', `${prometheus.releaseName}-kube-state-metrics`)),
    ).toContain('pods=[qleet.io/object-id]')
    expect(manifests.some(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1')).toBe(true)
  })

  it('of Loki makes a Service, and one server with our volume', async () => {
    const manifests = await renderRealChart(loki, lokiValues({ retention: '14d', storage: '20Gi' }))
    expectService(manifests, loki)
    const server = named(manifests, 'StatefulSet', loki.releaseName)
    expect(server).toMatchObject({
      spec: {
        replicas: 1,
        template: {
          spec: {
            volumes: expect.arrayContaining([
              { name: 'storage', persistentVolumeClaim: { claimName: lokiClaim } },
            ]) as unknown,
          },
        },
      },
    })
    expect(server?.['spec']).not.toHaveProperty('volumeClaimTemplates')
    expect(JSON.stringify(manifests)).toContain('retention_period: 14d')
  })

  it('of Grafana makes a Service, and reads data sources and dashboards', async () => {
    const settings = { password: 'p', digestKey: Buffer.from('k'), lokiUrl: 'http://loki' }
    const manifests = await renderRealChart(grafana, grafanaValues({ ...settings, storage: '5Gi' }))
    expectService(manifests, grafana)
    const server = JSON.stringify(named(manifests, 'Deployment', grafana.releaseName))
    expect(server).toContain(`"claimName":"${grafana.releaseName}"`)
    expect(server).toContain('reset-admin-password')
    expect(JSON.stringify(named(manifests, 'ConfigMap', grafana.releaseName))).toContain('http://loki')
  })

  it('of Alloy runs on each node with our configuration and credentials', async () => {
    const credential = { secret: 'log-storage-1', key: 'default.archive' }
    const destination = { protocol: 'loki' as const, url: 'https://logs.example.com', credential }
    const owner = { ownerId: '1', ownerKind: 'LogStorageInstance', ownerName: 'archive', claim: null }
    const claims = [{ ...owner, parameters: { destinations: [destination] } }]
    const values = mergeValues(logCollector.values, collectorValues(claims, { runtime: 'space' }))
    const manifests = await renderRealChart(logCollector, values)
    expect(named(manifests, 'CustomResourceDefinition', 'podlogs.monitoring.grafana.com')).toBeUndefined()
    const collector = JSON.stringify(named(manifests, 'DaemonSet', collectorNamespace))
    expect(collector).toContain('"path":"log-storage-1/default.archive"')
    expect(JSON.stringify(named(manifests, 'ConfigMap', collectorNamespace))).toContain(destination.url)
  })
})
