import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../../client-sdk/index.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { definition } from '../../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const YAMLDocument = definition('web').spec.yamlDocument

async function create(path: string, body: object): Promise<number> {
  const { status, body: response } = await server.rest('POST', `/v0/${path}`, body)
  expect(status, response.Status.error).toBe(201)
  return Number(response.Data?.[0]?.['ID'])
}

describe('REST', () => {
  it('returns the fields of the legacy API, in both spellings', async () => {
    const definitionId = await create('workload_definitions', { Name: 'web', YAMLDocument, UserID: 1 })
    const runtimeDefinition = await create('kubernetes-runtime-definitions', {
      Name: 'sim',
      InfraProvider: 'simulated',
    })
    const runtime = await create('kubernetes-runtime-instances', {
      Name: 'space',
      KubernetesRuntimeDefinitionID: runtimeDefinition,
      DefaultRuntime: true,
      Location: 'Local',
    })
    const instance = await create('workload-instances', {
      Name: 'web',
      WorkloadDefinitionID: definitionId,
      WorkloadClusterID: runtime,
    })
    const { body } = await server.rest('GET', `/v0/workload_instances/${instance}`)
    expect(body).toMatchObject({
      Meta: { Page: 1, TotalCount: 1 },
      Type: 'WorkloadInstance',
      Data: [
        {
          ID: instance,
          Name: 'web',
          WorkloadDefinitionID: definitionId,
          KubernetesRuntimeInstanceID: runtime,
          Reconciled: false,
          Status: 'Reconciling',
        },
      ],
      Status: { code: 200, message: 'OK', error: '' },
    })
  })

  it('lists in pages and filters by fields in lower case', async () => {
    for (let index = 0; index < 7; index++)
      await create('workload-definitions', { Name: `list-${index}`, YAMLDocument })
    const page = await server.rest('GET', '/v0/workload-definitions?page=2&size=3')
    expect(page.body.Meta).toEqual({ Page: 2, Size: 3, TotalCount: 8 })
    expect(page.body.Data).toHaveLength(3)
    expect((await server.rest('GET', '/v0/workload-definitions?size=-1')).body.Data).toHaveLength(8)
    expect((await server.rest('GET', '/v0/workload-definitions?name=list-3')).body.Data).toMatchObject([
      { Name: 'list-3' },
    ])
    expect(
      (await server.rest('GET', '/v0/kubernetes-runtime-instances?defaultruntime=true')).body.Data,
    ).toHaveLength(1)
    expect(
      (await server.rest('GET', '/v0/kubernetes-runtime-definitions?infraprovider=eks')).body.Data,
    ).toHaveLength(0)
  })

  it.each([
    ['no body', undefined, 'JSON payload is empty'],
    ['an empty object', {}, 'JSON payload is empty'],
    ['missing fields', { UserID: 1, Name: 'x' }, 'Missing required field(s) : YAMLDocument'],
    ['no name and no document', { UserID: 1 }, 'Missing required field(s) : Name,YAMLDocument'],
    [
      'fields of the server',
      { ID: 7, Name: 'x', YAMLDocument },
      'Update of GORM Model fields is not allowed',
    ],
    ['unknown fields', { Name: 'x', YAMLDocument, Colour: 'red' }, 'Unsupported fields are not allowed'],
    ['broken JSON', '{"Name":', 'JSON'],
  ])('refuses %s with the message of the legacy API', async (_, body, words) => {
    const { status, body: response } = await server.rest('POST', '/v0/workload-definitions', body)
    expect(status).toBe(400)
    expect(response).toMatchObject({
      Data: null,
      Type: 'WorkloadDefinition',
      Status: { code: 400, message: 'Bad Request' },
    })
    expect(response.Status.error).toContain(words)
  })

  it('returns 409 for a name that is taken, a required object, and a second deletion', async () => {
    expect(
      (await server.rest('POST', '/v0/workload-definitions', { Name: 'web', YAMLDocument })).status,
    ).toBe(409)
    const [web] = (await server.rest('GET', '/v0/workload-definitions?name=web')).body.Data ?? []
    expect((await server.rest('DELETE', `/v0/workload-definitions/${String(web?.['ID'])}`)).status).toBe(409)
    const [instance] = (await server.rest('GET', '/v0/workload-instances?name=web')).body.Data ?? []
    const path = `/v0/workload-instances/${String(instance?.['ID'])}`
    expect((await server.rest('DELETE', path)).status).toBe(200)
    const second = await server.rest('DELETE', path)
    expect([second.status, second.body.Status.error]).toEqual([
      409,
      `object with ID ${String(instance?.['ID'])} already being deleted`,
    ])
  })

  it('changes some fields with PATCH and all with PUT', async () => {
    const id = await create('workload-service-dependencies', {
      Name: 'rpc',
      UpstreamHost: 'a.example',
      UpstreamPath: '/x',
      WorkloadInstanceID: await freshInstance(),
    })
    const path = `/v0/workload_service_dependencies/${id}`
    expect((await server.rest('PATCH', path, { UpstreamHost: 'b.example' })).body.Data).toMatchObject([
      { UpstreamHost: 'b.example', UpstreamPath: '/x' },
    ])
    const [object] = (await server.rest('GET', path)).body.Data ?? []
    const put = await server.rest('PUT', path, {
      Name: 'rpc',
      UpstreamHost: 'c.example',
      WorkloadInstanceID: object?.['WorkloadInstanceID'],
    })
    expect(put.body.Data).toMatchObject([{ UpstreamHost: 'c.example', UpstreamPath: '/' }])
    expect((await server.rest('PATCH', path, { Name: 'other' })).status).toBe(400)
  })

  it('returns the references of an object that was created over GraphQL', async () => {
    const client = createClient({ url: urlOf(server), token: server.adminToken })
    await client.workloadServiceDependencies.create({
      input: { name: 'mixed', spec: { workloadInstance: 'fresh', upstreamHost: 'a.example' } },
    })
    const [object] =
      (await server.rest('GET', '/v0/workload-service-dependencies?name=mixed')).body.Data ?? []
    const path = `/v0/workload-service-dependencies/${String(object?.['ID'])}`
    const { WorkloadInstanceID } = object ?? {}
    const same = await server.rest('PATCH', path, { Name: 'mixed', WorkloadInstanceID })
    expect(same.status, same.body.Status.error).toBe(200)
    const changed = await server.rest('PATCH', path, { UpstreamHost: 'b.example', WorkloadInstanceID })
    expect(changed.body.Data).toMatchObject([{ UpstreamHost: 'b.example', WorkloadInstanceID }])
    expect(await client.workloadServiceDependencies.get({ name: 'mixed' })).toMatchObject({
      generation: 2,
      spec: { workloadInstance: 'fresh' },
    })
  })

  it('suggests the name that was meant in place of one that does not exist', async () => {
    await create('workload-definitions', { Name: 'storefront', YAMLDocument })
    const dependencies = [{ name: 'front', kind: 'Workload', definition: 'storefornt' }]
    const { status, body } = await server.rest('POST', '/v0/workload-definitions', {
      Name: 'meant',
      YAMLDocument,
      Project: 'defualt',
    })
    expect([status, body.Status.error]).toEqual([
      400,
      'Project: there is no Project with this name, got "defualt". Did you mean "default"?',
    ])
    const nested = await server.rest('POST', '/v0/workload-definitions', {
      Name: 'meant',
      YAMLDocument,
      Dependencies: dependencies,
    })
    expect([nested.status, nested.body.Status.error]).toEqual([
      400,
      expect.stringContaining('Did you mean "storefront"?'),
    ])
  })

  it('returns NOT_FOUND for unknown paths, in its envelope below /v0', async () => {
    const absent = await fetch(new URL('/v0/nobody', urlOf(server)))
    expect(absent.status).toBe(404)
    expect(await absent.json()).toMatchObject({
      Data: null,
      Status: {
        code: 404,
        error: expect.stringContaining('no route matches GET "/v0/nobody"'),
        reason: 'NOT_FOUND',
        requestId: absent.headers.get('x-request-id'),
      },
    })
    const elsewhere = await fetch(new URL('/nobody', urlOf(server)))
    expect(await elsewhere.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  })

  it('returns 404 for missing objects, and lists versions', async () => {
    expect((await server.rest('GET', '/v0/workload-definitions/999999')).status).toBe(404)
    expect((await server.rest('GET', '/v0/workload-definitions/x')).status).toBe(400)
    expect((await server.rest('GET', '/workload-definitions/versions')).body).toEqual({
      API: 'WorkloadDefinition',
      Versions: ['v0'],
    })
  })

  async function freshInstance(): Promise<number> {
    const [web] = (await server.rest('GET', '/v0/workload-definitions?name=web')).body.Data ?? []
    return create('workload-instances', { Name: 'fresh', WorkloadDefinitionID: web?.['ID'] })
  }
})
