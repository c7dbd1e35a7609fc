import { getOperationAST, parse } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as documents from '../../../client-sdk/generated/documents.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { compileList, type CompiledList } from '../../../server/http/listed-texts.ts'
import { ObjectTexts } from '../../../server/http/object-texts.ts'
import { compiledAfter } from '../../../server/http/compiled-operations.ts'
import { definition, defaultRuntime, write } from '../../support/store.ts'
import { createTestServer, type GraphqlResponse, type TestServer } from '../../support/server.ts'

const { ListObjectsDocument, ListWorkloadDefinitionDocument, ListWorkloadInstanceDocument } = documents

const texts = new Map(Object.entries(documents))

function compile(text: string): CompiledList | undefined {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (operation == null) throw new Error('there is no operation')
  return compileList(schema, { document, operation }, { texts: new ObjectTexts(), key: '' })
}

const nodes = (fields: string): string => `{ workloadInstances { nodes { ${fields} } } }`

describe('an operation whose objects have texts', () => {
  it.each([...allKinds.map(({ kind }) => `List${kind}Document`), 'ListObjectsDocument'])('is %s', (name) => {
    expect(compile(String(texts.get(name)))).toBeDefined()
  })

  it.each([
    ['shows what expires', nodes('reconciling')],
    ['shows other objects', nodes('waitingFor { name }')],
    ['shows what others say about an object', nodes('queue { position }')],
    ['shows more of a project than what never changes', nodes('project { name labels }')],
    ['shows the cause of a status', nodes('status { cause { object { name } } }')],
    ['has arguments within the objects', nodes('name events(first: 3) { nodes { note } }')],
    ['hides fields by a variable', 'query ($a: Boolean!) { objects { nodes { name @include(if: $a) } } }'],
    ['renames what expires', nodes('token: confirmation { token }')],
    ['has edges', '{ objects { nodes { name } edges { cursor } } }'],
    ['consists of two lists', '{ a: objects { nodes { name } } b: objects { nodes { name } } }'],
    ['lists something else', '{ events { nodes { note } } }'],
    ['is of one object', '{ object(by: { id: "1" }) { name } }'],
    ['shows it in a fragment', `${nodes('...f')} fragment f on WorkloadInstance { reconciling }`],
  ])('is none that %s', (_, text) => expect(compile(text)).toBeUndefined())
})

let server: TestServer
/** The objects that requests have read. */
let objectsRead: bigint[] = []
/** What happens between the read of a page and that of its objects. */
let beforeObjects: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  server = await createTestServer(undefined, {
    instead: (store) => ({
      ...store,
      findMany: async (ids) => {
        objectsRead.push(...ids)
        const happens = beforeObjects
        beforeObjects = undefined
        await happens?.()
        return store.findMany(ids)
      },
      list: async (query) => {
        const found = await store.list(query)
        objectsRead.push(...found.objects.map(({ id }) => id))
        return found
      },
    }),
  })
})
beforeEach(() => (objectsRead = []))
afterAll(() => server.stop())

type Document =
  typeof ListObjectsDocument | typeof ListWorkloadInstanceDocument | typeof ListWorkloadDefinitionDocument

/** Asks until the list is made of texts. */
async function listed(document: Document, variables: object = {}): Promise<GraphqlResponse> {
  for (let time = 0; time < compiledAfter; time++) await server.graphql(String(document), variables)
  return (await server.graphql(String(document), variables)).body
}

let count = 0

/** Asks with a document that nobody has sent yet, which is executed field by field. */
async function read(document: Document, variables: object = {}): Promise<GraphqlResponse> {
  return (await server.graphql(`${String(document)}#${(count += 1)}`, variables)).body
}

const stored = async (name: string): Promise<bigint> => {
  const object = await server.store.find({ kind: 'WorkloadDefinition', name })
  if (object === undefined) throw new Error(`there is no ${name}`)
  return object.id
}

