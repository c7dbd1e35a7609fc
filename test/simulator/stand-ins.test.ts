import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { at, objectOf, objectsOf, type JsonObject } from '../../simulator/json.ts'
import { conditionOf, newNamespace, until, useCluster, type Client } from './simulated.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Creates the resources of a stand-in in a namespace of its own. Returns the path of its Deployment. */
async function install(client: Client, service: string): Promise<string> {
  const file = new URL(`../../workers/support-services/stand-ins/${service}.yaml`, import.meta.url)
  const documents = parseAllDocuments(await readFile(file, 'utf8')).map((each) => objectOf(each.toJS()))
  for (const document of documents.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
    const { name } = objectOf(document['metadata'])
    await client.create(definitions, document)
    await until(`definition ${String(name)}`, async () => {
      const { body } = await client.get(`${definitions}/${String(name)}`)
      return conditionOf(body, 'Established')?.['status'] === 'True'
    })
  }
  const deployment = documents.find(({ kind }) => kind === 'Deployment') ?? {}
  const namespace = await newNamespace(client)
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
  const { name, ...metadata } = objectOf(deployment['metadata'])
  await client.create(path, { ...deployment, metadata: { ...metadata, name, namespace } })
  return `${path}/${String(name)}`
}

const scale = (client: Client, path: string, replicas: number) => client.patch(path, { spec: { replicas } })

describe('the stand-in of External Secrets', () => {
  const simulated = useCluster()

  it('works while its Deployment has a pod', async () => {
    const { client } = simulated
    const controller = await install(client, 'secrets')
    const namespace = await newNamespace(client)
    const group = `/apis/external-secrets.io/v1/namespaces/${namespace}`
    const statusOf = async (path: string): Promise<JsonObject | undefined> =>
      conditionOf((await client.get(`${group}/${path}`)).body, 'Ready')
    await scale(client, controller, 0)
    await until('no pod of the controller', async () => {
      const { body } = await client.get(controller)
      return at(body, 'status', 'availableReplicas') === undefined
    })
    await client.create(
      `${group}/secretstores`,
      store('local', { fake: { data: [{ key: 'a', value: '1' }] } }),
    )
    await client.create(`${group}/externalsecrets`, external('x', 'a'))
    expect(await statusOf('externalsecrets/x')).toBeUndefined()
    await scale(client, controller, 1)
    expect(await until('the Secret', () => statusOf('externalsecrets/x'))).toMatchObject({ status: 'True' })
    const { body } = await client.get(`/api/v1/namespaces/${namespace}/secrets/x`)
    expect(body['data']).toEqual({ value: Buffer.from('1').toString('base64') })
  })

  it('says which key a store does not have, and which provider it does not know', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const group = `/apis/external-secrets.io/v1/namespaces/${namespace}`
    for (const each of [store('local', { fake: { data: [] } }), store('other', { vault: {} })])
      await client.create(`${group}/secretstores`, each)
    await client.create(`${group}/externalsecrets`, external('y', 'missing'))
    const messageOf = (path: string, text: string) =>
      until(text, async () => {
        const condition = conditionOf((await client.get(`${group}/${path}`)).body, 'Ready')
        return String(condition?.['message']).includes(text)
      })
    await messageOf('externalsecrets/y', 'key "missing" does not exist in SecretStore "local"')
    await messageOf('secretstores/other', 'fake and kubernetes only, not vault')
  })

  function store(name: string, provider: JsonObject): JsonObject {
    return {
      apiVersion: 'external-secrets.io/v1',
      kind: 'SecretStore',
      metadata: { name },
      spec: { provider },
    }
  }

  function external(name: string, key: string) {
    return {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      metadata: { name },
      spec: {
        secretStoreRef: { kind: 'SecretStore', name: 'local' },
        data: [{ secretKey: 'value', remoteRef: { key } }],
      },
    }
  }
})

describe('the stand-in of metrics-server', () => {
  const simulated = useCluster()

  it('serves the usage of pods and nodes while its Deployment has a pod', async () => {
    const { client } = simulated
    const controller = await install(client, 'metrics')
    const namespace = await newNamespace(client)
    await client.create(`/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name: 'busy', annotations: { 'simulator.qleetos.io/cpu-usage': '120m' } },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '64Mi' } } }] },
    })
    const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods/busy`
    const metrics = await until('metrics of the pod', async () => {
      const { code, body } = await client.get(path)
      return code === 200 && body
    })
    expect(metrics['containers']).toEqual([{ name: 'c', usage: { cpu: '120m', memory: '32Mi' } }])
    const nodes = await client.get('/apis/metrics.k8s.io/v1beta1/nodes')
    expect(objectsOf(nodes.body['items']).length).toBeGreaterThan(0)
    await scale(client, controller, 0)
    await until('the API to go', async () => (await client.get(path)).code === 404)
  })
})
