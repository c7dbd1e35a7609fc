import { Kind, OperationTypeNode, parse, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as documents from '../../../client-sdk/generated/documents.ts'
import { schema, workerSchema } from '../../../schema/graphql/schema.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { compiledFields } from '../../../server/http/compiled-fields.ts'
import { compileOperation } from '../../../server/http/compiled-query.ts'
import { compiledAfter, maxCompiledFieldsPerDocument } from '../../../server/http/compiled-operations.ts'
import { usedOperation, type UsedOperation } from '../../../server/http/used-schema.ts'
import * as workerDocuments from '../../../workers/generated/documents.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const kindCount = allKinds.length

const query = 'query ($filter: ManagedObjectFilterInput) { objects(filter: $filter) { nodes { name } } }'

it('executes an operation whose input type contains itself, with the same result each time', async () => {
  const filter = { or: [{ not: { kinds: ['Project'] } }, { and: [{ phases: ['READY'] }] }] }
  const ask = () => server.graphql(query, { filter })
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  for (let time = 0; time < compiledAfter + 2; time++) answers.push(await ask())
  expect(answers[0]?.body).toEqual({ data: { objects: { nodes: [{ name: 'default' }] } } })
  expect(answers).toEqual(answers.map(() => answers[0]))
})

it('reports a wrong variable the same each time', async () => {
  const ask = () => server.graphql(query, { filter: { phases: ['Rady'] } })
  for (let time = 0; time < compiledAfter + 2; time++) {
    const { status, body } = await ask()
    expect(status).toBe(400)
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'filter.phases[0]' }],
    })
  }
})

it('compiles every query and mutation of the SDK in a moment', () => {
  const operations = operationsOf(schema, documents)
  expect(operations.length).toBeGreaterThan(50)
  const from = performance.now()
  for (const { used, operation, fields } of operations) {
    expect(fields, operation.name?.value).toBeLessThan(maxCompiledFieldsPerDocument.clients)
    expect(compileOperation(used)).toBeDefined()
  }
  expect((performance.now() - from) / operations.length).toBeLessThan(50)
})

it('compiles every operation of workers', () => {
  const operations = operationsOf(workerSchema, workerDocuments)
  expect(operations.length).toBeGreaterThan(20)
  for (const { used, operation, fields } of operations) {
    expect(fields, operation.name?.value).toBeLessThan(maxCompiledFieldsPerDocument.workers)
    expect(compileOperation(used)).toBeDefined()
  }
})

interface Counted {
  used: UsedOperation
  operation: OperationDefinitionNode
  fields: number
}

/** Returns the queries and mutations of a module of documents, with the number of their fields as they are compiled. */
function operationsOf(of: GraphQLSchema, module: Readonly<Record<string, unknown>>): Counted[] {
  return Object.values(module).flatMap((document) => {
    if (typeof document === 'function') return []
    const parsed = parse(String(document))
    const operation = parsed.definitions.find(
      (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
    )
    if (operation === undefined || operation.operation === OperationTypeNode.SUBSCRIPTION) return []
    const used = usedOperation(of, { document: parsed, operation })
    return [{ used, operation, fields: compiledFields(used) }]
  })
}

it.each([
  ['{ objects { nodes { name } } }', 3],
  ['{ objects { nodes { name ... on Project { labels } } } }', 5],
  ['{ objects { nodes { ... on Project { name } } } }', 3],
  ['{ objects { nodes { ...a } } } fragment a on Project { name kind }', 4],
  ['{ objects { nodes { owners { nodes { name } } } } }', 5],
  // Its resolver is another one for each kind.
  ['{ objects { nodes { history { totalCount } } } }', 2 + 2 * kindCount],
])('counts the fields of %s as they are compiled', (text, count) => {
  const document = parse(text)
  const [operation] = document.definitions
  const used = usedOperation(schema, { document, operation: operation as OperationDefinitionNode })
  expect(compiledFields(used)).toBe(count)
})
