import { describe, expect, it } from 'vitest'
import { collections } from '../../../../server/http/rest/collections/index.ts'
import { withIds } from '../../../../server/http/rest/collections/entry-ids.ts'
import { restCollections } from '../../../support/rest-collections.ts'

const test = restCollections()
const { ids, list, send, refused } = test

describe('references of attached objects', () => {
  const refer = (attached: string, to: string): object => {
    const [AttachedObjectType] = attached.split('/')
    const [ObjectType] = to.split('/')
    return {
      ObjectType: `v0.${ObjectType}`,
      ObjectID: ids[to],
      AttachedObjectType: `v0.${AttachedObjectType}`,
      AttachedObjectID: ids[attached],
    }
  }

  it('follow from the fields that refer to applications', async () => {
    const expected = refer('SecretInstance/mail', 'WorkloadInstance/web')
    const id = ids['SecretInstance/mail']
    for (const query of [
      `attachedobjectid=${id}`,
      `attachedobjectid=${id}&objecttype=v0.WorkloadInstance`,
      `attachedobjectid=${id}&objecttype=WorkloadInstance&attachedobjecttype=SecretInstance`,
      `objectid=${ids['WorkloadInstance/web']}&attachedobjecttype=v0.SecretInstance`,
    ]) {
      const { data, total } = await list(`attached-object-references?${query}`)
      expect(data, query).toEqual([expect.objectContaining(expected)])
      expect(total).toBe(1)
      const read = await test.server.rest('GET', `/v0/attached-object-references/${data[0]?.ID}`)
      expect(read.body.Data).toEqual(data)
    }
    expect(
      (await list(`attached-object-references?attachedobjectid=${id}&objecttype=v0.Event`)).data,
    ).toEqual([])
  })

  it('exist as long as the attached object, so that clients only find them', async () => {
    const attached = refer('SecretInstance/mail', 'WorkloadInstance/web')
    const reference = await send('POST', 'attached-object-references', attached)
    expect(reference).toMatchObject(attached)
    expect(await send('PUT', `attached-object-references/${reference.ID}`, attached)).toEqual(reference)
    const moved = refer('SecretInstance/mail', 'WorkloadInstance/second')
    for (const [method, path, body] of [
      ['POST', 'attached-object-references', moved],
      ['PATCH', `attached-object-references/${reference.ID}`, moved],
      ['DELETE', `attached-object-references/${reference.ID}`, undefined],
    ] as const)
      expect(await refused(method, path, body)).toMatchObject({
        code: 403,
        error: expect.stringContaining('create it with WorkloadInstanceID'),
      })
  })

  it('are refused between objects that have no such field', async () => {
    expect(
      await refused(
        'POST',
        'attached-object-references',
        refer('WorkloadDefinition/web', 'WorkloadInstance/web'),
      ),
    ).toMatchObject({ code: 400, fields: [{ path: 'AttachedObjectType' }] })
    expect(
      await refused(
        'POST',
        'attached-object-references',
        refer('SecretInstance/mail', 'WorkloadDefinition/web'),
      ),
    ).toMatchObject({ code: 400, fields: [{ path: 'ObjectType' }] })
    const missing = { ...refer('SecretInstance/mail', 'WorkloadInstance/web'), ObjectID: 999_999 }
    expect(await refused('POST', 'attached-object-references', missing)).toMatchObject({ code: 403 })
  })
})

describe('resources of instances', () => {
  it('are listed over all instances, and cannot be written', async () => {
    const runtime = BigInt(ids['KubernetesRuntimeInstance/space'] ?? 0)
    const [web, second] = ['web', 'second'].map((name) => BigInt(ids[`WorkloadInstance/${name}`] ?? 0))
    await test.server.database.sql.query(
      `INSERT INTO "AppliedResource" ("objectId", "runtimeId", "group", version, kind, namespace, name, "order", uid)
      VALUES ($1, $3, 'apps', 'v1', 'Deployment', 'a', 'web', 1, 'u'), ($1, $3, '', 'v1', 'Service', 'a', 'web', 2, NULL),
        ($2, $3, '', 'v1', 'Service', 'b', 'web', 1, 'v')`,
      [web, second, runtime],
    )
    const all = await list('workload-resource-instances')
    expect([all.total, all.data.map((each) => each['WorkloadInstanceID'])]).toEqual([
      3,
      [web, web, second].map(Number),
    ])
    expect((await list(`workload-resource-instances?workloadinstanceid=${web}`)).total).toBe(2)
    expect((await list('workload-resource-instances?lastoperation=Created&size=1')).data).toHaveLength(1)
    const [first] = all.data
    const path = `workload-resource-instances/${first?.ID}`
    expect((await test.server.rest('GET', `/v0/${path}`)).body.Data).toEqual([first])
    expect((await test.server.rest('GET', `/v0/workload-instances/${web}/resources`)).body.Data).toEqual(
      all.data.slice(0, 2),
    )
    expect(await send('PATCH', path, { RuntimeDefinition: { a: 1 }, LastOperation: 'Updated' })).toEqual(
      first,
    )
    const { JSONDefinition, WorkloadInstanceID }: Record<string, unknown> = first ?? {}
    for (const [method, at, body] of [
      ['POST', 'workload-resource-instances', { JSONDefinition, WorkloadInstanceID }],
      ['PATCH', path, { JSONDefinition: {} }],
      ['DELETE', path, undefined],
    ] as const)
      expect(await refused(method, at, body)).toMatchObject({
        code: 403,
        error: expect.stringContaining('overrides'),
      })
  })
})

describe('collections', () => {
  it('answer their versions, and describe each field', async () => {
    for (const { path, type } of collections)
      expect((await test.server.app.inject(`/${path}/versions`)).json()).toEqual({
        API: type,
        Versions: ['v0'],
      })
  })

  it('give each part of an object an ID of its own, whatever its digest', () => {
    const parts = Array.from({ length: 50 }, (_, index) => `part ${index}`)
    const found = withIds(7n, parts, { keyOf: (part) => part, range: 64 })
    expect(new Set(found.map(({ id }) => id)).size).toBe(50)
    expect(withIds(2n ** 32n - 1n, ['a'], { keyOf: (part) => part })[0]?.id).toBeLessThan(
      Number.MAX_SAFE_INTEGER,
    )
  })
})
