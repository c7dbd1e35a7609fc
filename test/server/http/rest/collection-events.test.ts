import { describe, expect, it } from 'vitest'
import { eventIdOf } from '../../../../server/http/rest/collections/events.ts'
import { restCollections } from '../../../support/rest-collections.ts'
import { write } from '../../../support/store.ts'

const test = restCollections()
const { ids, list, send, refused } = test

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
      await test.server.graphql(
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
      await test.server.store.recordEvent(BigInt(id), { type: 'Normal', reason: 'Counted', note: `${index}` })
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
    await test.server.store.recordEvent(BigInt(id), { type: 'Warning', reason: 'Own', note: 'It failed.' })
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
    const { id } = await test.server.store.create({ kind: 'WorkloadInstance', name: 'quiet', spec }, write)
    const query = `workload-events?workloadinstanceid=${id}`
    expect((await list(query)).data).toEqual([])
    await test.worker.report('WorkloadInstance', 'quiet', { phase: 'Ready', message: 'It works.' })
    const { data, total } = await list(query)
    expect({ data, total }).toMatchObject({
      data: [{ Type: 'Normal', Message: 'It works.', WorkloadInstanceID: Number(id) }],
      total: 1,
    })
    expect((await list(`workload-events?helmworkloadinstanceid=${id}`)).data).toEqual([])
    expect((await list(`${query}&type=Warning`)).data).toEqual([])
    const { body } = await test.server.rest('GET', `/v0/workload-events/${data[0]?.ID}`)
    expect(body.Data).toEqual(data)
    await test.server.store.recordEvent(id, { type: 'Normal', reason: 'Applied', note: 'It was applied.' })
    expect((await list(query)).data).toMatchObject([{ Reason: 'Applied' }])
    await test.server.store.delete([{ id }], write)
    await test.worker.confirmDeletion('WorkloadInstance', 'quiet')
    expect((await list(`${query}&type=Warning`)).data).toEqual([])
  })

  it('outlive their object', async () => {
    const { id } = await test.server.store.create(
      { kind: 'WorkloadInstance', name: 'short', spec: { definition: 'web' } },
      write,
    )
    await test.server.store.recordEvent(id, { type: 'Normal', reason: 'Lived', note: 'It was there.' })
    const [before] = (await list('events?reason=Lived')).data
    const event = `ObjectEvent:${eventIdOf(Number(before?.ID))}`
    await test.server.store.delete([{ id }], write)
    await test.worker.confirmDeletion('WorkloadInstance', 'short')
    expect((await list('events?reason=Lived')).data).toEqual([before])
    expect((await list(`events-join-attached-object-references?objectid=${id}&reason=Lived`)).total).toBe(1)
    expect((await list(`workload-events?workloadinstanceid=${id}&reason=Lived`)).total).toBe(1)
    const query =
      '{ events(filter: { objectName: "short", project: "default" }) { nodes { id objectKind objectName object { id } } } }'
    const { data } = (await test.server.graphql(query)).body
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
    const node = await test.server.graphql(`{ node(id: "${event}") { id } }`)
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
