import { beforeAll, describe, expect, it } from 'vitest'
import { at, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import { configMap, newNamespace, useCluster } from './simulated.ts'

const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'

function namesIn(list: JsonObject): string[] {
  return objectsOf(list['items']).map((item) => stringOf(at(item, 'metadata', 'name')))
}

describe('lists', () => {
  const simulated = useCluster()
  let path = ''

  beforeAll(async () => {
    const { client } = simulated
    path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    await client.remove(`${path}/kube-root-ca.crt`)
    const labels = [{ app: 'a', tier: 'web' }, { app: 'b', tier: 'web' }, { app: 'c' }, undefined]
    for (const [index, each] of labels.entries()) await client.create(path, configMap(`m${index}`, {}, each))
  })

  it.each([
    ['app=a', ['m0']],
    ['app==a', ['m0']],
    ['app!=a', ['kube-root-ca.crt', 'm1', 'm2', 'm3']],
    ['app in (a, b)', ['m0', 'm1']],
    ['app notin (a,b),app', ['m2']],
    ['tier', ['m0', 'm1']],
    ['!tier,app', ['m2']],
    ['app=a,tier=db', []],
  ])('are filtered by the labels %s', async (selector, names) => {
    const { body } = await simulated.client.get(`${path}?labelSelector=${encodeURIComponent(selector)}`)
    expect(namesIn(body)).toEqual(names)
  })

  it.each([
    ['metadata.name=m1', ['m1']],
    ['metadata.name!=m1', ['kube-root-ca.crt', 'm0', 'm2', 'm3']],
    ['metadata.namespace=elsewhere', []],
  ])('are filtered by the fields %s', async (selector, names) => {
    const { body } = await simulated.client.get(`${path}?fieldSelector=${encodeURIComponent(selector)}`)
    expect(namesIn(body)).toEqual(names)
  })

  it.each([
    ['labelSelector', 'a in b', 'unable to parse requirement'],
    ['labelSelector', '=', "found '=', expected: !, identifier"],
    ['fieldSelector', 'data.a=1', '"data.a" is not a known field selector'],
  ])('refuse the %s %s', async (parameter, selector, message) => {
    const response = await simulated.client.get(`${path}?${parameter}=${encodeURIComponent(selector)}`)
    expect(response.code).toBe(400)
    expect(response.body['message']).toContain(message)
  })

  it('select pods by phase and by node', async () => {
    const response = await simulated.client.get(
      '/api/v1/pods?fieldSelector=status.phase=Running,spec.nodeName=n',
    )
    expect(response).toMatchObject({ code: 200, body: { kind: 'PodList', items: [] } })
  })

  it('come in pages that together are a consistent list', async () => {
    const { client } = simulated
    const first = await client.get(`${path}?limit=2`)
    expect(at(first.body, 'metadata', 'remainingItemCount')).toBe(3)
    await client.create(path, configMap('m9'))
    const found = namesIn(first.body)
    let next = stringOf(at(first.body, 'metadata', 'continue'))
    while (next !== '') {
      const page = await client.get(`${path}?limit=2&continue=${encodeURIComponent(next)}`)
      expect(at(page.body, 'metadata', 'resourceVersion')).toBe(at(first.body, 'metadata', 'resourceVersion'))
      found.push(...namesIn(page.body))
      next = stringOf(at(page.body, 'metadata', 'continue'))
    }
    expect(found).toEqual(['kube-root-ca.crt', 'm0', 'm1', 'm2', 'm3'])
    await client.remove(`${path}/m9`)
  })

  it('refuse an invalid continue token', async () => {
    expect((await simulated.client.get(`${path}?limit=1&continue=x`)).body).toMatchObject({ code: 400 })
  })

  it('can cover one resource in all namespaces', async () => {
    const { body } = await simulated.client.get('/api/v1/configmaps?labelSelector=app=a')
    expect(namesIn(body)).toEqual(['m0'])
  })

  it('are returned as tables to clients that accept them', async () => {
    const { body } = await simulated.client.call({ path: `${path}?labelSelector=app=a`, accept: asTable })
    expect(body).toMatchObject({
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
      rows: [{ cells: ['m0', 0, expect.any(String)], object: { kind: 'PartialObjectMetadata' } }],
    })
  })

  it('are returned as metadata to clients that accept it', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
    const { body } = await simulated.client.call({ path: `${path}?labelSelector=app=a`, accept })
    expect(body['kind']).toBe('PartialObjectMetadataList')
    expect(Object.keys(objectsOf(body['items'])[0] ?? {})).not.toContain('data')
  })

  it('are deleted as a collection, by selector', async () => {
    const { client } = simulated
    const own = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    for (const app of ['a', 'b', 'c']) await client.create(own, configMap(app, {}, { app }))
    await client.remove(`${own}?labelSelector=${encodeURIComponent('app in (a,b)')}`)
    expect(namesIn((await client.get(own)).body)).not.toContain('a')
    expect(namesIn((await client.get(own)).body)).toContain('c')
  })
})

describe('responses', () => {
  const simulated = useCluster()
  const path = '/api/v1/namespaces/default'
  const isInLines = async (query: string, agent: string): Promise<boolean> => {
    const call = { path: `${path}${query}`, headers: { 'user-agent': agent } }
    const { text, body } = await simulated.client.call(call)
    expect(body['kind']).toBe('Namespace')
    return text.startsWith('{\n  "')
  }

  it.each([
    ['as browsers and curl get them', '', 'curl/8.5.0', true],
    ['in one line for programs', '', 'kubectl/v1.36.3', false],
    ['in lines if the request asks for that', '?pretty=true', 'kubectl/v1.36.3', true],
    ['in one line if the request asks for that', '?pretty=0', 'curl/8.5.0', false],
  ])('are %s', async (_, query, agent, expected) => {
    expect(await isInLines(query, agent)).toBe(expected)
  })
})
