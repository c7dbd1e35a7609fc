import { afterAll, beforeAll, expect } from 'vitest'
import { createFakeWorker } from './fake-worker.ts'
import { createTestServer, type TestServer } from './server.ts'
import { defaultRuntime, definition, write } from './store.ts'

/** An entry of a collection, as REST returns it. */
export type RestEntry = Record<string, unknown> & { ID: number }

type WriteMethod = 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A server with objects that have entries in the collections of REST, and requests to it. */
export interface RestCollections {
  readonly server: TestServer
  readonly worker: ReturnType<typeof createFakeWorker>
  /** The ids of the objects, by `Kind/name`. */
  ids: Readonly<Record<string, number>>
  list(path: string): Promise<{ data: RestEntry[]; total: number }>
  /** Sends a write that succeeds, and returns the entry. */
  send(method: WriteMethod, path: string, body?: unknown): Promise<RestEntry>
  /** Sends a request that is refused, and returns the error. */
  refused(method: WriteMethod | 'GET', path: string, body?: unknown): Promise<object>
}

const objects = [
  ...defaultRuntime,
  definition('web'),
  definition('other'),
  { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web' } },
  { kind: 'WorkloadInstance', name: 'second', spec: { definition: 'other' } },
  { kind: 'SecretDefinition', name: 'mail', spec: { data: { a: 'b' } } },
  { kind: 'SecretInstance', name: 'mail', spec: { definition: 'mail', workloadInstance: 'web' } },
  { kind: 'GatewayDefinition', name: 'site', spec: { http: [{ port: 80 }, { port: 80, path: '/api' }] } },
  { kind: 'GatewayDefinition', name: 'tcp', spec: { tcp: [{ port: 5432 }], http: [{}] } },
]

/** Provides the tests of a file with a server that has these objects. */
export function restCollections(): RestCollections {
  let started: TestServer | undefined
  const ids: Record<string, number> = {}
  const server = (): TestServer => {
    if (started === undefined) throw new Error('the server is not available before the first test')
    return started
  }
  beforeAll(async () => {
    started = await createTestServer()
    for (const { object } of await started.store.apply(objects, write))
      ids[`${object.kind}/${object.name}`] = Number(object.id)
  })
  afterAll(() => started?.stop())
  return {
    get server() {
      return server()
    },
    get worker() {
      return createFakeWorker(server())
    },
    ids,
    list: async (path) => {
      const { status, body } = await server().rest('GET', `/v0/${path}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return { data: body.Data as RestEntry[], total: body.Meta.TotalCount }
    },
    send: async (method, path, body) => {
      const response = await server().rest(method, `/v0/${path}`, body)
      expect(response.status, JSON.stringify(response.body)).toBe(method === 'POST' ? 201 : 200)
      return response.body.Data?.[0] as RestEntry
    },
    refused: async (method, path, body) => {
      const { body: response } = await server().rest(method, `/v0/${path}`, body)
      return response.Status
    },
  }
}
