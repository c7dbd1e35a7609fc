import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { schema } from '../../schema/graphql/schema.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/** All that the token of workers may do; whoever adds to it says so here. */
const ofWorkers: Record<string, readonly string[]> = {
  Query: [
    'externalOrphans',
    'inventory',
    'kubernetesRuntimeDefinition',
    'kubernetesRuntimeDefinitions',
    'kubernetesRuntimeInstance',
    'kubernetesRuntimeInstances',
    'abandonedResources',
    'node',
    'nodes',
    'object',
    'objects',
    'openedSpec',
    'project',
    'projects',
    'secrets',
    'supportServiceInstance',
    'supportServiceInstances',
    'workloadDefinition',
    'workloadDefinitions',
    'workloadInstance',
    'workloadInstances',
    'workloadServiceDependencies',
    'workloadServiceDependency',
  ],
  Mutation: [
    'applyOwned',
    'startReconcile',
    'confirmDeletion',
    'forgetApplied',
    'forgetExternal',
    'recordExternal',
    'forgetAbandonedResources',
    'keepLeases',
    'recordApplied',
    'reportReconcile',
    'reportSeen',
    'readopt',
    'takeDue',
    'triggerObjects',
  ],
  Subscription: [],
}

/** Those that administrators may not do: each acts in the place of a worker. */
const onlyOfWorkers = [
  'applyOwned',
  'startReconcile',
  'confirmDeletion',
  'externalOrphans',
  'forgetApplied',
  'forgetExternal',
  'recordExternal',
  'inventory',
  'keepLeases',
  'openedSpec',
  'recordApplied',
  'reportReconcile',
  'reportSeen',
  'secrets',
  'readopt',
  'takeDue',
  'triggerObjects',
]

/** Routes that need no token: they tell nothing of what is stored. Fastify draws `/assets/*` without its folder. */
const open = [/^\/$/, /^\/graphql$/, /^\/\*$/, /^\/(healthz|readyz|metrics)$/, /\/versions$/]

const operations = (['Query', 'Mutation', 'Subscription'] as const).flatMap((type) =>
  Object.values(fieldsOf(type)).map((field) => ({ type, name: field.name, field })),
)

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

describe.each(operations)('$type $name', ({ type, name, field }) => {
  const text = `${type.toLowerCase()} { result: ${operationOf(field)} }`

  it('is for workers only where the list above says so', async () => {
    const isRefused = (await codeOf(type, text, server.workerToken)) === 'FORBIDDEN'
    expect(isRefused).toBe(ofWorkers[type]?.includes(name) !== true)
  })

  it('is for administrators unless it is the work of workers', async () => {
    const isRefused = (await codeOf(type, text, server.adminToken)) === 'FORBIDDEN'
    expect(isRefused).toBe(onlyOfWorkers.includes(name))
  })

  it.each(['', 'no-such-token'])('is for nobody without a known token: "%s"', async (token) => {
    expect(await codeOf(type, text, token)).toBe('UNAUTHENTICATED')
  })
})

describe('routes', () => {
  it('are refused to workers and to nobody, but for those that tell nothing', async () => {
    const wrong: string[] = []
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }))
    expect(routes).toContainEqual({ method: 'DELETE', url: '/v0/projects/:id' })
    expect(routes).toContainEqual({ method: 'POST', url: '/v1/restore' })
    for (const { method, url } of routes) {
      // GraphQL is above; a preflight asks for nothing.
      if (url.startsWith('/graphql') && method !== 'GET') continue
      if (open.some((pattern) => pattern.test(url)) || url === '/graphql/stream') continue
      for (const [token, status] of [
        [server.workerToken, 403],
        ['no-such-token', 401],
        ['', 401],
      ] as const) {
        const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
        const path = url.replace(':id', '1').replace('*', 'x')
        const answer = await server.app.inject({ method: method as 'GET', url: path, headers })
        if (answer.statusCode !== status) wrong.push(`${method} ${url} ${token}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the token of workers', () => {
  it.each([
    ['apply', 'mutation { apply(documents: [{ kind: "Project", name: "mine" }]) { result } }'],
    ['deleteObjects', 'mutation { deleteObjects(targets: [{ kind: "Project", name: "default" }]) { name } }'],
  ])('does not write objects: %s', async (operation, query) => {
    const { body } = await server.graphql(query, {}, server.workerToken)
    expect(body.errors?.[0]).toMatchObject({
      message: `${operation} is for administrators; the token of workers may only do the work of workers`,
      extensions: { code: 'FORBIDDEN' },
    })
  })

  it('is told what it may not do', async () => {
    const { body } = await server.graphql(
      'mutation { deleteProject(name: "default") { name } }',
      {},
      server.workerToken,
    )
    expect(body.errors?.[0]?.message).toBe(
      'deleteProject is for administrators; the token of workers may only do the work of workers',
    )
  })
})

/** Code of the first error; empty where nothing is wrong. */
async function codeOf(type: string, query: string, token: string): Promise<string> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  if (type !== 'Subscription') {
    const answer = await server.app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    return firstCode(answer.json())
  }
  const { port } = server.app.server.address() as { port: number }
  const ended = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/graphql/stream`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal: ended.signal,
  })
  const text = answer.ok ? await firstEvent(answer) : await answer.text()
  ended.abort()
  return text === '' ? '' : firstCode(JSON.parse(text))
}

/** Data of the first event; empty where it is still followed after what a refusal takes. */
async function firstEvent(answer: Response): Promise<string> {
  const reader = answer.body?.getReader()
  let text = ''
  // A subscription that is allowed sends nothing by which it could be told from one that is refused late.
  const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 1000))
  for (;;) {
    const part = await Promise.race([reader?.read(), silence])
    if (part?.value === undefined) return ''
    text += Buffer.from(part.value).toString()
    const [, data] = /^data: (\{.*\})$/m.exec(text) ?? []
    if (data !== undefined) return data
  }
}

function firstCode(body: unknown): string {
  const { errors } = body as { errors?: { extensions?: { code?: string } }[] }
  return errors === undefined ? '' : (errors[0]?.extensions?.code ?? 'none')
}

function fieldsOf(name: string): Record<string, GraphQLField<unknown, unknown>> {
  const type = schema.getType(name)
  return type !== undefined && 'getFields' in type
    ? (type.getFields() as Record<string, GraphQLField<unknown, unknown>>)
    : {}
}

/** An operation with no more arguments than it must have, and the least that can be asked of its result. */
function operationOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${valueOf(arg.type)}`)
  // One of id and name, where either will do.
  if (given.length === 0 && args.some((arg) => arg.name === 'name')) given.push('name: "x"')
  const list = given.length === 0 ? '' : `(${given.join(', ')})`
  return `${name}${list}${isLeafType(getNamedType(type)) ? '' : ' { __typename }'}`
}

function valueOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueOf(type.ofType)
  if (isListType(type)) return '[]'
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{${fields.map((field) => `${field.name}: ${valueOf(field.type)}`).join(', ')}}`
  }
  const values: Record<string, string> = { Int: '1', Float: '1', Boolean: 'true', ID: '"1"', JSON: '{}' }
  return values[type.name] ?? '"x"'
}

/** The routes of Fastify's drawing of them. */
function routesOf(drawing: string): { method: string; url: string }[] {
  const parents: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    const url = `${depth === 0 ? '' : (parents[depth - 1] ?? '')}${path}`
    parents[depth] = url
    return methods === ''
      ? []
      : methods.split(', ').map((method) => ({ method, url: url.replace(/(.)\/$/, '$1') }))
  })
}
