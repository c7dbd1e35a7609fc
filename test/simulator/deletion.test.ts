import { describe, expect, it } from 'vitest'
import { at, objectsOf, stringOf, type JsonObject } from '../../simulator/json.ts'
import {
  conditionOf,
  configMap,
  deployment,
  newNamespace,
  until,
  useCluster,
  type Client,
} from './simulated.ts'

function uidOf(object: JsonObject): string {
  return stringOf(at(object, 'metadata', 'uid'))
}

function ownedBy(owner: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    ownerReferences: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: stringOf(at(owner, 'metadata', 'name')),
        uid: uidOf(owner),
        ...more,
      },
    ],
  }
}

async function isGone(client: Client, path: string): Promise<boolean> {
  return (await client.get(path)).code === 404
}

describe('deletion', () => {
  const simulated = useCluster()

  /** Creates two objects, the second owned by the first. */
  async function family(
    reference: JsonObject = {},
  ): Promise<{ path: string; child: string; parent: string }> {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const { body } = await client.create(path, configMap('parent'))
    await client.create(path, {
      ...configMap('child'),
      metadata: { name: 'child', ...ownedBy(body, reference) },
    })
    return { path, child: `${path}/child`, parent: `${path}/parent` }
  }

  it('waits for finalizers, and shows the time of the request', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    await client.create(path, {
      ...configMap('a'),
      metadata: { name: 'a', finalizers: ['example.com/hold'] },
    })
    const { body } = await client.remove(`${path}/a`)
    expect(at(body, 'metadata', 'deletionTimestamp')).toEqual(expect.any(String))
    const added = await client.patch(`${path}/a`, {
      metadata: { finalizers: ['example.com/hold', 'example.com/more'] },
    })
    expect(added.body['message']).toContain('no new finalizers can be added if the object is being deleted')
    await client.patch(`${path}/a`, { metadata: { finalizers: null } })
    expect(await isGone(client, `${path}/a`)).toBe(true)
  })

  it('is refused when its preconditions do not hold', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    await client.create(path, configMap('a'))
    const response = await client.remove(`${path}/a`, { preconditions: { uid: 'another' } })
    expect(response).toMatchObject({ code: 409, body: { reason: 'Conflict' } })
    expect(await isGone(client, `${path}/a`)).toBe(false)
  })

  it('as a dry run keeps the object', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    await client.create(path, configMap('a'))
    expect((await client.remove(`${path}/a?dryRun=All`)).code).toBe(200)
    expect(at((await client.get(`${path}/a`)).body, 'metadata', 'deletionTimestamp')).toBeUndefined()
  })

  it('deletes dependents in the background', async () => {
    const { client } = simulated
    const { child, parent } = await family()
    await client.remove(parent, { propagationPolicy: 'Background' })
    expect(await isGone(client, parent)).toBe(true)
    await until('the child to go', async () => isGone(client, child))
  })

  it('in the foreground deletes blocking dependents first', async () => {
    const { client } = simulated
    const { child, parent } = await family({ blockOwnerDeletion: true })
    await client.patch(child, { metadata: { finalizers: ['example.com/hold'] } })
    const { body } = await client.remove(parent, { propagationPolicy: 'Foreground' })
    expect(at(body, 'metadata', 'finalizers')).toEqual(['foregroundDeletion'])
    await until(
      'the child to be deleted',
      async () => at((await client.get(child)).body, 'metadata', 'deletionTimestamp') !== undefined,
    )
    expect(await isGone(client, parent)).toBe(false)
    await client.patch(child, { metadata: { finalizers: null } })
    await until('the parent to go', async () => isGone(client, parent))
  })

  it('leaves orphans with propagationPolicy Orphan', async () => {
    const { client } = simulated
    const { child, parent } = await family()
    await client.remove(parent, { propagationPolicy: 'Orphan' })
    await until('the parent to go', async () => isGone(client, parent))
    expect(at((await client.get(child)).body, 'metadata', 'ownerReferences')).toBeUndefined()
  })

  it('keeps objects that have another owner', async () => {
    const { client } = simulated
    const { path, child, parent } = await family()
    const other = await client.create(path, configMap('other'))
    const both = [
      ...objectsOf(at((await client.get(child)).body, 'metadata', 'ownerReferences')),
      ...objectsOf(at(ownedBy(other.body), 'ownerReferences')),
    ]
    await client.patch(child, { metadata: { ownerReferences: both } })
    await client.remove(parent, { propagationPolicy: 'Background' })
    await until(
      'the child to have one owner',
      async () => objectsOf(at((await client.get(child)).body, 'metadata', 'ownerReferences')).length === 1,
    )
  })

  it('of an owner that never existed also deletes its dependents', async () => {
    const { client } = simulated
    const path = `/api/v1/namespaces/${await newNamespace(client)}/configmaps`
    const owner = { metadata: { name: 'none', uid: '00000000-0000-0000-0000-000000000000' } }
    await client.create(path, { ...configMap('a'), metadata: { name: 'a', ...ownedBy(owner) } })
    await until('it to go', async () => isGone(client, `${path}/a`))
  })

  it('of a deployment deletes its pods', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
    await client.create(path, deployment('d', { replicas: 2 }))
    const pods = async () =>
      objectsOf((await client.get(`/api/v1/namespaces/${namespace}/pods`)).body['items'])
    await until('pods', async () => (await pods()).length === 2)
    await client.remove(`${path}/d`)
    await until('no pods', async () => (await pods()).length === 0)
  })

  it('of a namespace empties it first, and reports what blocks it', async () => {
    const { client } = simulated
    const namespace = await newNamespace(client)
    const path = `/api/v1/namespaces/${namespace}`
    const held = { ...configMap('a'), metadata: { name: 'a', finalizers: ['example.com/hold'] } }
    await client.create(`${path}/configmaps`, held)
    await client.create(`${path}/configmaps`, configMap('b'))
    await client.remove(path)
    const stuck = await until('the cause', async () => {
      const { body } = await client.get(path)
      return conditionOf(body, 'NamespaceFinalizersRemaining')?.['status'] === 'True' ? body : undefined
    })
    expect(at(stuck, 'status', 'phase')).toBe('Terminating')
    expect(conditionOf(stuck, 'NamespaceFinalizersRemaining')?.['message']).toContain(
      'example.com/hold in 1 resource',
    )
    expect(await isGone(client, `${path}/configmaps/b`)).toBe(true)
    const late = await client.create(`${path}/configmaps`, configMap('late'))
    expect(late).toMatchObject({
      code: 403,
      body: { details: { causes: [{ reason: 'NamespaceTerminating' }] } },
    })
    await client.patch(`${path}/configmaps/a`, { metadata: { finalizers: null } })
    await until('the namespace to go', async () => isGone(client, path))
  })

  it.each(['default', 'kube-system'])('is refused for the namespace %s', async (name) => {
    expect((await simulated.client.remove(`/api/v1/namespaces/${name}`)).code).toBe(403)
  })
})
