import { errorTable, fieldErrorTable } from '../../../schema/errors.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { release } from '../../../schema/release.ts'
import { typesOf } from './errors.ts'
import { restFields, type JsonSchema, type RestField } from './fields.ts'
import { filterFields, sortKeys } from './filters.ts'
import type { Collection, FurtherRoute } from './collections/collection.ts'
import { entrySchema, jsonSchemaOf } from './collections/fields.ts'
import { fieldOf } from './collections/filters.ts'
import { collections } from './collections/index.ts'
import { deleteParameters, writeParameters } from './objects.ts'
import { pageLimits } from './queries.ts'
import { sharedHeaders, sharedParameters, sharedResponses, sharedSchemas } from './openapi-components.ts'
import { withArticle } from '../../../schema/with-article.ts'

/** An operation of the document, as far as the pages show it. */
export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  parameters: readonly JsonSchema[]
  requestBody?: JsonSchema
  responses: JsonSchema
  /** Empty if the operation needs no token. */
  security?: readonly []
}

/** An OpenAPI document: https://spec.openapis.org/oas/v3.1.1.html */
export interface OpenApi {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: JsonSchema; [section: string]: JsonSchema }
  [section: string]: unknown
}

let document: OpenApi | undefined

/** Returns the description of the REST API, which is derived from the registry of kinds. */
export function openApi(): OpenApi {
  return (document ??= createDocument())
}

function createDocument(): OpenApi {
  return {
    openapi: '3.1.1',
    info: {
      title: 'QleetOS REST API',
      version: release,
      description:
        'The API of QleetOS 0.2 and Threeport 0.6 for the kinds of this control plane. Clients of the legacy systems ' +
        'work unchanged. New programs get more from GraphQL: typed errors, subscriptions and the change log.',
    },
    servers: [{ url: '/', description: 'This control plane.' }],
    security: [{ token: [] }],
    tags: [
      ...allKinds.map(({ kind, description }) => ({ name: kind, description })),
      ...collections.map(({ type, description }) => ({ name: type, description })),
    ],
    paths: allPaths(),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the control plane. `qleetctl status` prints the path of its file.',
        },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedResponses,
      schemas: {
        ...sharedSchemas({ reasons: Object.keys(errorTable), fieldCodes: Object.keys(fieldErrorTable) }),
        ...(Object.fromEntries(allKinds.map((kind) => [kind.kind, objectSchema(kind)])) as JsonSchema),
        ...(Object.fromEntries(collections.map((each) => [each.type, entrySchema(each)])) as JsonSchema),
      },
    },
  }
}

/** Returns the schema of the objects of a kind. */
function objectSchema(kind: Kind): JsonSchema {
  const fields = restFields(kind)
  return {
    type: 'object',
    description: kind.description,
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  }
}

function fieldSchema({ schema, description, from, ...field }: RestField): JsonSchema {
  const isReadOnly = from === 'server' || from === 'status'
  return {
    ...schema,
    ...(field.to === undefined
      ? { description }
      : { description: `The ID of ${withArticle(field.to)}. ${description}` }),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(isReadOnly ? { readOnly: true } : {}),
    ...(from === 'inert' ? { deprecated: true } : {}),
  }
}

function pathsOf(kind: Kind): Record<string, Record<string, Operation>> {
  const path = `/v0/${kind.rest.path}`
  const [one, id] = [`${path}/{id}`, { $ref: '#/components/parameters/id' }]
  const write = [...writeParameters.map(shared), shared('idempotencyKey')]
  const edit = [id, shared('ifMatch'), ...write]
  const { kind: name } = kind
  const operation = operationsOf(kind)
  return {
    [path]: {
      get: operation('list', `Lists ${name} objects`, { parameters: listOf(kind) }),
      post: operation('create', `Creates ${withArticle(name)}`, {
        parameters: write,
        body: 'POST',
        code: 201,
      }),
    },
    [one]: {
      get: operation('get', `Returns ${withArticle(name)}`, { parameters: [id, shared('ifNoneMatch')] }),
      patch: operation('patch', `Changes fields of ${withArticle(name)}`, {
        parameters: edit,
        body: 'PATCH',
      }),
      put: operation('replace', `Replaces all fields of ${withArticle(name)}`, {
        parameters: edit,
        body: 'PUT',
      }),
      delete: operation('delete', `Requests the deletion of ${withArticle(name)}`, {
        parameters: [id, shared('ifMatch'), ...deleteParameters.map(shared), shared('idempotencyKey')],
      }),
    },
    [`${one}/events`]: {
      get: operation('listEventsOf', `Lists the events of ${withArticle(name)}, newest first`, {
        parameters: [id, ...pages],
        of: 'Event',
      }),
    },
    [`${one}/resources`]: {
      get: operation('listResourcesOf', `Lists the resources of ${withArticle(name)} in clusters`, {
        parameters: [id, ...pages],
        of: 'Resource',
      }),
    },
    [`${one}/confirmations`]: {
      post: operation('confirmRemovalsOf', `Confirms the removals that ${withArticle(name)} waits for`, {
        parameters: [id, shared('reason'), shared('idempotencyKey')],
        body: 'token',
      }),
    },
  }
}

type Paths = Record<string, Record<string, Operation>>

/** Returns the paths of all kinds and collections, which may share some. */
function allPaths(): OpenApi['paths'] {
  const found: Paths = { ...descriptionPaths() }
  for (const paths of [...allKinds.map(pathsOf), ...collections.map(collectionPaths)])
    for (const [path, methods] of Object.entries(paths)) found[path] = { ...found[path], ...methods }
  return found
}

