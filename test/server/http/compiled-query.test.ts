import { Kind, OperationTypeNode, parse, type OperationDefinitionNode } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as documents from '../../../client-sdk/generated/documents.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import { compileOperation } from '../../../server/http/compiled-query.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const query = 'query ($filter: ManagedObjectFilterInput) { objects(filter: $filter) { nodes { name } } }'

it('executes an operation whose input type contains itself, with the same result each time', async () => {
  const filter = { or: [{ not: { kinds: ['Project'] } }, { and: [{ phases: ['READY'] }] }] }
  const ask = () => server.graphql(query, { filter })
  const [first, second, third] = [await ask(), await ask(), await ask()]
  expect(first.body).toEqual({ data: { objects: { nodes: [{ name: 'default' }] } } })
  expect([second, third]).toEqual([first, first])
})

it('reports a wrong variable the same each time', async () => {
  const ask = () => server.graphql(query, { filter: { phases: ['Rady'] } })
  for (const { status, body } of [await ask(), await ask(), await ask()]) {
    expect(status).toBe(400)
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'filter.phases[0]' }],
    })
  }
})

it('compiles every query and mutation of the SDK in a moment', () => {
  const operations = Object.values(documents).flatMap((document) => {
    if (typeof document === 'function') return []
    const parsed = parse(String(document))
    const operation = parsed.definitions.find(
      (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
    )
    return operation === undefined || operation.operation === OperationTypeNode.SUBSCRIPTION
      ? []
      : [{ parsed, operation }]
  })
  expect(operations.length).toBeGreaterThan(50)
  const from = performance.now()
  for (const { parsed, operation } of operations)
    expect(compileOperation(schema, parsed, operation)).toBeDefined()
  expect((performance.now() - from) / operations.length).toBeLessThan(200)
})
