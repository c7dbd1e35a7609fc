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
  type GraphQLSchema,
} from 'graphql'
import { clientsPath, workersPath } from '../../schema/endpoints.ts'
import { schema, workerSchema } from '../../schema/graphql/schema.ts'
import type { TestServer } from './server.ts'

/** Routes that need no token: they tell nothing of what is stored. Fastify draws `/assets/*` without its folder. */
export const open = [
  /^\/$/,
  /^\/graphql$/,
  /^\/\*$/,
  /^\/(healthz|readyz|metrics|version|v0|rest|openapi\.json|swagger\/\*)$/,
  /\/versions$/,
]

/** Every operation of the schemas of clients and of workers, with the path that serves it. */
export const operations = [
  { of: schema, path: clientsPath },
  { of: workerSchema, path: workersPath },
].flatMap(({ of, path }) =>
  (['Query', 'Mutation', 'Subscription'] as const).flatMap((type) =>
    Object.values(fieldsOf(of, type)).map((field) => ({ type, name: field.name, field, path })),
  ),
)

/** Code of the first error; empty where nothing is wrong. */
export async function codeOf(
  server: TestServer,
  { type, query, token, path = clientsPath }: { type: string; query: string; token: string; path?: string },
): Promise<string> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  if (type !== 'Subscription') {
    const answer = await server.app.inject({ method: 'POST', url: path, headers, payload: { query } })
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
  // A subscription that is allowed sends nothing that distinguishes it from one that is refused late.
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

function fieldsOf(of: GraphQLSchema, name: string): Record<string, GraphQLField<unknown, unknown>> {
  const type = of.getType(name)
  return type !== undefined && 'getFields' in type
    ? (type.getFields() as Record<string, GraphQLField<unknown, unknown>>)
    : {}
}

/** An operation with no more arguments than it must have, and the least that can be asked of its result. */
export function operationOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
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
export function routesOf(drawing: string): { method: string; url: string }[] {
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