function collectionPaths(collection: Collection): Paths {
  const { type, routes = [] } = collection
  const path = `/v0/${collection.path}`
  const [one, id] = [`${path}/{id}`, shared('id')]
  const write = [...writeParameters.map(shared), shared('idempotencyKey')]
  const operation = operationsOf({ kind: type })
  const paths: Paths = {
    [path]: {
      get: operation('list', `Lists ${type} objects`, { parameters: filtersOfCollection(collection) }),
      post: operation('create', `Creates ${withArticle(type)}`, {
        parameters: write,
        body: 'POST',
        code: 201,
      }),
    },
    [one]: {
      get: operation('get', `Returns ${withArticle(type)}`, { parameters: [id, shared('ifNoneMatch')] }),
      patch: operation('patch', `Changes fields of ${withArticle(type)}`, {
        parameters: [id, ...write],
        body: 'PATCH',
      }),
      put: operation('replace', `Replaces all fields of ${withArticle(type)}`, {
        parameters: [id, ...write],
        body: 'PUT',
      }),
      delete: operation('delete', `Deletes ${withArticle(type)}`, { parameters: [id, ...write] }),
    },
  }
  for (const route of routes)
    paths[`/v0/${route.path}`] = {
      ...paths[`/v0/${route.path}`],
      [route.method.toLowerCase()]: furtherOperation(type, route),
    }
  return paths
}

function furtherOperation(type: string, route: FurtherRoute): Operation {
  const { method, operationId, summary, parameters, body } = route
  const given = Object.entries(parameters).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }))
  const further = method === 'GET' ? pages : method === 'POST' ? writeParameters.map(shared) : []
  const operation = operationsOf({ kind: type })('', summary, {
    parameters: [...further, ...given],
    ...(body === undefined ? {} : { body, code: 201 }),
  })
  return { ...operation, operationId }
}

function filtersOfCollection(collection: Collection): JsonSchema[] {
  const filters = collection.filters.map((name) => ({
    name: name.toLowerCase(),
    in: 'query',
    description: `Matches entries with this ${name}.`,
    schema: plain(jsonSchemaOf(fieldOf(collection, name))),
  }))
  return [...pages, ...filters]
}

/** Returns a schema without its description, which is that of a field. */
function plain(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== 'description'))
}

interface OperationOptions {
  parameters: readonly JsonSchema[]
  /** The method whose content types the body may have, or `token` for the body of a confirmation. */
  body?: 'POST' | 'PATCH' | 'PUT' | 'token' | JsonSchema
  /** @default 200 */
  code?: number
  /** The schema of the entries in the response. @default that of the kind */
  of?: string
  /** @default the kind */
  tag?: string
}

function operationsOf({ kind }: { kind: string }) {
  // oxlint-disable-next-line max-params -- the verb and the summary name the operation
  return (verb: string, summary: string, options: OperationOptions): Operation => {
    const { parameters, body, code = 200, of = kind, tag = kind } = options
    const errors = [400, 401, 403, 404, 405, 409, 412, 415, 429, 503].map((status) => [
      String(status),
      { $ref: '#/components/responses/Error' },
    ])
    return {
      operationId: `${verb}${kind}`,
      summary,
      tags: [tag],
      parameters,
      ...(body === undefined ? {} : { requestBody: bodyOf(kind, body) }),
      responses: { [code]: successOf(of), ...(Object.fromEntries(errors) as JsonSchema) },
    }
  }
}

function bodyOf(kind: string, body: NonNullable<OperationOptions['body']>): JsonSchema {
  if (typeof body === 'object') return { required: true, content: { 'application/json': { schema: body } } }
  const schema: JsonSchema = { $ref: `#/components/schemas/${body === 'token' ? 'ConfirmationToken' : kind}` }
  // A change needs no field, but the schema of an object lists those of a creation.
  const partial: JsonSchema = {
    type: 'object',
    description: `Fields of ${withArticle(kind)}; null resets a field.`,
  }
  const types = typesOf(body === 'token' ? 'POST' : body)
  const content = { schema: body === 'PATCH' ? partial : schema }
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) }
}

function successOf(of: string): JsonSchema {
  const data = { type: 'array', items: { $ref: `#/components/schemas/${of}` } }
  return {
    description: 'Success.',
    headers: {
      ETag: { $ref: '#/components/headers/ETag' },
      Link: { $ref: '#/components/headers/Link' },
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    },
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { Data: data } }] },
      },
    },
  }
}

function shared(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` }
}

const pages = [shared('page'), shared('size')]

function listOf(kind: Kind): JsonSchema[] {
  const fields = filterFields(kind)
  // Other names are accepted, too, for older clients.
  const current = [...fields].filter(([name, field]) => {
    const own = field.name.toLowerCase()
    return own === name || !fields.has(own)
  })
  const filters = current.map(([name, field]) => ({
    name,
    in: 'query',
    description: `Matches objects with this ${field.name}.`,
    schema: field.schema,
  }))
  const sort = {
    name: 'sort',
    in: 'query',
    description: 'The order of the list.',
    schema: { enum: sortKeys, default: 'id' },
  }
  return [...pages, sort, ...filters]
}

function descriptionPaths(): OpenApi['paths'] {
  const json = { description: 'Success.', content: { 'application/json': { schema: { type: 'object' } } } }
  const get = (operationId: string, summary: string): Record<string, Operation> => ({
    get: { operationId, summary, tags: [], parameters: [], responses: { 200: json }, security: [] },
  })
  return {
    '/v0': get('index', `Lists the paths of the API. Pages have at most ${pageLimits.maxSize} objects`),
    '/version': get('version', 'Returns the release of the server'),
    '/healthz': get('health', 'Reports that the server is alive'),
    '/readyz': get('readiness', 'Reports whether the server can do its work'),
  }
}
