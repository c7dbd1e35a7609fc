import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { filterNames } from '../../../../server/http/rest/filters.ts'
import { createFakeWorker } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime, definition, instance, write } from '../../../support/store.ts'

let server: TestServer
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await createTestServer()
  const objects = [
    ...defaultRuntime,
    definition('one'),
    definition('two'),
    instance('a', { definition: 'one' }),
    instance('b', { definition: 'two' }),
  ]
  for (const { object } of await server.store.apply(objects, write))
    ids[`${object.kind}/${object.name}`] = String(object.id)
  const worker = createFakeWorker(server)
  await worker.report('WorkloadInstance', 'a', { phase: 'Ready' })
  await worker.report('WorkloadInstance', 'b', { phase: 'Failed' })
})
afterAll(() => server?.stop())

async function names(query: string): Promise<unknown> {
  const { body } = await server.rest('GET', `/v0/workload-instances?${query}`)
  return body.Data?.map(({ Name }) => Name) ?? body.Status
}

describe('lists of REST that clients of Threeport filter', () => {
  let account: bigint
  beforeAll(async () => {
    const key = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const objects = [
      { kind: 'Tier', name: 'gold', spec: { criticality: 40 } },
      { kind: 'Tier', name: 'tin', spec: { criticality: 20 } },
      {
        kind: 'AwsAccount',
        name: 'main',
        spec: { accountId: '123456789012', defaultAccount: true, defaultRegion: 'eu-central-1', ...key },
      },
      { kind: 'AwsEksKubernetesRuntimeDefinition', name: 'large', spec: { zoneCount: 3 } },
      { kind: 'AwsEksKubernetesRuntimeDefinition', name: 'small', spec: {} },
      { kind: 'DatabaseDefinition', name: 'db', spec: { engine: 'postgres', size: 'medium' } },
      { kind: 'TerraformDefinition', name: 'tf', spec: { configuration: 'output "a" { value = 1 }' } },
      { kind: 'TerraformInstance', name: 'tf', spec: { definition: 'tf' } },
    ]
    for (const { object } of await server.store.apply(objects, write))
      ids[`${object.kind}/${object.name}`] = String(object.id)
    account = BigInt(ids['AwsAccount/main'] ?? 0)
  })

  it.each([
    ['tiers?criticality=40', ['gold']],
    ['aws-accounts?default=true', ['main']],
    ['aws-accounts?default=false', []],
    ['aws-accounts?rolearn=arn:aws:iam::123456789012:role/other', []],
    ['aws-eks-kubernetes-runtime-definitions?zonecount=3', ['large']],
    ['aws-eks-kubernetes-runtime-definitions?zonecount=2&defaultnodegroupminimumsize=2', ['small']],
    ['aws-eks-kubernetes-runtime-definitions?defaultnodegroupinstancetype=t3.medium', ['large', 'small']],
    ['database-definitions?machinesize=medium&size=5', ['db']],
    ['database-definitions?machinesize=small', []],
    ['helm-workload-instances?kubernetes-runtime-instance-id=1', []],
    ['gateway-instances?workloadresourceinstanceid=1', []],
    ['kubernetes-runtime-instances?threeportcontrolplanehost=true', []],
  ])('match %s', async (path, expected) => {
    const { body } = await server.rest('GET', `/v0/${path}`)
    expect(body.Data?.map(({ Name }) => Name) ?? body.Status).toEqual(expected)
  })

  it('match the runtime in which the control plane runs', async () => {
    const { client, report } = createFakeWorker(server)
    const own = { kind: 'KubernetesRuntimeInstance', name: 'own' }
    await client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'inCluster' } },
      { ...own, spec: { definition: 'own' } },
    ])
    const outputs = { provider: 'inCluster', apiEndpoint: 'https://10.0.0.1', kubernetesVersion: 'v1.34.1' }
    await report(own.kind, own.name, { phase: 'Ready', outputs })
    const hosts = async (isHost: boolean) =>
      (await server.rest('GET', `/v0/kubernetes-runtime-instances?threeportcontrolplanehost=${isHost}`)).body
        .Data
    expect(await hosts(true)).toMatchObject([{ Name: 'own', ThreeportControlPlaneHost: true }])
    expect(await hosts(false)).not.toContainEqual(expect.objectContaining({ Name: 'own' }))
  })

  it('have each filter once, by the ID under each of its names', async () => {
    const { body } = await server.rest(
      'GET',
      `/v0/aws-eks-kubernetes-runtime-definitions?awsaccountid=${account}`,
    )
    expect(body.Data).toHaveLength(2)
    const id = ids['TerraformDefinition/tf']
    const found = await server.rest('GET', `/v0/terraform-instances?workloaddefinitionid=${id}`)
    expect(found.body.Data).toHaveLength(1)
    for (const kind of allKinds) expect(filterNames(kind)).toEqual([...new Set(filterNames(kind))])
  })
})

