import { GraphQLError, parse, validate } from 'graphql'
import { createClient as createSocketClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { FieldError, RefusedPart } from '../../../schema/errors.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import { explainErrors, validateDocument } from '../../../server/http/refused-documents.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

const unknown = (part: RefusedPart['part'], name: string): RefusedPart => ({ part, name, known: false })
const misused = (part: RefusedPart['part'], name: string): RefusedPart => ({ part, name, known: true })

const refusals: readonly (readonly [string, RefusedPart])[] = [
  ['{ nothing }', unknown('field', 'nothing')],
  ['{ projects { edges { node { size } } } }', unknown('field', 'size')],
  ['{ objects(size: 1) { totalCount } }', unknown('argument', 'size')],
  ['query ($a: Nothing) { objects(first: $a) { totalCount } }', unknown('type', 'Nothing')],
  ['{ node(id: 1) { ... on Nothing { id } } }', unknown('type', 'Nothing')],
  ['{ objects @hidden { totalCount } }', unknown('directive', 'hidden')],
  ['{ object { id } }', misused('field', 'object')],
  ['{ projects }', misused('field', 'projects')],
  ['{ changeCursor { cursor } }', misused('field', 'changeCursor')],
  ['query ($a: Int) { objects(after: $a) { totalCount } }', misused('variable', 'a')],
  ['{ node(id: 1) { ... on ChangeEdge { cursor } } }', misused('fragment', '')],
  ['{ node(id: 1) { ...f } } fragment f on ChangeEdge { cursor }', misused('fragment', 'f')],
]

const wrongValues: readonly (readonly [string, readonly FieldError[]])[] = [
  [
    '{ objects(first: "many") { totalCount } }',
    [{ path: 'first', code: 'INVALID_TYPE', message: 'must be an integer', value: '"many"' }],
  ],
  [
    '{ objects(orderBy: [{ field: SIZE }]) { totalCount } }',
    [
      {
        path: 'orderBy[0].field',
        code: 'NOT_SUPPORTED',
        message: expect.stringMatching(/^must be one of "\w+", "\w+"/),
        value: 'SIZE',
      },
    ],
  ],
  [
    'mutation { createProject(input: { name: null }) { changeCursor } }',
    [{ path: 'name', code: 'REQUIRED', message: 'must not be null', value: 'null' }],
  ],
  [
    'mutation { createProject(input: { name: "a", size: 1 }) { changeCursor } }',
    [
      {
        path: 'size',
        code: 'UNKNOWN_FIELD',
        message: 'is not a known field',
        remedy: 'Fields are annotations, labels, name, spec.',
      },
    ],
  ],
  [
    'mutation { apply(input: { documents: [{}] }) { changeCursor } }',
    [
      { path: 'documents[0].kind', code: 'REQUIRED', message: 'is missing' },
      { path: 'documents[0].name', code: 'REQUIRED', message: 'is missing' },
    ],
  ],
  [
    'mutation { apply(input: { documents: [{ kind: "Project", name: 7 }, 7] }) { changeCursor } }',
    [
      { path: 'documents[0].name', code: 'INVALID_TYPE', message: 'must be a string', value: '7' },
      { path: 'documents[1]', code: 'INVALID_TYPE', message: 'must be an object', value: '7' },
    ],
  ],
  [
    '{ object(by: { id: 1, named: { kind: Project, name: "a" } }) { id } }',
    [
      {
        path: 'by',
        code: 'CONFLICT',
        message: 'must have exactly one of the fields id, named',
        remedy: 'Keep one of id, named.',
      },
    ],
  ],
  [
    '{ object(by: {}) { id } }',
    [
      {
        path: 'by',
        code: 'REQUIRED',
        message: 'must have exactly one of the fields id, named',
        remedy: 'Add one of id, named.',
      },
    ],
  ],
  [
    'mutation { deleteProject(input: { target: { name: null } }) { changeCursor } }',
    [
      {
        path: 'target.name',
        code: 'REQUIRED',
        message: 'must not be null',
        value: 'null',
        remedy: 'Set one of id, name.',
      },
    ],
  ],
  // It might be a secret.
  [
    'mutation { createWorkloadDefinition(input: { name: "a", spec: { yamlDocument: 7 } }) { changeCursor } }',
    [{ path: 'spec.yamlDocument', code: 'INVALID_TYPE', message: 'must be a string' }],
  ],
  [
    'query ($first: Int = "many") { objects(first: $first) { totalCount } }',
    [{ path: 'first', code: 'INVALID_TYPE', message: 'must be an integer', value: '"many"' }],
  ],
]

const extensionsOf = (errors: readonly GraphQLError[]): unknown[] =>
  errors.map(({ extensions }) => extensions)

describe('a document that does not match the schema', () => {
  it.each(refusals)('is refused with the invalid part: %s', (text, refused) => {
    expect(extensionsOf(validateDocument(schema, parse(text)))).toEqual([{ refused }])
  })

  it.each(wrongValues)('is refused with each invalid value: %s', (text, fields) => {
    const errors = validateDocument(schema, parse(text))
    expect(errors.flatMap(({ extensions }) => extensions['fields'])).toEqual(fields)
  })

  it.each([...refusals, ...wrongValues])('is analysed without the messages of graphql-js: %s', (text) => {
    const document = parse(text)
    const silent = validate(schema, document).map(
      ({ nodes = null }) => new GraphQLError('another message', { nodes }),
    )
    explainErrors(silent, { schema, document })
    expect(extensionsOf(silent)).toEqual(extensionsOf(validateDocument(schema, document)))
  })

  it('is refused without a part if the document contradicts itself', () => {
    expect(extensionsOf(validateDocument(schema, parse('{ ...nowhere }')))).toEqual([{}])
  })
})

describe('the error of a document is sent to clients', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
  })
  afterAll(() => server.stop())

  const query = '{ objects(size: 1) { totalCount } }'
  const error = {
    message: expect.stringContaining('Unknown argument "size"'),
    extensions: { code: 'INVALID_INPUT', refused: unknown('argument', 'size') },
  }

  it('over HTTP', async () => {
    const { status, body } = await server.graphql(query)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([error])
  })

  it('over server-sent events', async () => {
    const response = await fetch(`${urlOf(server)}/graphql/stream`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${server.adminToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query }),
    })
    const [, data = ''] = /data: (.*)/.exec(await response.text()) ?? []
    expect(JSON.parse(data)).toMatchObject({ errors: [error] })
  })

  it('over WebSocket', async () => {
    const client = createSocketClient({
      url: `${urlOf(server).replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${server.adminToken}` },
    })
    const response = client.iterate({ query }).next()
    await expect(response).rejects.toMatchObject([error])
    await client.dispose()
  })

  it('but not for a variable with an invalid value', async () => {
    const text = 'query ($first: Int) { objects(first: $first) { totalCount } }'
    const { body } = await server.graphql(text, { first: 'many' })
    expect(body.errors).toHaveLength(1)
    expect(body.errors?.[0]?.extensions).not.toHaveProperty('refused')
  })
})
