import { getOperationAST, parse, type GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema, workerSchema } from '../../../schema/graphql/schema.ts'
import { compiledAfter } from '../../../server/http/compiled-operations.ts'
import { usedOperation } from '../../../server/http/used-schema.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, definition, instance, write } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(
    [...defaultRuntime, definition('one'), instance('two', { definition: 'one' })],
    write,
  )
})
afterAll(() => server.stop())

/** Returns the names of the types for which the selections of an interface or a union are compiled. */
function compiledFor(of: GraphQLSchema, text: string, name: string): string[] {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (operation == null) throw new Error('there is no operation')
  const used = usedOperation(of, { document, operation })
  const type = used.schema.getType(name)
  return used.schema.getPossibleTypes(type as never).map((each) => each.name)
}

describe('the part of the schema that an operation uses', () => {
  it('has one type for all that the document treats alike', () => {
    const alike = compiledFor(schema, '{ objects { nodes { name labels } } }', 'ManagedObject')
    expect(alike).toHaveLength(1)
    const named =
      '{ objects { nodes { name ... on Project { labels } ... a } } } fragment a on Stage { labels }'
    expect(compiledFor(schema, named, 'ManagedObject')).toEqual(
      expect.arrayContaining(['Project', 'Stage', ...alike]),
    )
    expect(compiledFor(schema, named, 'ManagedObject')).toHaveLength(3)
  })

  it('keeps types apart whose resolvers differ', () => {
    const apart = compiledFor(
      schema,
      '{ objects { nodes { name history { totalCount } } } }',
      'ManagedObject',
    )
    expect(apart.length).toBe(schema.getPossibleTypes(schema.getType('ManagedObject') as never).length)
  })

  it('keeps types apart that are not of the same interfaces', () => {
    const text = '{ nodes(ids: ["1"]) { id ... on ManagedObject { name } } }'
    const found = compiledFor(schema, text, 'Node')
    expect(found.length).toBeGreaterThan(1)
    expect(found.length).toBeLessThan(10)
  })

  it('names types where one interface is selected, not where another one is', () => {
    const text = `mutation { startReconcile(id: "1") {
      object { name ready } node { ... on WorkloadInstance { runtime { name } } ... on Stage { revision { name } } }
    } }`
    expect(compiledFor(workerSchema, text, 'ManagedObject')).toHaveLength(1)
    expect(compiledFor(workerSchema, text, 'Node')).toEqual(
      expect.arrayContaining(['WorkloadInstance', 'Stage']),
    )
    expect(compiledFor(workerSchema, text, 'Node')).toHaveLength(3)
  })
})

describe('compiled operations', () => {
  const object = `__typename id kind name labels ready status { phase conditions { type status } }`
  it.each([
    ['an interface', `{ objects { nodes { ${object} } } }`],
    [
      'the names of types by other names',
      '{ objects { __typename nodes { type: __typename again: __typename } } }',
    ],
    [
      'a type that the document names',
      `{ objects { nodes { ${object} ... on WorkloadInstance { __typename spec { definition } runtime { __typename name } } } } }`,
    ],
    [
      'types that fragments name, within one another',
      `{ objects { nodes { ...a } } }
       fragment a on ManagedObject { __typename ...b ... on ManagedObject { name ... on Node { __typename id } } }
       fragment b on WorkloadDefinition { __typename spec { yamlDocument } labels }`,
    ],
    [
      'an interface of which the document selects only a type',
      `{ workloadInstances { nodes { ...a spec { definition } ... on Node { id } } } }
       fragment a on ManagedObject { __typename kind status { phase } }`,
    ],
    [
      'an interface within an interface',
      `{ objects(first: 5) { nodes { __typename name referrers(first: 5) { nodes { __typename name owners(first: 5) { nodes { __typename name } } } } } } }`,
    ],
    [
      'one interface within another one',
      `{ nodes(ids: ["1", "2", "3", "99"]) { __typename id ... on ManagedObject { __typename name status { phase } } } }`,
    ],
    [
      'introspection',
      `{ __schema { queryType { name } types { __typename name kind } }
         __type(name: "ManagedObject") { fields { name type { kind name ofType { name } } } possibleTypes { name } } }`,
    ],
    [
      'fields that are left out',
      `query ($no: Boolean = false) { objects { nodes { __typename @skip(if: $no) name @include(if: $no) kind } } }`,
    ],
    [
      'what is selected in two places',
      `{ objects { nodes { name } nodes { kind ... on Project { id } } } again: objects { nodes { ... on Project { __typename } } } }`,
    ],
    [
      'resolvers that look at what is selected',
      '{ workloadInstances { nodes { __typename project { __typename name } runtime { name project { name id } } } } }',
    ],
    [
      'errors of a mutation',
      `mutation { updateProject(input: { target: { name: "none" } }) {
        project { name } errors { __typename message ... on NotFoundError { message } } } }`,
    ],
  ])('have the results of others: %s', async (_, query) => {
    const first = await server.graphql(query, {})
    expect(first.body).toHaveProperty('data')
    expect(first.body.errors).toBeUndefined()
    for (let time = 1; time < compiledAfter + 2; time++)
      expect(await server.graphql(query, {})).toEqual(first)
  })
})
