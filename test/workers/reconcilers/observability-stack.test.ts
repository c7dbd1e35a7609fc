import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
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
