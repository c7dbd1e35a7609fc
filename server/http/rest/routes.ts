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
import { listAnswer } from './lists.ts'
import { findRestField, restFields, restPaths } from './names.ts'
import { fromRest, toRest } from './objects.ts'

/**
 * The REST API of the original system, derived from the registry: the same operations as GraphQL in the old envelope,
 * in both spellings of the paths.
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

/** What each method does, as the policy knows it. */
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
        const end = await services.fairness.requests.begin(context.actor.name, costOf(request))
        try {
          const { code = 200, body } = await answerOnce(context, request, handler)
          if (body instanceof Readable) {
            body.once('close', end)
            void reply.type('application/json; charset=utf-8')
          } else end()
          return await reply.code(code).send(body)
        } catch (error) {
          end()
          throw error
        }
      },
    })
  }
  const one = async (context: RequestContext, object: Parameters<typeof toRest>[1], code = 200) => ({
    code,
    body: dataEnvelope(type, [await toRest(kind, object, context)], { code }),
  })

  route('POST', path, async (context, { body }) => {
    const { name, spec, errors } = await fromRest(kind, body, context)
    const input = { kind: kind.kind, name, spec }
    await refuseTogether(context, errors, { input, path: '' })
    return one(context, await context.store.create(input, writeOf(context)), 201)
  })

  route('GET', path, async (context, request) => {
    const query = queryOf(request)
    const { page, size } = pageOf(query)
    const filter = await filterOf(kind, query, context)
    return { body: await listAnswer(context, { kind, type, filter, page: { page, size } }) }
  })

  route('GET', `${path}/:id`, async (context, request) => {
    const id = idOf(request)
    const object = await context.store.find({ kind: kind.kind, id })
    if (object === undefined) throw new PlatformError('NOT_FOUND', `there is no ${kind.kind} with ID ${id}`)
    return one(context, object)
  })

  route('PATCH', `${path}/:id`, async (context, request) => {
    const { name, spec, errors } = await fromRest(kind, request.body, context)
    await refuseTogether(context, errors, { kind, edit: spec, path: 'spec' })
    await refuseRename(context, { kind, id: idOf(request), name })
    return one(
      context,
      await context.store.update({ kind: kind.kind, id: idOf(request), spec }, writeOf(context)),
    )
  })

  route('PUT', `${path}/:id`, async (context, request) => {
    const { name, spec, errors } = await fromRest(kind, request.body, context)
    await refuseTogether(context, errors, { kind, edit: spec, path: 'spec' })
    await refuseRename(context, { kind, id: idOf(request), name })
    const missing = Object.keys(kind.spec.shape).filter((field) => !(field in spec))
    const whole = { ...Object.fromEntries(missing.map((field) => [field, null])), ...spec }
    return one(
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
    return one(context, deleted ?? object ?? (await Promise.reject(new Error('a deletion returned nothing'))))
  })
}

/** With an `Idempotency-Key` header a write is done once, and answered with the same body again. */
async function answerOnce(
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

/** As that of GraphQL: a field for each that is asked for. */
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
  throw invalidInput([{ path: 'id', message: 'must be a number', value: shownValue(id) }])
}

/** Names are what other objects refer to, so they stay; sending the same name again is fine. */
async function refuseRename(
  context: RequestContext,
  { kind, id, name }: { kind: Kind; id: bigint; name: unknown },
): Promise<void> {
  if (name === undefined) return
  const object = await context.store.find({ kind: kind.kind, id })
  if (object === undefined || object.name === name) return
  const message = `cannot change after creation; it is ${shownValue(object.name)}`
  const remedy = 'Delete the object and create it again, or leave the name as it is.'
  throw invalidInput([{ path: 'name', message, value: shownValue(name), remedy }])
}

/** Each parameter once, with a value that the database can be asked for. */
function queryOf({ query }: FastifyRequest): ReadonlyMap<string, string> {
  const given = Object.entries(query as Record<string, string | string[]>)
  const errors = given.flatMap(([path, value]): FieldError[] => {
    if (typeof value !== 'string')
      return [{ path, message: 'is given more than once', value: shownValue(value), remedy: 'Give it once.' }]
    if (!value.includes('\0')) return []
    return [{ path, message: 'holds a character that cannot be stored (NUL)', remedy: 'Remove it.' }]
  })
  if (errors.length > 0) throw invalidInput(errors)
  return new Map(given as [string, string][])
}

