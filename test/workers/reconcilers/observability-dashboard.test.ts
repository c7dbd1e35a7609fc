import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decoded } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const path = '/api/v1/namespaces/qleet-dashboards/secrets/qleet-grafana-admin'

function dashboard(more: object = {}) {
  const spec = { definition: 'own', guard: 'off', ...more }
  return { kind: 'ObservabilityDashboardInstance', name: 'own', spec }
}

async function password(): Promise<string> {
  return decoded(await started.cluster.get(path))['admin-password'] ?? ''
}

describe('an ObservabilityDashboardInstance', () => {
  it('has a password, which no object shows, and which stays until a rotation is requested', async () => {
    const { plane } = started
    await plane.client.apply([
      { kind: 'ObservabilityDashboardDefinition', name: 'own', spec: {} },
      dashboard(),
    ])
    const { status } = await plane.ready('ObservabilityDashboardInstance', 'own')
    expect(status.outputs).toMatchObject({ adminSecret: 'qleet-grafana-admin', links: [] })
    const first = await password()
    expect(first).toMatch(/^.{20,}$/)
    const shown: string[] = []
    for await (const object of plane.client.objects.list()) shown.push(JSON.stringify(object))
    expect(shown.join()).not.toContain(first)
    await plane.client.apply([dashboard({ passwordRotatedAt: '2026-01-31T12:00:00Z' })])
    await expect.poll(password).not.toBe(first)
    const second = await password()
    await plane.client.objects.reconcile({ kind: 'ObservabilityDashboardInstance', name: 'own' })
    await plane.ready('ObservabilityDashboardInstance', 'own')
    expect(await password()).toBe(second)
  })

  it('has dashboards for what it shows', async () => {
    const { plane } = started
    await plane.client.apply([
      { kind: 'LoggingDefinition', name: 'own', spec: {} },
      { kind: 'LoggingInstance', name: 'own', spec: { definition: 'own', guard: 'off' } },
      dashboard({ loggingInstance: 'own' }),
    ])
    const { status } = await plane.until(
      'ObservabilityDashboardInstance',
      'own',
      ({ status: { outputs } }) => {
        return (outputs as { links?: unknown[] } | null)?.links?.length === 1
      },
    )
    expect(JSON.stringify(status.outputs)).toContain('/d/qleet-logs')
  })
})