describe('lists of REST', () => {
  it.each([
    ['', ['a', 'b']],
    ['name=a', ['a']],
    ['NAME=a', ['a']],
    ['reconciled=true', ['a']],
    ['reconciled=false', ['b']],
    ['status=Healthy', ['a']],
    ['status=Error', ['b']],
    ['creationfailed=true', ['b']],
    ['creationfailed=false', ['a']],
    ['creationfailed=false&status=Error', []],
    ['interruptreconciliation=false', ['a', 'b']],
    ['interruptreconciliation=true', []],
    ['project=default', ['a', 'b']],
    ['project=other', []],
    ['workloaddefinitionid=999999', []],
    ['statusreason=Failed', ['b']],
    ['statusreason=Fail', []],
    ['statusreason=Failed&status=Error&size=1', ['b']],
    ['statusreason=Failed&status=Healthy', []],
    ['deletionscheduled=2026-01-01T00:00:00Z', []],
    ['deletionconfirmed=2026-01-01', []],
    ['sort=-name', ['b', 'a']],
    ['sort=-id', ['b', 'a']],
    ['sort=updatedat', ['a', 'b']],
    ['sort=-createdAt', ['b', 'a']],
    ['sort=-updatedat&size=1&page=2', ['a']],
    ['page=0&size=0', ['a', 'b']],
  ])('are filtered and ordered by ?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('are filtered by the id of a referenced object, under each of its names', async () => {
    expect(await names(`workloaddefinitionid=${ids['WorkloadDefinition/one']}`)).toEqual(['a'])
    const [runtime] = Object.entries(ids).flatMap(([key, id]) =>
      key.startsWith('KubernetesRuntimeInstance/') ? [id] : [],
    )
    expect(await names(`workloadclusterid=${runtime}`)).toEqual(['a', 'b'])
    expect(await names(`kubernetesruntimeinstanceid=${ids['WorkloadDefinition/one']}`)).toEqual([])
  })

  it('by a name have the object of the default project, unless they name another or it has none', async () => {
    await server.store.apply(
      [
        { kind: 'Project', name: 'shop', spec: {} },
        { kind: 'WorkloadDefinition', name: 'both', spec: definition('both').spec },
        { kind: 'WorkloadDefinition', name: 'both', project: 'shop', spec: definition('both').spec },
        { kind: 'WorkloadDefinition', name: 'only', project: 'shop', spec: definition('only').spec },
      ],
      write,
    )
    const projects = async (query: string) =>
      (await server.rest('GET', `/v0/workload-definitions?${query}`)).body.Data?.map(({ Project }) => Project)
    expect(await projects('name=both')).toEqual(['default'])
    expect(await projects('name=both&project=shop')).toEqual(['shop'])
    expect(await projects('name=only')).toEqual(['shop'])
    expect(await projects('name=both&creationconfirmed=2026-01-01T00:00:00Z')).toEqual([])
    expect(await projects('project=shop')).toEqual(['shop', 'shop'])
  })

  it('are filtered by any time of their status', async () => {
    const { body } = await server.rest('GET', '/v0/workload-instances?name=a')
    const confirmed = String(body.Data?.[0]?.['CreationConfirmed'])
    expect(await names(`creationconfirmed=${confirmed}`)).toEqual(['a'])
    expect(await names(`creationconfirmed=${confirmed.replace('Z', '%2B00:00')}&size=1`)).toEqual(['a'])
    expect(await names('creationconfirmed=2026-01-01T00:00:00Z')).toEqual([])
  })

  it('are filtered by several references at once', async () => {
    const [runtime] = Object.entries(ids).flatMap(([key, id]) =>
      key.startsWith('KubernetesRuntimeInstance/') ? [id] : [],
    )
    const both = `workloaddefinitionid=${ids['WorkloadDefinition/one']}&kubernetesruntimeinstanceid=${runtime}`
    expect(await names(both)).toEqual(['a'])
  })

  it.each([
    ['nme=x', 'nme', 'UNKNOWN_FIELD', /Parameters are page, size, sort, name,/],
    ['deletionscheduled=soon', 'deletionscheduled', 'INVALID_TYPE', /must be a time such as/],
    ['yamldocument=x', 'yamldocument', 'UNKNOWN_FIELD', /reconciled/],
    ['reconciled=maybe', 'reconciled', 'INVALID_TYPE', /true or false/],
    ['workloaddefinitionid=abc', 'workloaddefinitionid', 'INVALID_TYPE', /ID of a WorkloadDefinition/],
    ['status=Great', 'status', 'NOT_SUPPORTED', /Reconciling, Healthy/],
    ['sort=size', 'sort', 'NOT_SUPPORTED', /id, -id, name/],
    ['size=1001', 'size', 'OUT_OF_RANGE', /1 to 1000, or -1/],
  ])('refuse ?%s with a remedy', async (query, path, code, words) => {
    expect(await names(query)).toMatchObject({
      code: 400,
      error: expect.stringMatching(words),
      fields: [{ path, code }],
    })
  })

  it('link to their other pages, and keep the query', async () => {
    const { headers } = await server.app.inject({
      url: '/v0/workload-instances?project=default&Size=1&page=1',
      headers: { authorization: `Bearer ${server.adminToken}` },
    })
    const path = '/v0/workload-instances?project=default'
    expect(String(headers['link']).split(', ')).toEqual([
      `<${path}&page=1&size=1>; rel="first"`,
      `<${path}&page=2&size=1>; rel="next"`,
      `<${path}&page=2&size=1>; rel="last"`,
    ])
  })

  it.each(allKinds.map(({ kind, rest }) => [kind, rest.path] as const))(
    'of %s support each of their filters',
    async (kind, path) => {
      const found = allKinds.find((each) => each.kind === kind)
      for (const name of found === undefined ? [] : filterNames(found)) {
        const value = await server.rest('GET', `/v0/${path}?${name}=true`)
        const number = await server.rest('GET', `/v0/${path}?${name}=1`)
        const status = await server.rest('GET', `/v0/${path}?${name}=Healthy`)
        expect([value.status, number.status, status.status], name).toContain(200)
      }
    },
  )
})
