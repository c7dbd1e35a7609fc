import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker, urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { definition } from '../../../support/store.ts'

/*
 * The requests of tptctl 0.6.1 and the Go client library of Threeport, and the fields of responses that they read:
 * recorded from the released programs.
 */

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
})
afterAll(() => server?.stop())

type Data = Record<string, unknown>

/** Sends a request as the Go client does: with the content type of JSON, even without a body. */
async function call(method: string, path: string, body?: object): Promise<{ status: number; data: Data[] }> {
  const response = await fetch(new URL(path, urlOf(server)), {
    method,
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { Data: data } = (await response.json()) as { Data: Data[] | null }
  return { status: response.status, data: data ?? [] }
}

async function create(path: string, body: object): Promise<Data> {
  const { status, data } = await call('POST', path, body)
  expect(status).toBe(201)
  return data[0] ?? {}
}

const yaml = definition('web').spec.yamlDocument

describe('tptctl', () => {
  it('creates, lists, describes and deletes a workload and its runtime', async () => {
    const runtimeDefinition = await create('/v0/kubernetes-runtime-definitions', {
      Name: 'tp',
      InfraProvider: 'simulated',
      InfraProviderAccountName: 'default-account',
      HighAvailability: false,
    })
    const runtime = await create('/v0/kubernetes-runtime-instances', {
      Name: 'tp',
      Location: 'Local',
      ThreeportControlPlaneHost: false,
      KubernetesRuntimeDefinitionID: runtimeDefinition['ID'],
    })
    const workload = await create('/v0/workload-definitions', { Name: 'web', YAMLDocument: yaml })
    const instance = await create('/v0/workload-instances', {
      Name: 'web',
      KubernetesRuntimeInstanceID: runtime['ID'],
      WorkloadDefinitionID: workload['ID'],
    })
    await worker.report('WorkloadInstance', 'web', { phase: 'Ready' })

    expect((await call('GET', '/v0/kubernetes-runtime-instances')).data).toMatchObject([
      { DefaultRuntime: false, ForceDelete: false, Location: 'Local', Reconciled: false },
    ])
    expect((await call('GET', '/v0/workload-instances')).data).toMatchObject([
      { Name: 'web', Reconciled: true, Status: 'Healthy', CreationFailed: false },
    ])
    const id = String(instance['ID'])
    const events = await call('GET', `/v0/workload-events?workloadinstanceid=${id}`)
    expect(events.status).toBe(200)
    const resources = await call('GET', `/v0/workload-resource-instances?workloadinstanceid=${id}`)
    expect(resources).toEqual({ status: 200, data: [] })

    expect((await call('DELETE', `/v0/workload-instances/${id}`)).status).toBe(200)
    await worker.confirmDeletion('WorkloadInstance', 'web')
    expect((await call('GET', '/v0/workload-instances?name=web')).data).toEqual([])
    for (const [path, { ID }] of [
      ['workload-definitions', workload],
      ['kubernetes-runtime-instances', runtime],
    ] as const)
      expect((await call('DELETE', `/v0/${path}/${String(ID)}`)).status).toBe(200)
    await worker.confirmDeletion('KubernetesRuntimeInstance', 'tp')
    const last = await call('DELETE', `/v0/kubernetes-runtime-definitions/${String(runtimeDefinition['ID'])}`)
    expect(last.status).toBe(200)
  })

  it.each(['/v0/workload-definitions', '/v0/workload_definitions'])(
    'omits fields without a value, and has the legacy ones with their types: %s',
    async (path) => {
      const name = path.includes('_') ? 'types-old' : 'types'
      const created = await create(path, {
        Name: name,
        YAMLDocument: yaml,
        Reconciled: true,
        WorkloadInstances: [],
        ProfileID: null,
      })
      expect(created).toEqual({
        ID: expect.any(Number),
        CreatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        UpdatedAt: expect.any(String),
        Name: name,
        Project: 'default',
        YAMLDocument: yaml,
        Reconciled: true,
        CreationAcknowledged: expect.any(String),
        CreationConfirmed: expect.any(String),
        CreationFailed: false,
        InterruptReconciliation: false,
      })
    },
  )

  it('returns the release and the versions without an envelope', async () => {
    const versions = await server.app.inject('/workload-events/versions')
    expect(versions.json()).toEqual({ API: 'WorkloadEvent', Versions: ['v0'] })
    const version = await server.app.inject('/version')
    expect(version.json()).toEqual({ Version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  })

  it('accepts field names in any case, as Go does', async () => {
    const project = await create('/v0/projects', { name: 'lower-case', description: 'x' })
    expect(project).toMatchObject({ Name: 'lower-case', Description: 'x' })
  })

  it('warns of fields without effect, and refuses those whose values would be lost', async () => {
    const body = {
      Name: 'ha',
      InfraProvider: 'simulated',
      HighAvailability: true,
      NodeSize: 'Large',
      TierID: 1,
    }
    const response = await server.app.inject({
      method: 'POST',
      url: '/v0/kubernetes-runtime-definitions',
      headers: { authorization: `Bearer ${server.adminToken}` },
      payload: body,
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      Data: [{ HighAvailability: true, NodeSize: 'Large', NodeProfile: 'Balanced', NodeMaximum: 250 }],
      Status: { warnings: [expect.stringMatching(/^TierID has no effect/)] },
    })
    expect(response.headers['warning']).toMatch(/^299 - "TierID has no effect/)
    const wrong = await server.rest('POST', '/v0/kubernetes-runtime-definitions', {
      ...body,
      Name: 'wrong',
      HighAvailability: 'yes',
      KubernetesRuntimeInstances: [{ Name: 'x' }],
    })
    expect(wrong.body.Status).toMatchObject({
      code: 400,
      fields: [
        { path: 'KubernetesRuntimeInstances', code: 'FORBIDDEN' },
        { path: 'HighAvailability', code: 'INVALID_TYPE' },
      ],
    })
  })
})
