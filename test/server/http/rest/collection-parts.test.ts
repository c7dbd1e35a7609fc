import { describe, expect, it } from 'vitest'
import { restCollections } from '../../../support/rest-collections.ts'
import { definition, write } from '../../../support/store.ts'

const test = restCollections()
const { ids, list, send, refused } = test

describe('ports of gateways', () => {
  const portsOf = async (name: string): Promise<unknown> =>
    ((await test.server.store.find({ kind: 'GatewayDefinition', name }))?.spec as { http?: unknown }).http

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
    const { id } = await test.server.store.create({ kind: 'GatewayDefinition', name: 'kept', spec }, write)
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
    const stored = await test.server.store.find({ kind: 'GatewayDefinition', name: 'kept' })
    expect(Object.keys(stored?.annotations ?? {})).toEqual([
      'rest.qleet.io/gateway-tcp-ports',
      'rest.qleet.io/gateway-http-ports',
    ])
    await test.server.store.delete([{ id }], write)
  })

  it('have the number that follows from their protocol if they have none', async () => {
    const { data } = await list(`gateway-http-ports?gatewaydefinitionid=${ids['GatewayDefinition/tcp']}`)
    expect(data).toMatchObject([{ Port: 80 }])
    const { body } = await test.server.rest('GET', `/v0/gateway-definitions/${ids['GatewayDefinition/tcp']}`)
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
    const only = await test.server.store.create(
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
    const [read] =
      (await test.server.rest('GET', `/v0/workload-resource-definitions/${added.ID}`)).body.Data ?? []
    expect(read).toMatchObject({ JSONDefinition: { ...configMap('added'), ...data } })
    const renamed = await send('PATCH', `workload-resource-definitions/${added.ID}`, {
      JSONDefinition: configMap('renamed'),
    })
    expect(renamed).toMatchObject({ ID: added.ID, JSONDefinition: configMap('renamed') })
    const response = await test.server.rest('POST', '/v0/workload-resource-definition-sets', [
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
    const stored = await test.server.store.find({ kind: 'WorkloadDefinition', name: 'web' })
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
    const stored = await test.server.store.find({ kind: 'WorkloadDefinition', name: 'web' })
    expect(stored?.spec).toEqual(definition('web').spec)
  })
})
