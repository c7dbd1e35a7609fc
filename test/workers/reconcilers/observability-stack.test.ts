import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  // Nothing answers there.
  const nowhere = [
    'oci://ghcr.io/prometheus-community/charts',
    'oci://ghcr.io/grafana-community/helm-charts',
  ].map((repo) => `${repo}=http://127.0.0.1:9`)
  started = await startPlaneWithRuntime({ env: { QLEET_CHART_MIRRORS: nowhere.join(',') } })
})
afterAll(() => started?.stop())

const stack = (more: object = {}) => ({
  kind: 'ObservabilityStackInstance',
  name: 'own',
  spec: { definition: 'own', guard: 'off', ...more },
})

describe('an ObservabilityStackInstance', () => {
  it('has those parts that are enabled, with the fields of its definition', async () => {
    const { plane } = started
    await plane.client.apply([
      {
        kind: 'ObservabilityStackDefinition',
        name: 'own',
        spec: { metricsRetention: '30d', logsStorage: '5Gi' },
      },
      stack({ loggingEnabled: false }),
    ])
    const { status } = await plane.ready('ObservabilityStackInstance', 'own')
    expect(status.outputs).toMatchObject({
      metricsInstance: 'own-metrics',
      dashboardInstance: 'own-dashboard',
      grafanaUrl: expect.stringMatching(/^http:/) as string,
    })
    expect(status.outputs).not.toHaveProperty('loggingInstance')
    const { manifestSpec: spec } = await plane.ready('MetricsDefinition', 'own-metrics')
    expect(spec).toMatchObject({ retention: '30d' })
    expect(await plane.client.objects.get({ kind: 'LoggingInstance', name: 'own-logging' })).toBeUndefined()
  })

  it('gains and loses parts', async () => {
    const { plane } = started
    await plane.client.apply([stack({ metricsEnabled: false })])
    await plane.ready('LoggingInstance', 'own-logging')
    await plane.gone('MetricsInstance', 'own-metrics')
    const { status } = await plane.ready('ObservabilityStackInstance', 'own')
    expect(status.outputs).toMatchObject({ loggingInstance: 'own-logging' })
    expect(status.outputs).not.toHaveProperty('metricsInstance')
  })

  it('gives each program the values of its definition, and its own over them', async () => {
    const { plane } = started
    const kubeconfig = await plane.client.kubeconfig({ name: 'space' })
    const valuesOf = (team: string, more = '') =>
      Object.fromEntries(
        ['kubePrometheusStack', 'loki', 'grafana'].map((program) => [
          `${program}HelmValuesDocument`,
          `podLabels: { team: ${team}${more} }\n`,
        ]),
      )
    await plane.client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'existing', spec: { provider: 'kubeconfig' } },
      { kind: 'KubernetesRuntimeInstance', name: 'real', spec: { definition: 'existing', kubeconfig } },
      {
        kind: 'ObservabilityStackDefinition',
        name: 'merged',
        spec: { ...valuesOf('a', ', tier: gold'), logsRetention: '30d' },
      },
      {
        kind: 'ObservabilityStackInstance',
        name: 'merged',
        spec: { definition: 'merged', runtime: 'real', guard: 'off', ...valuesOf('b') },
      },
    ])
    const podLabels = { team: 'b', tier: 'gold' }
    for (const [program, expected] of [
      ['metrics', { podLabels }],
      ['logs', { podLabels, loki: { limits_config: { retention_period: '30d' } } }],
      ['dashboards', { podLabels }],
    ] as const) {
      const { manifestSpec } = await plane.until(
        'HelmWorkloadDefinition',
        `qleet-${program}-real`,
        () => true,
      )
      const { valuesDocument } = manifestSpec as { valuesDocument: string }
      expect(parse(valuesDocument), program).toMatchObject(expected)
    }
  })

  it('leaves nothing behind', async () => {
    const { plane, cluster } = started
    await plane.client.objects.delete([{ kind: 'ObservabilityStackInstance', name: 'own' }])
    await plane.gone('ObservabilityStackInstance', 'own')
    for (const name of ['qleet-loki', 'qleet-grafana']) {
      const namespace = name === 'qleet-loki' ? 'qleet-logs' : 'qleet-dashboards'
      expect(await cluster.get(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`)).toBeUndefined()
    }
  })
})
