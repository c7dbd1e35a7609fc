import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime({
    // Nothing answers there.
    env: { QLEET_CHART_MIRRORS: 'oci://ghcr.io/prometheus-community/charts=http://127.0.0.1:9' },
  })
})
afterAll(() => started?.stop())

describe('a MetricsInstance', () => {
  it('has Prometheus, whose volume grows with its definition', async () => {
    const { plane, cluster } = started
    const definition = (storage: string) => ({ kind: 'MetricsDefinition', name: 'own', spec: { storage } })
    const spec = { definition: 'own', guard: 'off' }
    await plane.client.apply([definition('20Gi'), { kind: 'MetricsInstance', name: 'own', spec }])
    const { status } = await plane.ready('MetricsInstance', 'own')
    expect(status.outputs).toMatchObject({
      url: 'http://qleet-metrics-prometheus.qleet-metrics.svc.cluster.local:9090',
    })
    await plane.client.apply([definition('40Gi')])
    const path = '/api/v1/namespaces/qleet-metrics/persistentvolumeclaims/qleet-metrics'
    await expect
      .poll(() => cluster.get(path))
      .toMatchObject({ spec: { resources: { requests: { storage: '40Gi' } } } })
  })

  it('merges values of its definition over those of QleetOS, and its own over both', async () => {
    const { plane } = started
    const kubeconfig = await plane.client.kubeconfig({ name: 'space' })
    const valuesOf = (document: string) => ({ kubePrometheusStackHelmValuesDocument: document })
    await plane.client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'existing', spec: { provider: 'kubeconfig' } },
      { kind: 'KubernetesRuntimeInstance', name: 'real', spec: { definition: 'existing', kubeconfig } },
      {
        kind: 'MetricsDefinition',
        name: 'merged',
        spec: valuesOf(
          'alertmanager: {enabled: false}\nkubeEtcd: {enabled: true}\ncommonLabels: {team: a}\n',
        ),
      },
      {
        kind: 'MetricsInstance',
        name: 'merged',
        spec: { definition: 'merged', runtime: 'real', ...valuesOf('commonLabels: {team: b}\n') },
      },
    ])
    const { manifestSpec: spec } = await plane.until(
      'HelmWorkloadDefinition',
      'qleet-metrics-real',
      () => true,
    )
    const { valuesDocument, chartVersion } = spec as { valuesDocument: string; chartVersion: string }
    expect(chartVersion).toMatch(/^\d+\.\d+\.\d+$/)
    expect(parse(valuesDocument)).toMatchObject({
      alertmanager: { enabled: false },
      kubeEtcd: { enabled: true },
      commonLabels: { team: 'b' },
      // 85 % of 40Gi: the runtimes share a cluster, and its volume does not shrink.
      prometheus: { prometheusSpec: { retention: '15d', retentionSize: '34816MiB' } },
      grafana: { enabled: false },
    })
  })
})
