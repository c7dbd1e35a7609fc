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

/** Routes that need no token: they reveal nothing of what is stored. Fastify draws `/assets/*` without its folder. */
export const open = [
  /^\/$/,
  /^\/graphql$/,
  /^\/\*$/,
  /^\/(healthz|readyz|metrics|version|v0|api|rest|openapi\.json|swagger\/\*)$/,
  /\/versions$/,
  // The console, which is a page without data, and the login.
  /^\/(console|session)/,
  /^\/\.well-known\/jwks\.json$/,
  // They have tokens of their own.
  /^\/v0\/webhooks\//,
  // Its tests are those of modules, and of their proxy.
  /^\/:namespace/,
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

/** Returns the code of the first error; empty if there is none. */
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
  const response = await fetch(`http://127.0.0.1:${port}/graphql/stream`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
    signal: ended.signal,
  })
  const text = response.ok ? await firstEvent(response) : await response.text()
  ended.abort()
  return text === '' ? '' : firstCode(JSON.parse(text))
}

/** Returns the data of the first event; empty if the subscription stays open longer than a refusal takes. */
async function firstEvent(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  let text = ''
  // An authorised subscription sends nothing that distinguishes it from one that is refused late.
  const quietPeriod = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 1000))
  for (;;) {
    const part = await Promise.race([reader?.read(), quietPeriod])
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

/** Returns an operation with only its required arguments and a minimal selection. */
export function operationOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${valueOf(arg.type)}`)
  const list = given.length === 0 ? '' : `(${given.join(', ')})`
  return `${name}${list}${isLeafType(getNamedType(type)) ? '' : ' { __typename }'}`
}

function valueOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueOf(type.ofType)
  if (isListType(type)) return '[]'
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields())
    // By name: the ID could be that of an object.
    const fields = type.isOneOf ? all.slice(-1) : all.filter(isRequiredInputField)
    return `{${fields.map((field) => `${field.name}: ${valueOf(field.type)}`).join(', ')}}`
  }
  const values: Record<string, string> = { Int: '1', Float: '1', Boolean: 'true', ID: '"1"', JSON: '{}' }
  return values[type.name] ?? '"x"'
}

/** Parses the routes from Fastify's printed tree; one of several paths becomes several. */
export function routesOf(drawing: string): { method: string; url: string }[] {
  const parents: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    const url = `${depth === 0 ? '' : (parents[depth - 1] ?? '')}${path}`
    parents[depth] = url
    return methods === ''
      ? []
      : methods
          .split(', ')
          .flatMap((method) => pathsOf(url.replace(/(.)\/$/, '$1')).map((path) => ({ method, url: path })))
  })
}

/** Returns the URLs of a route whose first segment may be one of several. */
function pathsOf(url: string): string[] {
  const [segment = '', alternatives = ''] = /:path\(\^\(\?:([^)]+)\)\$\)/.exec(url) ?? []
  return alternatives.split('|').map((path) => url.replace(segment, path))
}
