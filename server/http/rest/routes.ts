import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  PlatformError,
  errorTable,
  invalidInput,
  shownValue,
  type FieldError,
} from '../../../schema/errors.ts'
import { createLoaders, type RequestContext } from '../../../schema/graphql/context.ts'
import type { ClientWrite, InputToCheck, ListFilter } from '../../../schema/graphql/store.ts'
import { defined } from '../../../schema/inputs.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { contextFor, type Services } from '../context.ts'
import { actorOf } from '../edge/authentication.ts'
import { asPlatformError } from '../failures.ts'
import { dataEnvelope, errorEnvelope } from './envelope.ts'
import { listBody } from './lists.ts'
import { findRestField, restFields, restPaths } from './names.ts'
import { fromRest, toRest } from './objects.ts'

/**
 * Adds the legacy REST API (v0), derived from the registry of kinds: the same operations as GraphQL, in the legacy envelope
 * and with both spellings of the paths.
 */
export function addRest(app: FastifyInstance, services: Services): void {
  for (const kind of allKinds) {
    for (const path of restPaths(kind)) {
      addVersions(app, kind, path)
      addRoutes(app, { kind, path: `/v0/${path}`, services })
    }
  }
}

function addVersions(app: FastifyInstance, { kind }: Kind, path: string): void {
  app.get(`/${path}/versions`, { config: { open: true } }, async () =>
    dataEnvelope(`v0.${kind}`, [{ Version: 'v0' }]),
  )
}

interface KindRoutes {
  kind: Kind
  path: string
  services: Services
}

type Handler = (context: RequestContext, request: FastifyRequest) => Promise<{ code?: number; body: unknown }>

/** The verb that the policy checks for each method. */
const verbs = { GET: 'read', POST: 'write', PATCH: 'write', PUT: 'write', DELETE: 'delete' } as const

function addRoutes(app: FastifyInstance, { kind, path, services }: KindRoutes): void {
  const type = `v0.${kind.kind}`
  const route = (method: keyof typeof verbs, url: string, handler: Handler): void => {
    app.route({
      method,
      url,
      errorHandler: (error, _, reply) => {
        const { code, body, retryAfter } = restError(type, error)
        if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
        void reply.code(code).send(body)
      },
      onRequest: async (request) =>
        services.policy.assert(actorOf(request), { verb: verbs[method], operation: `${method} ${url}` }),
      handler: async (request, reply) => {
        const context = contextFor(services, { actor: actorOf(request), headers: request.headers })
        const release = await services.fairness.requests.acquire(context.actor.name, costOf(request))
        try {
          const { code = 200, body } = await handleOnce(context, request, handler)
          if (body instanceof Readable) {
            body.once('close', release)
            void reply.type('application/json; charset=utf-8')
          } else release()
          return await reply.code(code).send(body)
        } catch (error) {
          release()
          throw error
        }
      },
    })
  }
  const objectResponse = async (
    context: RequestContext,
    object: Parameters<typeof toRest>[1],
    code = 200,
  ) => ({
    code,
    body: dataEnvelope(type, [await toRest(kind, object, context)], { code }),
  })

  route('POST', path, async (context, { body }) => {
    const { name, spec, errors } = await fromRest(kind, body, context)
    const input = { kind: kind.kind, name, spec }
    await rejectErrors(context, errors, { input, path: '' })
    return objectResponse(context, await context.store.create(input, writeOf(context)), 201)
  })

  route('GET', path, async (context, request) => {
    const query = queryOf(request)
    const { page, size } = pageOf(query)
    const filter = await filterOf(kind, query, context)
    return { body: await listBody(context, { kind, type, filter, page: { page, size } }) }
  })

  route('GET', `${path}/:id`, async (context, request) => {
    const id = idOf(request)
    const object = await context.store.find({ kind: kind.kind, id })
    if (object === undefined) throw new PlatformError('NOT_FOUND', `there is no ${kind.kind} with ID ${id}`)
    return objectResponse(context, object)
  })

  route('PATCH', `${path}/:id`, async (context, request) => {
    const { name, spec, errors } = await fromRest(kind, request.body, context)
    await rejectErrors(context, errors, { kind, edit: spec, path: 'spec' })
    await rejectRename(context, { kind, id: idOf(request), name })
    return objectResponse(
      context,
      await context.store.update({ kind: kind.kind, id: idOf(request), spec }, writeOf(context)),
    )
  })

  route('PUT', `${path}/:id`, async (context, request) => {
    const { name, spec, errors } = await fromRest(kind, request.body, context)
    await rejectErrors(context, errors, { kind, edit: spec, path: 'spec' })
    await rejectRename(context, { kind, id: idOf(request), name })
    const missing = Object.keys(kind.spec.shape).filter((field) => !(field in spec))
    const whole = { ...Object.fromEntries(missing.map((field) => [field, null])), ...spec }
    return objectResponse(
      context,
      await context.store.update({ kind: kind.kind, id: idOf(request), spec: whole }, writeOf(context)),
    )
  })

  route('DELETE', `${path}/:id`, async (context, request) => {
    const id = idOf(request)
    const object = await context.store.find({ kind: kind.kind, id })
    if (object?.deletionRequestedAt != null) {
      throw new PlatformError('CONFLICT', `object with ID ${id} already being deleted`)
    }
    const [deleted] = await context.store.delete([{ kind: kind.kind, id }], writeOf(context))
    return objectResponse(
      context,
      deleted ?? object ?? (await Promise.reject(new Error('a deletion returned nothing'))),
    )
  })
}

