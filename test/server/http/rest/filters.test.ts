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

  it('are filtered by several references at once', async () => {
    const [runtime] = Object.entries(ids).flatMap(([key, id]) =>
      key.startsWith('KubernetesRuntimeInstance/') ? [id] : [],
    )
    const both = `workloaddefinitionid=${ids['WorkloadDefinition/one']}&kubernetesruntimeinstanceid=${runtime}`
    expect(await names(both)).toEqual(['a'])
  })

  it.each([
    ['nme=x', 'nme', 'UNKNOWN_FIELD', /Parameters are page, size, sort, name,/],
    ['deletionscheduled=2026-01-01', 'deletionscheduled', 'UNKNOWN_FIELD', /reconciled/],
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
