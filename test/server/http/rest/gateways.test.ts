import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../../client-sdk/index.ts'
import { storeBuiltIns } from '../../../../server/store/built-in.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime } from '../../../support/store.ts'
import { webInstance } from '../../../support/web-application.ts'

/* The requests of Threeport's clients for gateways and domain names, with its names of fields. */

let server: TestServer
let workload: number
beforeAll(async () => {
  server = await createTestServer()
  await storeBuiltIns(server.store)
  const client = createClient({ url: urlOf(server), token: server.adminToken })
  await client.apply([...defaultRuntime, ...webInstance('web', 'web')])
  const { body } = await server.rest('GET', '/v0/workload-instances?name=web')
  workload = Number(body.Data?.[0]?.['ID'])
})
afterAll(() => server?.stop())

async function create(path: string, fields: object): Promise<number> {
  const { status, body } = await server.rest('POST', `/v0/${path}`, fields)
  expect(status, body.Status.error).toBe(201)
  return Number(body.Data?.[0]?.['ID'])
}

async function read(path: string) {
  const { body } = await server.rest('GET', `/v0/${path}`)
  return body.Data?.[0]
}

describe('gateways and domain names over REST', () => {
  it('have the fields of the legacy API, also those of nested ports', async () => {
    const domain = await create('domain-name-definitions', {
      Name: 'example-domain',
      Domain: 'example.com',
      Zone: 'Public',
      AdminEmail: 'admin@example.com',
    })
    const definition = await create('gateway-definitions', {
      Name: 'web-service-gateway',
      HttpPorts: [
        { Port: 80, HTTPSRedirect: true, Path: '/' },
        { Port: 443, TLSEnabled: true, Path: '/' },
      ],
      TcpPorts: [{ port: 5432, tlsenabled: false }],
      ServiceName: 'web',
      SubDomain: 'blog',
      DomainNameDefinitionID: domain,
    })
    expect(await read(`gateway-definitions/${definition}`)).toMatchObject({
      HttpPorts: [
        { Port: 80, Path: '/', TLSEnabled: false, HTTPSRedirect: true },
        { Port: 443, Path: '/', TLSEnabled: true, HTTPSRedirect: false },
      ],
      TcpPorts: [{ Port: 5432, TLSEnabled: false }],
      ServiceName: 'web',
      SubDomain: 'blog',
      DomainNameDefinitionID: domain,
    })
    const owner = { GatewayDefinitionID: definition }
    const ports = async (path: string) =>
      (await server.rest('GET', `/v0/${path}?gatewaydefinitionid=${definition}`)).body
    expect(await ports('gateway-http-ports')).toMatchObject({
      Type: 'GatewayHttpPort',
      Data: [
        { Port: 80, Path: '/', TLSEnabled: false, HTTPSRedirect: true, ...owner },
        { Port: 443, Path: '/', TLSEnabled: true, HTTPSRedirect: false, ...owner },
      ],
    })
    expect((await ports('gateway_tcp_ports')).Data).toMatchObject([
      { Port: 5432, TLSEnabled: false, ...owner },
    ])
    const filtered = `/v0/gateway-http-ports?gatewaydefinitionid=${definition}&port=443`
    expect((await server.rest('GET', filtered)).body.Data).toHaveLength(1)
    const instance = await create('gateway-instances', {
      Name: 'web-service-gateway',
      GatewayDefinitionID: definition,
      WorkloadInstanceID: workload,
    })
    const { KubernetesRuntimeInstanceID: runtime, ...gateway } =
      (await read(`gateway-instances/${instance}`)) ?? {}
    expect(gateway).toMatchObject({ GatewayDefinitionID: definition, WorkloadInstanceID: workload })
    const domainInstance = await create('domain-name-instances', {
      Name: 'example-domain',
      DomainNameDefinitionID: domain,
      WorkloadInstanceID: workload,
      KubernetesRuntimeInstanceID: runtime,
    })
    expect(await read(`domain-name-instances/${domainInstance}`)).toMatchObject({
      DomainNameDefinitionID: domain,
      KubernetesRuntimeInstanceID: expect.any(Number),
    })
  })

  it('name invalid nested fields as the legacy API does', async () => {
    const { status, body } = await server.rest('POST', '/v0/gateway-definitions', {
      Name: 'wrong',
      HttpPorts: [{ Port: 80, HTTPSRedirect: true }, { Port: 70_000 }],
    })
    expect(status).toBe(400)
    expect(body.Status.error).toContain('HttpPorts[1].Port')
  })
})
