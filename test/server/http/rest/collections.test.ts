import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collections } from '../../../../server/http/rest/collections/index.ts'
import { eventIdOf } from '../../../../server/http/rest/collections/events.ts'
import { withIds } from '../../../../server/http/rest/collections/entry-ids.ts'
import { createFakeWorker } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime, definition, write } from '../../../support/store.ts'

let server: TestServer
let worker: ReturnType<typeof createFakeWorker>
let ids: Record<string, number>
beforeAll(async () => {
  server = await createTestServer()
  worker = createFakeWorker(server)
  const applied = await server.store.apply(
    [
      ...defaultRuntime,
      definition('web'),
      definition('other'),
      { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web' } },
      { kind: 'WorkloadInstance', name: 'second', spec: { definition: 'other' } },
      { kind: 'SecretDefinition', name: 'mail', spec: { data: { a: 'b' } } },
      { kind: 'SecretInstance', name: 'mail', spec: { definition: 'mail', workloadInstance: 'web' } },
      { kind: 'GatewayDefinition', name: 'site', spec: { http: [{ port: 80 }, { port: 80, path: '/api' }] } },
      { kind: 'GatewayDefinition', name: 'tcp', spec: { tcp: [{ port: 5432 }], http: [{}] } },
    ],
    write,
  )
  ids = Object.fromEntries(applied.map(({ object }) => [`${object.kind}/${object.name}`, Number(object.id)]))
})
afterAll(() => server?.stop())

type Data = Record<string, unknown> & { ID: number }

async function list(path: string): Promise<{ data: Data[]; total: number }> {
  const { status, body } = await server.rest('GET', `/v0/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { data: body.Data as Data[], total: body.Meta.TotalCount }
}

async function send(
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Data> {
  const response = await server.rest(method, `/v0/${path}`, body)
  expect(response.status, JSON.stringify(response.body)).toBe(method === 'POST' ? 201 : 200)
  return response.body.Data?.[0] as Data
}

async function refused(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<object> {
  const { body: response } = await server.rest(method, `/v0/${path}`, body)
  return response.Status
}

describe('ports of gateways', () => {
  const portsOf = async (name: string): Promise<unknown> =>
    ((await server.store.find({ kind: 'GatewayDefinition', name }))?.spec as { http?: unknown }).http

  it('are entries of their definition, which writes edit', async () => {
    const owner = { GatewayDefinitionID: ids['GatewayDefinition/site'] }
    const added = await send('POST', 'gateway-http-ports', { Port: 8080, ...owner })
    expect(added).toMatchObject({ Port: 8080, Path: '/', TLSEnabled: false, HTTPSRedirect: false, ...owner })
    const changed = await send('PATCH', `gateway-http-ports/${added.ID}`, { Path: '/new' })
    expect(changed).toMatchObject({ Port: 8080, Path: '/new' })
    const [first, api] = (await list(`gateway-http-ports?gatewaydefinitionid=${owner.GatewayDefinitionID}`))
      .data
    await send('DELETE', `gateway-http-ports/${first?.ID}`)
    expect(await refused('DELETE', `gateway-http-ports/${first?.ID}`)).toMatchObject({ code: 404 })
    // The others keep their IDs.
    const { data } = await list(`gateway_http_ports?port=80&gatewaydefinitionid=${owner.GatewayDefinitionID}`)
    expect(data).toEqual([expect.objectContaining({ ID: api?.ID, Path: '/api' })])
    expect(await portsOf('site')).toEqual([
      { port: 80, path: '/api', tls: false, httpsRedirect: false },
      { port: 8080, path: '/new', tls: false, httpsRedirect: false },
    ])
    await send('PUT', `gateway-http-ports/${changed.ID}`, { Port: 81, ...owner })
    expect(await portsOf('site')).toContainEqual({ port: 81, path: '/', tls: false, httpsRedirect: false })
  })

  it('keep their IDs when requests change what identifies them, also beside one that takes their place', async () => {
    const spec = { http: [{ port: 80 }], tcp: [{ port: 6000 }] }
    const { id } = await server.store.create({ kind: 'GatewayDefinition', name: 'kept', spec }, write)
    const portsNow = async (): Promise<unknown> =>
      Object.fromEntries(
        (await list(`gateway-http-ports?gatewaydefinitionid=${id}`)).data.map(({ ID, Port }) => [Port, ID]),
      )
    const [first] = (await list(`gateway-http-ports?gatewaydefinitionid=${id}`)).data
    const moved = await send('PATCH', `gateway-http-ports/${first?.ID}`, { Port: 81 })
    expect(moved).toMatchObject({ ID: first?.ID, Port: 81 })
    const second = await send('POST', 'gateway-http-ports', { Port: 80, GatewayDefinitionID: Number(id) })
    const third = await send('POST', 'gateway-http-ports', { Port: 82, GatewayDefinitionID: Number(id) })
    expect(await portsNow()).toEqual({ 80: second.ID, 81: first?.ID, 82: third.ID })
    await send('PUT', `gateway-http-ports/${third.ID}`, { Port: 83, GatewayDefinitionID: Number(id) })
    await send('PATCH', `gateway-http-ports/${first?.ID}`, { Port: 84 })
    expect(await portsNow()).toEqual({ 80: second.ID, 83: third.ID, 84: first?.ID })
    await send('DELETE', `gateway-http-ports/${first?.ID}`)
    expect(await portsNow()).toEqual({ 80: second.ID, 83: third.ID })
    const [tcp] = (await list(`gateway-tcp-ports?gatewaydefinitionid=${id}`)).data
    expect(await send('PATCH', `gateway-tcp-ports/${tcp?.ID}`, { Port: 6001 })).toMatchObject({ ID: tcp?.ID })
    await send('PATCH', `gateway-http-ports/${third.ID}`, { Port: 82 })
    expect(await portsNow()).toEqual({ 80: second.ID, 82: third.ID })
    const stored = await server.store.find({ kind: 'GatewayDefinition', name: 'kept' })
    expect(Object.keys(stored?.annotations ?? {})).toEqual([
      'rest.qleet.io/gateway-tcp-ports',
      'rest.qleet.io/gateway-http-ports',
    ])
    await server.store.delete([{ id }], write)
  })

  it('have the number that follows from their protocol if they have none', async () => {
    const { data } = await list(`gateway-http-ports?gatewaydefinitionid=${ids['GatewayDefinition/tcp']}`)
    expect(data).toMatchObject([{ Port: 80 }])
    const { body } = await server.rest('GET', `/v0/gateway-definitions/${ids['GatewayDefinition/tcp']}`)
    expect(body.Data).toMatchObject([{ HttpPorts: [{ Port: 80 }] }])
  })

  it('are listed over all definitions, in pages', async () => {
    const all = await list('gateway-http-ports')
    const pages = await Promise.all([1, 2].map((page) => list(`gateway-http-ports?size=2&page=${page}`)))
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data)
    expect(pages.map(({ total }) => total)).toEqual([all.data.length, all.data.length])
  })

  it('are added by concurrent requests without loss', async () => {
    const to = ids['GatewayDefinition/tcp']
    const ports = [7001, 7002, 7003, 7004]
    await Promise.all(
      ports.map((Port) => send('POST', 'gateway-tcp-ports', { Port, GatewayDefinitionID: to })),
    )
    const { data } = await list(`gateway-tcp-ports?gatewaydefinitionid=${to}`)
    expect(data.map(({ Port }) => Port).toSorted((a, b) => Number(a) - Number(b))).toEqual([5432, ...ports])
  })

  it.each([
    ['POST', 'gateway-http-ports', { Port: 1, GatewayDefinitionID: 999_999 }, 'GatewayDefinitionID'],
    ['POST', 'gateway-http-ports', { Port: 1 }, 'GatewayDefinitionID'],
    ['POST', 'gateway-tcp-ports', { Port: 'x', GatewayDefinitionID: 1 }, 'Port'],
    ['POST', 'gateway-tcp-ports', { GatewayDefinitionID: 1 }, 'Port'],
    ['POST', 'gateway-tcp-ports', { Port: 1, Ports: 2, GatewayDefinitionID: 1 }, 'Ports'],
    ['POST', 'gateway-tcp-ports', { Port: 1, ID: 2, GatewayDefinitionID: 1 }, 'ID'],
    ['GET', 'gateway-tcp-ports?port=x', undefined, 'port'],
    ['GET', 'gateway-tcp-ports?udp=x', undefined, 'udp'],
  ] as const)('refuse %s %s %j', async (method, path, body, field) => {
    expect(await refused(method, path, body)).toMatchObject({
      code: 400,
      fields: expect.arrayContaining([expect.objectContaining({ path: field })]),
    })
  })

  it('cannot move to another definition, and leave one with at least one port', async () => {
    const [port] = (await list(`gateway-http-ports?gatewaydefinitionid=${ids['GatewayDefinition/tcp']}`)).data
    const moved = { GatewayDefinitionID: ids['GatewayDefinition/site'] }
    expect(await refused('PATCH', `gateway-http-ports/${port?.ID}`, moved)).toMatchObject({
      fields: [{ path: 'GatewayDefinitionID', code: 'IMMUTABLE' }],
    })
    const only = await server.store.create(
      { kind: 'GatewayDefinition', name: 'only', spec: { http: [{ port: 80 }] } },
      write,
    )
    const [last] = (await list(`gateway-http-ports?gatewaydefinitionid=${only.id}`)).data
    expect(await refused('DELETE', `gateway-http-ports/${last?.ID}`)).toMatchObject({ code: 400 })
  })
})

describe('manifests of definitions', () => {
  const configMap = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

  it('are entries of their definition, which writes edit', async () => {
    const owner = { WorkloadDefinitionID: ids['WorkloadDefinition/web'] }
    const before = await list(
      `workload-resource-definitions?workloaddefinitionid=${owner.WorkloadDefinitionID}`,
    )
    const added = await send('POST', 'workload-resource-definitions', {
      JSONDefinition: configMap('added'),
      ...owner,
    })
    expect(added).toMatchObject({ JSONDefinition: configMap('added'), ...owner })
    const data = { data: { a: 'b' } }
    await send('PATCH', `workload-resource-definitions/${added.ID}`, {
      JSONDefinition: { ...configMap('added'), ...data },
    })
    const [read] = (await server.rest('GET', `/v0/workload-resource-definitions/${added.ID}`)).body.Data ?? []
    expect(read).toMatchObject({ JSONDefinition: { ...configMap('added'), ...data } })
    const renamed = await send('PATCH', `workload-resource-definitions/${added.ID}`, {
      JSONDefinition: configMap('renamed'),
    })
    expect(renamed).toMatchObject({ ID: added.ID, JSONDefinition: configMap('renamed') })
    const response = await server.rest('POST', '/v0/workload-resource-definition-sets', [
      { JSONDefinition: configMap('one'), ...owner },
      { JSONDefinition: configMap('two'), ...owner },
    ])
    expect([response.status, response.body.Data]).toMatchObject([
      201,
      [{ JSONDefinition: configMap('one') }, { JSONDefinition: configMap('two') }],
    ])
    const after = await list(
      `workload-resource-definitions?workloaddefinitionid=${owner.WorkloadDefinitionID}`,
    )
    expect([after.total, after.data.length]).toEqual([before.total + 3, before.total + 3])
    for (const { ID } of after.data.slice(before.total))
      await send('DELETE', `workload-resource-definitions/${ID}`)
    const stored = await server.store.find({ kind: 'WorkloadDefinition', name: 'web' })
    expect(stored?.spec).toEqual(definition('web').spec)
  })

  it('are refused, all of a set, if one is invalid', async () => {
    const owner = { WorkloadDefinitionID: ids['WorkloadDefinition/web'] }
    const broken = { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }
    for (const set of [
      [
        { JSONDefinition: configMap('x'), ...owner },
        { JSONDefinition: broken, ...owner },
      ],
      [
        { JSONDefinition: configMap('x'), ...owner },
        { JSONDefinition: configMap('y'), WorkloadDefinitionID: 1 },
      ],
      [],
      { JSONDefinition: configMap('x'), ...owner },
    ])
      expect(await refused('POST', 'workload-resource-definition-sets', set)).toMatchObject({ code: 400 })
    const stored = await server.store.find({ kind: 'WorkloadDefinition', name: 'web' })
    expect(stored?.spec).toEqual(definition('web').spec)
  })
})

describe('events', () => {
  const time = '2026-01-02T03:04:05.000Z'
  const event = {
    Reason: 'SuccessfulCreate',
    Note: 'It was created.',
    Count: 1,
    EventTime: time,
    LastObservedTime: time,
    Type: 'Normal',
    ReportingController: 'WordpressController',
  }

  it('are recorded as the controllers of the legacy system do, also for objects of modules', async () => {
    for (const [ObjectType, ObjectID] of [
      ['v0.WorkloadInstance', ids['WorkloadInstance/second']],
      ['v0.WordpressInstance', 7],
    ] as const) {
      const join = `events-join-attached-object-references?reason=${event.Reason}&note=${encodeURIComponent(event.Note)}&type=Normal&objectid=${ObjectID}`
      expect((await list(join)).data).toEqual([])
      const created = await send('POST', 'events', event)
      expect(created).toMatchObject(event)
      expect(created['AttachedObjectReferenceID']).toBeUndefined()
      const reference = await send('POST', 'attached-object-references', {
        ObjectType,
        ObjectID,
        AttachedObjectType: 'v0.Event',
        AttachedObjectID: created.ID,
      })
      const attached = { AttachedObjectReferenceID: reference.ID }
      await send('PATCH', `events/${created.ID}`, { ...event, ...attached, Count: 2 })
      expect(await list(join)).toEqual({
        data: [expect.objectContaining({ ...event, ...attached, ID: created.ID, Count: 2 })],
        total: 1,
      })
      expect((await list(`${join}&objecttype=v0.Other`)).data).toEqual([])
      expect((await list(`events?attachedobjectreferenceid=${reference.ID}`)).data).toMatchObject([attached])
      const read = await list(`attached-object-references?objectid=${ObjectID}&attachedobjecttype=v0.Event`)
      expect(read.data).toContainEqual(expect.objectContaining({ ObjectType, ObjectID, ID: reference.ID }))
    }
    const { data } = (
      await server.graphql(
        '{ events(filter: { objectKinds: ["WordpressInstance"] }) { totalCount nodes { objectId object { id } reportingController } } }',
      )
    ).body
    expect(data).toEqual({
      events: {
        totalCount: 1,
        nodes: [{ objectId: '7', object: null, reportingController: event.ReportingController }],
      },
    })
  })

  it('have IDs that no object has, by which a reference is found alone', async () => {
    const id = ids['SecretInstance/mail'] ?? 0
    // Events are numbered apart from objects: at least one has the number of the object.
    const count = Array.from({ length: id + 1 }, (_, index) => index)
    for (const index of count)
      await server.store.recordEvent(BigInt(id), { type: 'Normal', reason: 'Counted', note: `${index}` })
    const of = async (attached: number) =>
      (await list(`attached-object-references?attachedobjectid=${attached}`)).data
    expect(await of(id)).toMatchObject([{ AttachedObjectType: 'v0.SecretInstance', AttachedObjectID: id }])
    const [counted] = (await list('events?reason=Counted&size=1')).data
    expect(await of(counted?.ID ?? 0)).toMatchObject([
      { ID: counted?.['AttachedObjectReferenceID'], AttachedObjectType: 'v0.Event', ObjectID: id },
    ])
    expect(await refused('GET', `events/${id}`)).toMatchObject({ code: 404 })
  })

  it('of QleetOS have the controller of their kind, and cannot be edited', async () => {
    const id = ids['WorkloadInstance/web'] ?? 0
    await server.store.recordEvent(BigInt(id), { type: 'Warning', reason: 'Own', note: 'It failed.' })
    const [own] = (await list('events?reportingcontroller=WorkloadController&reason=Own')).data
    expect(own).toMatchObject({ Note: 'It failed.', ReportingController: 'WorkloadController', Count: 1 })
    expect(await refused('PATCH', `events/${own?.ID}`, { Count: 9 })).toMatchObject({ code: 403 })
    expect(
      await refused('DELETE', `attached-object-references/${String(own?.['AttachedObjectReferenceID'])}`),
    ).toMatchObject({ code: 403 })
    await send('DELETE', `events/${own?.ID}`)
    expect((await list('events?reason=Own')).data).toEqual([])
  })

  it('of workloads are recorded, counted by their identity, and deleted together', async () => {
    const owner = { WorkloadInstanceID: ids['WorkloadInstance/web'] }
    const given = {
      RuntimeEventUID: 'a-1',
      Type: 'Normal',
      Reason: 'Pulled',
      Message: 'Pulled.',
      Timestamp: time,
    }
    const first = await send('POST', 'workload-events', { ...given, ...owner, WorkloadResourceInstanceID: 1 })
    expect(first).toMatchObject({ ...given, ...owner, Count: 1 })
    expect(await send('POST', 'workload-events', { ...given, ...owner })).toMatchObject({
      ID: first.ID,
      Count: 2,
    })
    expect((await list('workload-events?runtimeeventuid=a-1')).data).toMatchObject([{ ID: first.ID }])
    expect(await refused('POST', 'workload-events', given)).toMatchObject({
      fields: [
        {
          path: 'HelmWorkloadInstanceID',
          code: 'REQUIRED',
          remedy: expect.stringContaining('WorkloadInstanceID'),
        },
      ],
    })
    for (const query of ['', '?workloadinstanceid=1&helmworkloadinstanceid=1', '?name=x'])
      expect(await refused('DELETE', `workload-events${query}`)).toMatchObject({ code: 400 })
    const query = `workload-events?workloadinstanceid=${owner.WorkloadInstanceID}`
    await send('DELETE', query)
    expect((await list(query)).data).toEqual([])
    expect(await refused('DELETE', query)).toMatchObject({ code: 404 })
    expect((await list('workload-events?helmworkloadinstanceid=1')).data).toEqual([])
  })

  it('of workloads that are ready are never none, as clients take those without for unfinished ones', async () => {
    const spec = { definition: 'other' }
    const { id } = await server.store.create({ kind: 'WorkloadInstance', name: 'quiet', spec }, write)
    const query = `workload-events?workloadinstanceid=${id}`
    expect((await list(query)).data).toEqual([])
    await worker.report('WorkloadInstance', 'quiet', { phase: 'Ready', message: 'It works.' })
    const { data, total } = await list(query)
    expect({ data, total }).toMatchObject({
      data: [{ Type: 'Normal', Message: 'It works.', WorkloadInstanceID: Number(id) }],
      total: 1,
    })
    expect((await list(`workload-events?helmworkloadinstanceid=${id}`)).data).toEqual([])
    expect((await list(`${query}&type=Warning`)).data).toEqual([])
    const { body } = await server.rest('GET', `/v0/workload-events/${data[0]?.ID}`)
    expect(body.Data).toEqual(data)
    await server.store.recordEvent(id, { type: 'Normal', reason: 'Applied', note: 'It was applied.' })
    expect((await list(query)).data).toMatchObject([{ Reason: 'Applied' }])
    await server.store.delete([{ id }], write)
    await worker.confirmDeletion('WorkloadInstance', 'quiet')
    expect((await list(`${query}&type=Warning`)).data).toEqual([])
  })

  it('outlive their object', async () => {
    const { id } = await server.store.create(
      { kind: 'WorkloadInstance', name: 'short', spec: { definition: 'web' } },
      write,
    )
    await server.store.recordEvent(id, { type: 'Normal', reason: 'Lived', note: 'It was there.' })
    const [before] = (await list('events?reason=Lived')).data
    const event = `ObjectEvent:${eventIdOf(Number(before?.ID))}`
    await server.store.delete([{ id }], write)
    await worker.confirmDeletion('WorkloadInstance', 'short')
    expect((await list('events?reason=Lived')).data).toEqual([before])
    expect((await list(`events-join-attached-object-references?objectid=${id}&reason=Lived`)).total).toBe(1)
    expect((await list(`workload-events?workloadinstanceid=${id}&reason=Lived`)).total).toBe(1)
    const query =
      '{ events(filter: { objectName: "short", project: "default" }) { nodes { id objectKind objectName object { id } } } }'
    const { data } = (await server.graphql(query)).body
    expect(data).toEqual({
      events: {
        nodes: expect.arrayContaining([
          {
            id: event,
            objectKind: 'WorkloadInstance',
            objectName: 'short',
            object: null,
          },
        ]),
      },
    })
    const node = await server.graphql(`{ node(id: "${event}") { id } }`)
    expect(node.body.data).toEqual({ node: { id: event } })
  })

  it.each([
    [{ ...event, Type: 'Fatal' }, 'Type'],
    [{ ...event, Count: 0 }, 'Count'],
    [{ ...event, EventTime: 'now' }, 'EventTime'],
    [{ Reason: 'x' }, 'Count'],
  ])('are refused: %j', async (body, path) => {
    expect(await refused('POST', 'events', body)).toMatchObject({
      code: 400,
      fields: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  it('of an object need its id', async () => {
    for (const query of ['', '?objectid=x', '?objectid='])
      expect(await refused('GET', `events-join-attached-object-references${query}`)).toMatchObject({
        fields: [{ path: 'objectid' }],
      })
  })
})

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
      const read = await server.rest('GET', `/v0/attached-object-references/${data[0]?.ID}`)
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
    await server.database.sql.query(
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
    expect((await server.rest('GET', `/v0/${path}`)).body.Data).toEqual([first])
    expect((await server.rest('GET', `/v0/workload-instances/${web}/resources`)).body.Data).toEqual(
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
      expect((await server.app.inject(`/${path}/versions`)).json()).toEqual({ API: type, Versions: ['v0'] })
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
