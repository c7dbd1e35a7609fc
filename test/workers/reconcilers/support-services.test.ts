import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const from = {
  password: { store: { kind: 'ClusterSecretStore', name: 'vault' }, key: 'shop', property: 'p' },
}
const store = {
  apiVersion: 'external-secrets.io/v1',
  kind: 'ClusterSecretStore',
  metadata: { name: 'vault' },
  spec: { provider: { fake: { data: [{ key: 'shop', value: '{"p":"sesame"}' }] } } },
}
const stores = '/apis/external-secrets.io/v1/clustersecretstores'
const deployment = '/apis/apps/v1/namespaces/external-secrets/deployments/external-secrets'
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

function secret(name: string) {
  return [
    { kind: 'SecretDefinition', name, spec: { from } },
    { kind: 'SecretInstance', name, spec: { definition: name, namespace: 'shop' } },
  ]
}

describe('a support service in a simulated runtime', () => {
  it('is installed for the first that needs it, and works', async () => {
    const { plane, cluster } = started
    await cluster.client.request({ method: 'POST', path: '/api/v1/namespaces', body: namespace('shop') })
    await plane.client.apply([...secret('one'), ...secret('two')])
    const { status } = await plane.ready('SupportServiceInstance', 'secrets-space')
    expect(status.outputs).toEqual({ providedBy: 'standIn', namespace: 'external-secrets' })
    await plane.until('SecretInstance', 'one', ({ status: { cause } }) =>
      String(cause?.message).includes('ClusterSecretStore "vault" not found'),
    )
    await cluster.client.request({ method: 'POST', path: stores, body: store })
    await plane.ready('SecretInstance', 'one')
    expect(await cluster.get('/api/v1/namespaces/shop/secrets/one')).toMatchObject({
      data: { password: Buffer.from('sesame').toString('base64') },
    })
  })

  it('goes with the last, but not a definition with objects of others', async () => {
    const { plane, cluster } = started
    await plane.ready('SecretInstance', 'two')
    for (const name of ['one', 'two']) {
      await plane.client.objects.delete([{ kind: 'SecretInstance', name }])
      await plane.gone('SecretInstance', name)
    }
    await plane.gone('SupportServiceInstance', 'secrets-space')
    expect(await cluster.get(deployment)).toBeUndefined()
    expect(await cluster.get(`${definitions}/externalsecrets.external-secrets.io`)).toBeUndefined()
    const kept = await cluster.get(`${definitions}/clustersecretstores.external-secrets.io`)
    expect(kept?.metadata.labels).not.toHaveProperty(['qleet.io/object-id'])
    expect(await eventually(() => cluster.get(`${stores}/vault`))).toMatchObject({ spec: store.spec })
  })

  it('takes back a definition that it has left, and deletes it once it has no objects', async () => {
    const { plane, cluster } = started
    await plane.client.apply(secret('three'))
    await plane.ready('SecretInstance', 'three')
    await cluster.delete(`${stores}/vault`)
    await plane.client.objects.delete([{ kind: 'SecretInstance', name: 'three' }])
    await plane.gone('SupportServiceInstance', 'secrets-space')
    expect(await cluster.get(`${definitions}/clustersecretstores.external-secrets.io`)).toBeUndefined()
  })
})

function namespace(name: string) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}