/**
 * Handles a request. With an `Idempotency-Key` header, a write takes effect once, and repeated requests get the same
 * response.
 */
async function handleOnce(
  context: RequestContext,
  request: FastifyRequest,
  handler: Handler,
): Promise<{ code?: number; body: unknown }> {
  const { method, url, body } = request
  const key = request.headers['idempotency-key']
  if (key === undefined || method === 'GET') return handler(context, request)
  return context.store.once({ key: String(key), request: [method, url, body] }, (store) =>
    handler({ ...context, store, loaders: createLoaders(store) }, request),
  )
}

/** Returns the cost of a request on the scale of GraphQL, where each requested field counts. */
function costOf({ method, query }: FastifyRequest): number {
  const size = Number((query as Record<string, string>)['size'] ?? 0)
  return method === 'GET' && (size === -1 || size > 1000) ? Infinity : 0
}

function writeOf({ traceparent }: RequestContext): ClientWrite {
  return defined({ traceparent })
}

function idOf({ params }: FastifyRequest): bigint {
  const { id = '' } = params as Record<string, string>
  if (/^\d{1,18}$/.test(id)) return BigInt(id)
  throw invalidInput([
    { path: 'id', code: 'INVALID_TYPE', message: 'must be a number', value: shownValue(id) },
  ])
}

/**
 * Throws INVALID_INPUT when a request changes the name, which other objects refer to; sending the same name is fine.
 */
async function rejectRename(
  context: RequestContext,
  { kind, id, name }: { kind: Kind; id: bigint; name: unknown },
): Promise<void> {
  if (name === undefined) return
  const object = await context.store.find({ kind: kind.kind, id })
  if (object === undefined || object.name === name) return
  const message = `cannot change after creation; it is ${shownValue(object.name)}`
  const remedy = 'Delete the object and create it again, or leave the name as it is.'
  throw invalidInput([{ path: 'name', code: 'IMMUTABLE', message, value: shownValue(name), remedy }])
}

/**
 * Returns the query parameters. Throws INVALID_INPUT for a repeated parameter, and for a value that Postgres cannot
 * store.
 */
function queryOf({ query }: FastifyRequest): ReadonlyMap<string, string> {
  const given = Object.entries(query as Record<string, string | string[]>)
  const errors = given.flatMap(([path, value]): FieldError[] => {
    if (typeof value !== 'string')
      return [
        {
          path,
          code: 'DUPLICATE',
          message: 'is given more than once',
          value: shownValue(value),
          remedy: 'Send it once.',
        },
      ]
    if (!value.includes('\0')) return []
    return [
      {
        path,
        code: 'INVALID',
        message: 'contains a character that cannot be stored (NUL)',
        remedy: 'Remove it.',
      },
    ]
  })
  if (errors.length > 0) throw invalidInput(errors)
  return new Map(given as [string, string][])
}

/** The maximum size and number of a page: as in the legacy API, as far as their product is a safe integer. */
const max = { size: 1_000_000, page: 1_000_000_000 }

