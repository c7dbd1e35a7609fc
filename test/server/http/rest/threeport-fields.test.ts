import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime, write } from '../../../support/store.ts'

/* Fields whose values the Go client of Threeport reads and writes in another form than QleetOS stores them. */

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(defaultRuntime, write)
})
afterAll(() => server?.stop())

type Data = Record<string, unknown>

async function send(method: 'POST' | 'PATCH' | 'PUT' | 'GET', path: string, body?: object): Promise<Data> {
  const response = await server.rest(method, `/v0/${path}`, body)
  expect(response.status, JSON.stringify(response.body.Status)).toBe(method === 'POST' ? 201 : 200)
  return response.body.Data?.[0] ?? {}
}

describe('additional resources of Helm workloads', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { on: 'yes' } }
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    stringData: { password: 'hidden' },
  }
  const chart = { Repo: 'oci://registry.example.com/charts', Chart: 'web' }

  it('are a list of objects, in requests, responses and lists', async () => {
    const created = await send('POST', 'helm-workload-definitions', {
      Name: 'listed',
      ...chart,
      AdditionalResources: [configMap, secret],
    })
    const shown = [configMap, { ...secret, stringData: { password: expect.not.stringContaining('hidden') } }]
    expect(created['AdditionalResources']).toEqual(shown)
    const instance = await send('POST', 'helm-workload-instances', {
      Name: 'listed',
      HelmWorkloadDefinitionID: created['ID'],
      AdditionalResources: [configMap],
    })
    expect(instance['AdditionalResources']).toEqual([configMap])
    expect(await send('GET', 'helm-workload-definitions?name=listed')).toMatchObject({
      AdditionalResources: shown,
    })
    const none = await send('PATCH', `helm-workload-instances/${String(instance['ID'])}`, {
      AdditionalResources: [],
    })
    expect(none).not.toHaveProperty('AdditionalResources')
  })

  it('stay the text that they are when a client sends back what it has read', async () => {
    const additionalResources = `# Of the team.\n${JSON.stringify(configMap)}\n`
    const spec = { repo: chart.Repo, chart: chart.Chart, additionalResources }
    const before = await server.store.create({ kind: 'HelmWorkloadDefinition', name: 'kept', spec }, write)
    const path = `helm-workload-definitions/${before.id}`
    const { AdditionalResources } = await send('GET', path)
    await send('PATCH', path, { AdditionalResources, Chart: 'web' })
    await send('PUT', path, { Name: 'kept', ...chart, AdditionalResources })
    const after = await server.store.find({ kind: 'HelmWorkloadDefinition', name: 'kept' })
    expect(after?.spec).toMatchObject({ additionalResources })
    expect(after?.generation).toBe(before.generation)
    const changed = [{ ...configMap, data: { on: 'no' } }]
    expect(await send('PATCH', path, { AdditionalResources: changed })).toMatchObject({
      AdditionalResources: changed,
    })
  })

  it.each([['a: b\n'], [{ kind: 'ConfigMap' }], [['a']], [[{ kind: 'ConfigMap' }]]])(
    'are refused as %j',
    async (AdditionalResources) => {
      const { status, body } = await server.rest('POST', '/v0/helm-workload-definitions', {
        Name: 'refused',
        ...chart,
        AdditionalResources,
      })
      expect(status).toBe(400)
      expect(body.Status.error).toContain('AdditionalResources')
    },
  )
})