describe('a list of texts', () => {
  beforeAll(async () => {
    await server.store.apply(
      [
        ...defaultRuntime,
        ...['a', 'b', 'c'].map((name) => ({ ...definition(name), annotations: { note: 'é"\\\u2028' } })),
      ],
      write,
    )
    await server.store.apply(
      [{ kind: 'WorkloadInstance', name: 'a', spec: { definition: 'a', runtime: 'space' } }],
      write,
    )
  })

  it.each([
    ['of one kind', ListWorkloadDefinitionDocument, {}],
    ['of all kinds', ListObjectsDocument, { first: 1000 }],
    ['of a page with its position', ListWorkloadDefinitionDocument, { first: 2, withPosition: true }],
    ['of no objects', ListWorkloadDefinitionDocument, { filter: { search: 'none' } }],
    ['in an order', ListWorkloadDefinitionDocument, { orderBy: [{ field: 'NAME', direction: 'DESC' }] }],
  ])('%s is as it is read', async (_, document, variables) => {
    const list = await listed(document, variables)
    expect(list.errors).toBeUndefined()
    expect(JSON.stringify(list)).toBe(JSON.stringify(await read(document, variables)))
  })

  it('follows each change', async () => {
    await listed(ListWorkloadDefinitionDocument)
    const changes = [
      () => server.store.update({ kind: 'WorkloadDefinition', name: 'b', labels: { team: 'other' } }, write),
      () => server.store.apply([definition('d')], write),
      () => server.store.delete([{ kind: 'WorkloadDefinition', name: 'c' }], write),
      () => server.database.sql.query(`UPDATE "Object" SET stalled = true WHERE name = 'b'`),
    ]
    for (const change of changes) {
      const before = await read(ListWorkloadDefinitionDocument)
      await change()
      const { body } = await server.graphql(String(ListWorkloadDefinitionDocument))
      expect(body).not.toEqual(before)
      expect(body).toEqual(await read(ListWorkloadDefinitionDocument))
    }
  })

  it('reads only objects that have changed', async () => {
    await listed(ListWorkloadDefinitionDocument)
    objectsRead = []
    await listed(ListWorkloadDefinitionDocument)
    expect(objectsRead).toEqual([])
    await server.store.update({ kind: 'WorkloadDefinition', name: 'a', labels: { team: 'new' } }, write)
    await listed(ListWorkloadDefinitionDocument)
    expect(objectsRead).toEqual([await stored('a')])
  })

  it('is not shorter because an object is removed while it is read', async () => {
    await server.store.apply([definition('page-1'), definition('page-2')], write)
    const page = { first: 1, filter: { search: 'page-' } }
    await listed(ListWorkloadDefinitionDocument, page)
    await server.store.update({ kind: 'WorkloadDefinition', name: 'page-1', labels: { team: 'new' } }, write)
    beforeObjects = () => server.store.delete([{ kind: 'WorkloadDefinition', name: 'page-1' }], write)
    const { body } = await server.graphql(String(ListWorkloadDefinitionDocument), page)
    expect(beforeObjects).toBeUndefined()
    expect(body.data).toMatchObject({ result: { nodes: [{ name: 'page-2' }] } })
  })

  it('shows no confirmation that has expired', async () => {
    const id = await stored('b')
    const confirmation = {
      token: 'abc',
      expiresAt: new Date(Date.now() + 1500).toISOString(),
      removals: [{ id: 'r', text: 'a resource' }],
    }
    await server.database.sql.query('UPDATE "Object" SET confirmation = $2 WHERE id = $1', [id, confirmation])
    const filter = { kinds: ['WorkloadDefinition'], search: 'b' }
    const tokens = async (): Promise<unknown[]> => {
      const { data } = await listed(ListObjectsDocument, { filter })
      const { result } = data as unknown as {
        result: { nodes: { confirmation: { token: string } | null }[] }
      }
      return result.nodes.map(({ confirmation: shown }) => shown?.token)
    }
    expect(await tokens()).toEqual(['abc'])
    await new Promise((resolve) => setTimeout(resolve, 1600))
    expect(await tokens()).toEqual([undefined])
  })

  it('reports what is wrong with its variables', async () => {
    await listed(ListWorkloadDefinitionDocument)
    const { body, status } = await server.graphql(String(ListWorkloadDefinitionDocument), { first: 100_000 })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'first' }] })
  })
})

describe('objects that are too large for one response', () => {
  beforeEach(async () => {
    const annotations = { text: 'x'.repeat(250_000) }
    const names = Array.from({ length: 20 }, (_, index) => `large-${index}`)
    await server.store.apply(
      names.map((name) => ({ ...definition(name), annotations })),
      write,
    )
  })

  it('are read page by page, as without texts', async () => {
    const list = await listed(ListWorkloadDefinitionDocument, { filter: { search: 'large' } })
    expect(list.errors).toBeUndefined()
    const { result } = list.data as unknown as {
      result: { nodes: object[]; pageInfo: { hasNextPage: boolean } }
    }
    expect(result.pageInfo.hasNextPage).toBe(true)
    expect(list).toEqual(await read(ListWorkloadDefinitionDocument, { filter: { search: 'large' } }))
  })
})