function pageOf(query: ReadonlyMap<string, string>): { page: number; size: number } {
  const [page, size] = [query.get('page') ?? '1', query.get('size') ?? '50']
  const errors: FieldError[] = []
  if (!isWithin(page, max.page))
    errors.push({
      path: 'page',
      code: 'OUT_OF_RANGE',
      message: `must be from 1 to ${max.page}`,
      value: shownValue(page),
    })
  if (size !== '-1' && !isWithin(size, max.size)) {
    const message = `must be from 1 to ${max.size}, or -1 for all`
    errors.push({ path: 'size', code: 'OUT_OF_RANGE', message, value: shownValue(size) })
  }
  if (errors.length > 0) throw invalidInput(errors)
  return { page: Number(page), size: Number(size) }
}

function isWithin(value: string, largest: number): boolean {
  return /^\d{1,16}$/.test(value) && Number(value) >= 1 && Number(value) <= largest
}

/**
 * Returns the filter of a list: fields, in lower case, must equal the given values. Unknown fields are ignored, as in
 * the legacy API.
 */
async function filterOf(
  kind: Kind,
  query: ReadonlyMap<string, string>,
  { loaders }: RequestContext,
): Promise<ListFilter> {
  const filter: ListFilter = { kind: kind.kind }
  const specFields: Record<string, string | number | boolean> = {}
  const fields = restFields(kind)
  for (const [name, value] of query) {
    if (name === 'name') filter.names = [value]
    const field = findRestField(fields, kind, name)
    if (field === undefined) continue
    const typed = typedValue(kind, field.field, value)
    const isFilterable =
      kind.filterable.includes(field.field) && kind.spec.shape[field.field]?.safeParse(typed).success === true
    if (field.references === undefined && isFilterable) specFields[field.field] = typed
    else if (
      field.references !== undefined &&
      /^\d{1,18}$/.test(value) &&
      (await loaders.byId.load(BigInt(value))) !== undefined
    )
      filter.references = BigInt(value)
    else filter.names = []
  }
  return { ...filter, specFields }
}

function typedValue(kind: Kind, field: string, raw: string): string | number | boolean {
  const type = kind.spec.shape[field]
  for (const value of [raw === 'true' ? true : raw === 'false' ? false : raw, Number(raw)]) {
    if (typeof value !== 'string' && !Number.isNaN(value) && type?.safeParse(value).success === true)
      return value
  }
  return raw
}

function restError(type: string, error: unknown): { code: number; body: unknown; retryAfter?: number } {
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
    const code = Number(error.statusCode)
    const isEmpty = 'code' in error && error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY'
    const message = isEmpty ? 'JSON payload is empty' : error.message
    return { code, body: errorEnvelope(type, code, { error: message }) }
  }
  const failure = asPlatformError(error)
  const code = errorTable[failure.code].http
  const fields = (failure.details.fields ?? []).map((field) => ({
    ...field,
    path: restPathOf(type, field.path),
  }))
  const missing = fields.filter(({ message }) => message === 'is missing').map(({ path }) => path)
  const reported =
    failure.code === 'INVALID_INPUT' && fields.length > 0
      ? invalidInput(fields, failure.details.furtherFields)
      : failure
  const message =
    missing.length > 0 && missing.length === fields.length
      ? `Missing required field(s) : ${missing.join(',')}`
      : reported.message
  const body = errorEnvelope(type, code, { error: message, ...(fields.length > 0 ? { fields } : {}) })
  return { code, body, ...defined({ retryAfter: failure.details.retryAfter }) }
}

/**
 * Throws INVALID_INPUT when the payload has structural errors, together with the errors of its values, one per field.
 */
async function rejectErrors(
  { store }: RequestContext,
  found: readonly FieldError[],
  checked: InputToCheck,
): Promise<void> {
  if (found.length === 0) return
  const reported = new Set(found.map(({ path }) => path))
  const further = await store.check(checked)
  throw invalidInput([...found, ...further.filter(({ path }) => !reported.has(path))])
}

/** Converts a path to the names of the legacy API: `spec.upstreamHost` becomes `UpstreamHost`. */
function restPathOf(type: string, path: string): string {
  const kind = allKinds.find((each) => `v0.${each.kind}` === type)
  if (kind === undefined) return path
  if (path === 'name') return 'Name'
  const [, field = '', below = ''] = /^spec\.(\w+)(.*)$/.exec(path) ?? []
  const name = restFields(kind).find((each) => each.field === field)?.name
  return name === undefined ? path : `${name}${below}`
}
