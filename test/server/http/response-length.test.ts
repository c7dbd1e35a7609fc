import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiledAfter } from '../../../server/http/compiled-operations.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { subscribeBySocket, subscribeByStream } from '../../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition, write } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const line = `  k: ${'v'.repeat(1_000_000)}\n`
  const yamlDocument = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${line}`
  await server.store.apply([{ ...definition('long'), spec: { yamlDocument } }], write)
})
afterAll(() => server.stop())

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

const texts = (count: number): string => times(count, (index) => `y${index}: spec { yamlDocument }`)
const oneObject = (count: number): string =>
  `{ workloadDefinition(by: { named: { name: "long" } }) { ${texts(count)} } }`

const refused = {
  message: expect.stringContaining('more than 16,000,000 characters'),
  extensions: {
    code: 'INVALID_INPUT',
    fields: [expect.objectContaining({ path: 'query', code: 'TOO_LONG', remedy: expect.any(String) })],
  },
}

const transports = [
  ['a WebSocket', subscribeBySocket],
  ['server-sent events', subscribeByStream],
] as const

describe('a response', () => {
  it('has a maximum length, also where it repeats one text', async () => {
    expect((await server.graphql(oneObject(10))).body.errors).toBeUndefined()
    const { status, body } = await server.graphql(oneObject(20))
    expect(status).toBe(400)
    expect(body.data).toBeNull()
    expect(body.errors).toMatchObject([refused])
    expect(body.errors?.[0]?.message).toContain('has been executed')
    expect(body.errors?.[0]?.extensions['requestId']).toEqual(expect.any(String))
  })

  it('has it also when its operation is compiled', async () => {
    for (let count = 0; count <= compiledAfter; count++) await server.graphql(oneObject(17))
    const { status, body } = await server.graphql(oneObject(17))
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([refused])
  })

  it.each(transports)('has it also in events of subscriptions over %s', async (_, by) => {
    const object = `object { ... on WorkloadDefinition { ${texts(20)} } }`
    const query = `subscription { objects(filter: { names: ["long"] }) { type ${object} } }`
    const subscription = by({ url: urlOf(server), token: server.adminToken, query })
    await expect.poll(() => subscription.received[0]).toMatchObject({ data: null, errors: [refused] })
    subscription.end()
  })

  it.each([
    ['pages', 'workloadDefinitions(first: 1, filter: { names: ["long"] }) { nodes { id } }'],
    ['objects', 'workloadDefinition(by: { named: { name: "long" } }) { id }'],
  ])('is refused if the request reads too much for it: %s', async (_, field) => {
    const fields = (count: number): string => `{ ${times(count, (index) => `f${index}: ${field}`)} }`
    expect((await server.graphql(fields(15))).body.errors).toBeUndefined()
    const { body } = await server.graphql(fields(30))
    expect(body.errors?.[0]).toMatchObject(refused)
  })

  it.each([
    ['all types', '__schema { types { fields { description args { description } } } }'],
    ['one type', '__type(name: "Node") { possibleTypes { fields { description args { description } } } }'],
  ])('with too much introspection is refused before it is made: %s', async (_, field) => {
    const { status, body } = await server.graphql(`{ ${times(50, (index) => `f${index}: ${field}`)} }`)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([refused])
    expect(body.errors?.[0]?.message).toContain('introspection')
  })

  it('may have the whole schema', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true })
    expect((await server.graphql(query)).body.errors).toBeUndefined()
  })
})

describe('a subscription', () => {
  it.each(transports)('that is too large is refused at once, over %s', async (_, by) => {
    const fields = times(1001, (index) => `a${index}: name`)
    const query = `subscription { objects(filter: { names: ["none"] }) { object { ${fields} } } }`
    const subscription = by({ url: urlOf(server), token: server.adminToken, query })
    const code = { code: 'INVALID_INPUT', fields: [{ path: 'query', code: 'TOO_MANY' }] }
    await expect.poll(() => subscription.received[0]).toMatchObject({ errors: [{ extensions: code }] })
    subscription.end()
  })
})
