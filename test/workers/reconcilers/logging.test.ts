import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const claim = '/api/v1/namespaces/qleet-logs/persistentvolumeclaims/qleet-loki'

async function storage(): Promise<unknown> {
  const found = (await started.cluster.get(claim)) as { spec?: { resources?: object } } | undefined
  return found?.spec?.resources
}

function logging(name: string, spec: object) {
  return [
    { kind: 'LoggingDefinition', name, spec },
    { kind: 'LoggingInstance', name, spec: { definition: name, guard: 'off' } },
  ]
}

describe('a LoggingInstance', () => {
  it('has Loki and a collector, which sends lines to it', async () => {
    const { plane, cluster } = started
    await plane.client.apply(logging('large', { storage: '40Gi', retention: '14d' }))
    const { status } = await plane.ready('LoggingInstance', 'large')
    const url = 'http://qleet-loki.qleet-logs.svc.cluster.local:3100'
    expect(status.outputs).toMatchObject({ providedBy: 'standIn', url })
    const path = '/api/v1/namespaces/qleet-log-collector/configmaps/qleet-log-collector'
    expect(JSON.stringify(await cluster.get(path))).toContain(`${url}/loki/api/v1/push`)
    expect(await storage()).toEqual({ requests: { storage: '40Gi' } })
  })

  it('refuses a definition whose volume would have to shrink', async () => {
    const { plane } = started
    await expect(plane.client.apply(logging('large', { storage: '20Gi' }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('storage') as string,
    })
  })

  it('shares Loki of its runtime, and keeps a volume that is larger than its own', async () => {
    const { plane } = started
    await plane.client.apply(logging('small', { storage: '20Gi', retention: '48h' }))
    await plane.ready('LoggingInstance', 'small')
    await plane.client.objects.delete([{ kind: 'LoggingInstance', name: 'large' }])
    await plane.gone('LoggingInstance', 'large')
    await plane.client.objects.reconcile({ kind: 'LoggingInstance', name: 'small' })
    await plane.ready('LoggingInstance', 'small')
    expect(await storage()).toEqual({ requests: { storage: '40Gi' } })
  })
})
