import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { restFields } from '../../../../server/http/rest/fields.ts'
import { createFakeWorker } from '../../../support/fake-worker.ts'
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
    await send('POST', 'helm-workload-definitions', { Name: 'none', ...chart, AdditionalResources: [] })
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

describe('references that only clients read', () => {
  const key = {
    AccessKeyID: 'AKIAIOSFODNN7EXAMPLE',
    SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const names = async (path: string): Promise<unknown> =>
    (await server.rest('GET', `/v0/${path}`)).body.Data?.map(({ Name }) => Name)
  const [definitions, instances] = [
    'aws-eks-kubernetes-runtime-definitions',
    'aws-eks-kubernetes-runtime-instances',
  ] as const
  let account: Data
  let runtimeDefinition: Data
  let runtime: Data
  beforeAll(async () => {
    const fields = { AccountID: '123456789012', DefaultAccount: true, DefaultRegion: 'us-east-1', ...key }
    account = await send('POST', 'aws-accounts', { Name: 'aws', ...fields })
    runtimeDefinition = await send('POST', 'kubernetes-runtime-definitions', {
      Name: 'tp',
      InfraProvider: 'eks',
    })
    runtime = await send('POST', 'kubernetes-runtime-instances', {
      Name: 'tp',
      Location: 'NorthAmerica:NewYork',
      KubernetesRuntimeDefinitionID: runtimeDefinition['ID'],
    })
  })

  it('of clusters of EKS keep the runtime and its definition, by which clients find them', async () => {
    const [KubernetesRuntimeDefinitionID, KubernetesRuntimeInstanceID] = [
      runtimeDefinition['ID'],
      runtime['ID'],
    ]
    const definition = await send('POST', definitions, {
      Name: 'tp',
      AWSAccountID: account['ID'],
      Labels: { team: 'shop' },
      KubernetesRuntimeDefinitionID,
    })
    expect(definition).toMatchObject({ KubernetesRuntimeDefinitionID, Labels: { team: 'shop' } })
    const instance = await send('POST', instances, {
      Name: 'tp',
      Region: 'us-east-1',
      AwsEksKubernetesRuntimeDefinitionID: definition['ID'],
      KubernetesRuntimeInstanceID,
    })
    expect(instance).toMatchObject({ KubernetesRuntimeInstanceID })
    expect(instance).not.toHaveProperty('Labels')
    expect(await send('GET', `${instances}/${String(instance['ID'])}`)).toMatchObject({
      KubernetesRuntimeInstanceID,
    })
    expect(
      await names(`${definitions}?kubernetesruntimedefinitionid=${String(KubernetesRuntimeDefinitionID)}`),
    ).toEqual(['tp'])
    expect(
      await names(`${instances}?kubernetesruntimeinstanceid=${String(KubernetesRuntimeInstanceID)}`),
    ).toEqual(['tp'])
    expect(await names(`${instances}?kubernetesruntimeinstanceid=1`)).toEqual([])

    const path = `${definitions}/${String(definition['ID'])}`
    expect(await send('PATCH', path, { Labels: { team: 'web' } })).toMatchObject({
      Labels: { team: 'web' },
      KubernetesRuntimeDefinitionID,
    })
    // The Go client sends back what it has read.
    expect(await send('PATCH', path, { KubernetesRuntimeDefinitionID: 0 })).toMatchObject({
      KubernetesRuntimeDefinitionID,
    })
    expect(await send('PATCH', path, { KubernetesRuntimeDefinitionID: null })).toMatchObject({
      KubernetesRuntimeDefinitionID: 0,
    })
  })

  it('of secrets keep the account, too', async () => {
    const created = await send('POST', 'secret-definitions', {
      Name: 'mail',
      AwsAccountID: account['ID'],
      Data: { password: 'x' },
    })
    expect(created).toMatchObject({ AwsAccountID: account['ID'] })
    expect(await names(`secret-definitions?awsaccountid=${String(account['ID'])}`)).toEqual(['mail'])
  })

  it('of clusters of EKS show the runtime that owns them, and its definition', async () => {
    await createFakeWorker(server).own('KubernetesRuntimeInstance', 'tp', [
      {
        kind: 'AwsEksKubernetesRuntimeDefinition',
        name: 'owned',
        project: 'default',
        spec: {},
        field: 'spec.definition',
      },
      {
        kind: 'AwsEksKubernetesRuntimeInstance',
        name: 'owned',
        project: 'default',
        spec: { definition: 'owned' },
        field: 'spec.definition',
      },
    ])
    expect(await send('GET', `${definitions}?name=owned`)).toMatchObject({
      KubernetesRuntimeDefinitionID: runtimeDefinition['ID'],
    })
    expect(await send('GET', `${instances}?name=owned`)).toMatchObject({
      KubernetesRuntimeInstanceID: runtime['ID'],
    })
    expect(
      await names(`${instances}?name=owned&kubernetesruntimeinstanceid=${String(runtime['ID'])}`),
    ).toEqual(['owned'])
  })

  it('refuse an object that does not exist', async () => {
    const body = { Name: 'none', AWSAccountID: account['ID'], KubernetesRuntimeDefinitionID: 999_999 }
    const { body: response } = await server.rest('POST', `/v0/${definitions}`, body)
    expect(response.Status).toMatchObject({ code: 400, fields: [{ path: 'KubernetesRuntimeDefinitionID' }] })
  })
})

describe('fields without a counterpart', () => {
  it('take the JSON of clients, with a warning: components of control planes and inventories', async () => {
    const definition = await send('POST', 'control-plane-definitions', { Name: 'child' })
    const CustomComponentInfo = [
      { Name: 'rest-api', ImageTag: 'v0.2-custom' },
      { Name: 'gateway-controller', Enabled: false },
    ]
    const created = await server.rest('POST', '/v0/control-plane-instances', {
      Name: 'child',
      Namespace: 'child',
      ControlPlaneDefinitionID: definition['ID'],
      CustomComponentInfo,
    })
    expect(created).toMatchObject({
      status: 201,
      body: { Status: { warnings: [expect.stringMatching(/^CustomComponentInfo has no effect/)] } },
    })
    const path = `aws-eks-kubernetes-runtime-instances?name=tp`
    const { ID } = await send('GET', path)
    const ResourceInventory = { VpcID: 'vpc-1', Subnets: ['a'] }
    const changed = await server.rest('PATCH', `/v0/aws-eks-kubernetes-runtime-instances/${String(ID)}`, {
      ResourceInventory,
    })
    expect(changed.body.Status).toMatchObject({
      code: 200,
      warnings: [expect.stringMatching(/^ResourceInventory has no effect/)],
    })
  })
})

describe('requests of the Go client', () => {
  it('have empty texts for fields without a value', async () => {
    const fields = { Repo: 'oci://registry.example.com/charts', Chart: 'web', ChartVersion: '', Digest: '' }
    const created = await send('POST', 'helm-workload-definitions', { Name: 'empty', ...fields })
    expect(created).not.toHaveProperty('ChartVersion')
    const path = `helm-workload-definitions/${String(created['ID'])}`
    expect(await send('PATCH', path, { ChartVersion: '1.0.0' })).toMatchObject({ ChartVersion: '1.0.0' })
    expect(await send('PATCH', path, { ChartVersion: '' })).not.toHaveProperty('ChartVersion')
    const { body } = await server.rest('PATCH', `/v0/${path}`, { Repo: '' })
    expect(body.Status).toMatchObject({ code: 400, fields: [{ path: 'Repo' }] })
  })

  it('name log backends as objects, or none', async () => {
    await send('POST', 'log-backends', { Name: 'archive', Destination: 'https://logs.example.com' })
    const created = await send('POST', 'log-storage-definitions', { Name: 'logs' })
    expect(created).toMatchObject({ LogBackends: [] })
    const path = `log-storage-definitions/${String(created['ID'])}`
    const LogBackends = [{ Name: 'archive' }]
    expect(await send('PATCH', path, { LogBackends })).toMatchObject({ LogBackends })
    expect(await send('GET', path)).toMatchObject({ LogBackends })
    expect(await send('PATCH', path, { LogBackends: ['archive'] })).toMatchObject({ LogBackends })
    expect(await send('PUT', path, { Name: 'logs' })).toMatchObject({ LogBackends: [] })
    const { body } = await server.rest('PATCH', `/v0/${path}`, { LogBackends: [{ ID: 1 }] })
    expect(body.Status).toMatchObject({ code: 400, error: expect.stringContaining('LogBackends') })
  })
})

describe('fields that the Go client dereferences', () => {
  it('have 0 or an empty text for none, which requests may send back', async () => {
    const definition = await send('POST', 'domain-name-definitions', { Name: 'plain', Domain: 'example.com' })
    expect(definition).toMatchObject({ Zone: '', AdminEmail: '' })
    const path = `domain-name-definitions/${String(definition['ID'])}`
    const { Zone, AdminEmail } = definition
    expect(await send('PATCH', path, { Zone, AdminEmail, Domain: 'example.com' })).toMatchObject({ Zone: '' })
    const stack = await send('POST', 'observability-stack-definitions', {
      Name: 'plain',
      MetricsDefinitionID: 0,
    })
    expect(stack).toMatchObject({ MetricsDefinitionID: 0, ObservabilityDashboardDefinitionID: 0 })
  })

  it.each(allKinds.flatMap((kind) => (kind.rest.always ?? []).map((name) => [name, kind] as const)))(
    '%s: is a field of its kind that is an ID or a text',
    (name, kind) => {
      const field = restFields(kind).find((each) => each.name === name)
      expect(['integer', 'string']).toContain(field?.schema['type'])
    },
  )
})