/** Entries of a page, and pages: what the original took, as far as their product is still an exact number. */
const most = { size: 1_000_000, page: 1_000_000_000 }

function pageOf(query: ReadonlyMap<string, string>): { page: number; size: number } {
  const [page, size] = [query.get('page') ?? '1', query.get('size') ?? '50']
  const errors: FieldError[] = []
  if (!isWithin(page, most.page))
    errors.push({ path: 'page', message: `must be from 1 to ${most.page}`, value: shownValue(page) })
  if (size !== '-1' && !isWithin(size, most.size)) {
    const message = `must be from 1 to ${most.size}, or -1 for all`
    errors.push({ path: 'size', message, value: shownValue(size) })
  }
  if (errors.length > 0) throw invalidInput(errors)
  return { page: Number(page), size: Number(size) }
}

function isWithin(text: string, largest: number): boolean {
  return /^\d{1,16}$/.test(text) && Number(text) >= 1 && Number(text) <= largest
}

/** Fields in lower case, equal values, all of them; what is not a field is ignored, as it was. */
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
    if (field.references === undefined) specFields[field.field] = typedValue(kind, field.field, value)
    else if (/^\d{1,18}$/.test(value) && (await loaders.byId.load(BigInt(value))) !== undefined)
      filter.references = BigInt(value)
    else filter.names = []
  }
  return { ...filter, specFields }
}

function typedValue(kind: Kind, field: string, text: string): string | number | boolean {
  const type = kind.spec.shape[field]
  for (const value of [text === 'true' ? true : text === 'false' ? false : text, Number(text)]) {
    if (typeof value !== 'string' && !Number.isNaN(value) && type?.safeParse(value).success === true)
      return value
  }
  return text
}

function restError(type: string, error: unknown): { code: number; body: unknown; retryAfter?: number } {
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
    const code = Number(error.statusCode)
    const isEmpty = 'code' in error && error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY'
    const text = isEmpty ? 'JSON payload is empty' : error.message
    return { code, body: errorEnvelope(type, code, { error: text }) }
  }
  const failure = asPlatformError(error)
  const code = errorTable[failure.code].http
  const fields = (failure.details.fields ?? []).map((field) => ({
    ...field,
    path: restPathOf(type, field.path),
  }))
  const missing = fields.filter(({ message }) => message === 'is missing').map(({ path }) => path)
  const told =
    failure.code === 'INVALID_INPUT' && fields.length > 0
      ? invalidInput(fields, failure.details.furtherFields)
      : failure
  const text =
    missing.length > 0 && missing.length === fields.length
      ? `Missing required field(s) : ${missing.join(',')}`
      : told.message
  const body = errorEnvelope(type, code, { error: text, ...(fields.length > 0 ? { fields } : {}) })
  return { code, body, ...defined({ retryAfter: failure.details.retryAfter }) }
}

/** Where something is wrong with a payload, tells what is wrong with its values, too; of one field what was found first. */
async function refuseTogether(
  { store }: RequestContext,
  found: readonly FieldError[],
  checked: InputToCheck,
): Promise<void> {
  if (found.length === 0) return
  const known = new Set(found.map(({ path }) => path))
  const further = await store.check(checked)
  throw invalidInput([...found, ...further.filter(({ path }) => !known.has(path))])
}

/** A path in the names of this API: `spec.upstreamHost` is `UpstreamHost`. */
function restPathOf(type: string, path: string): string {
  const kind = allKinds.find((each) => `v0.${each.kind}` === type)
  if (kind === undefined) return path
  if (path === 'name') return 'Name'
  const [, field = '', below = ''] = /^spec\.(\w+)(.*)$/.exec(path) ?? []
  const name = restFields(kind).find((each) => each.field === field)?.name
  return name === undefined ? path : `${name}${below}`
}
