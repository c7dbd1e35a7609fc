import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError, errorTable, invalidInput, shownValue, type FieldError } from '../../schema/errors.ts'
import { createLoaders, type RequestContext } from '../../schema/graphql/context.ts'
import type { ListFilter, Write } from '../../schema/graphql/store.ts'
import { checkObject, checkPatch } from '../../schema/inputs.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { contextOf, type Services } from '../context.ts'
import { asPlatformError } from '../failures.ts'
import { dataEnvelope, errorEnvelope } from './envelope.ts'
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
  app.get(`/${path}/versions`, async () => dataEnvelope(`v0.${kind}`, [{ Version: 'v0' }]))
}

interface KindRoutes {
  kind: Kind
  path: string
  services: Services
}

type Handler = (context: RequestContext, request: FastifyRequest) => Promise<{ code?: number; body: unknown }>

function addRoutes(app: FastifyInstance, { kind, path, services }: KindRoutes): void {
  const type = `v0.${kind.kind}`
  const route = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    handler: Handler,
  ): void => {
    app.route({
      method,
      url,
      errorHandler: (error, _, reply) => {
        const { code, body } = restError(type, error)
        void reply.code(code).send(body)
      },
      handler: async (request, reply) => {
        const context = await contextOf(services, request.headers)
        const { code = 200, body } = await answerOnce(context, request, handler)
        return reply.code(code).send(body)
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
    if (errors.length > 0) throw invalidInput(together(errors, checkObject(input, '').errors))
    return one(context, await context.store.create(input, writeOf(context)), 201)
  })

  route('GET', path, async (context, request) => {
    const query = request.query as Record<string, string>
    const { page, size } = pageOf(query)
    const filter = await filterOf(kind, query, context)
    const all = size === -1
    const [objects, total] = await Promise.all([
      context.store.list({
        ...filter,
        order: 'id',
        direction: 'asc',
        limit: all ? 1_000_000 : size,
        offset: all ? 0 : (page - 1) * size,
      }),
      context.store.count(filter),
    ])
    const data = await Promise.all(objects.map((object) => toRest(kind, object, context)))
    return { body: dataEnvelope(type, data, { page, size, total }) }
  })

  route('GET', `${path}/:id`, async (context, request) => {
    const id = idOf(request)
    const object = await context.store.find({ kind: kind.kind, id })
    if (object === undefined) throw new PlatformError('NOT_FOUND', `there is no ${kind.kind} with ID ${id}`)
    return one(context, object)
  })

  route('PATCH', `${path}/:id`, async (context, request) => {
    const { name, spec, errors } = await fromRest(kind, request.body, context)
    if (errors.length > 0) throw invalidInput(together(errors, checkPatch(kind, spec, 'spec')))
    await refuseRename(context, { kind, id: idOf(request), name })
    return one(
      context,
      await context.store.update({ kind: kind.kind, id: idOf(request), spec }, writeOf(context)),
    )
  })

  route('PUT', `${path}/:id`, async (context, request) => {
    const { name, spec, errors } = await fromRest(kind, request.body, context)
    if (errors.length > 0) throw invalidInput(together(errors, checkPatch(kind, spec, 'spec')))
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
  const { actor, prisma } = context
  return context.store.once({ actor: actor.name, key: String(key), request: [method, url, body] }, (store) =>
    handler({ ...context, store, loaders: createLoaders(store, prisma) }, request),
  )
}

function writeOf({ actor, traceparent }: RequestContext): Write {
  return { actor: actor.name, ...(traceparent === undefined ? {} : { traceparent }) }
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

function pageOf(query: Record<string, string>): { page: number; size: number } {
  const [page, size] = [Number(query['page'] ?? 1), Number(query['size'] ?? 50)]
  if (!Number.isInteger(page) || page < 1)
    throw invalidInput([{ path: 'page', message: 'must be 1 or more', value: shownValue(query['page']) }])
  if (!Number.isInteger(size) || (size < 1 && size !== -1)) {
    const value = shownValue(query['size'])
    throw invalidInput([{ path: 'size', message: 'must be 1 or more, or -1 for all', value }])
  }
  return { page, size }
}

/** Fields in lower case, equal values, all of them; what is not a field is ignored, as it was. */
async function filterOf(
  kind: Kind,
  query: Record<string, string>,
  { loaders }: RequestContext,
): Promise<ListFilter> {
  const filter: ListFilter = { kind: kind.kind }
  const specFields: Record<string, string | number | boolean> = {}
  const fields = restFields(kind)
  for (const [name, value] of Object.entries(query)) {
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

function restError(type: string, error: unknown): { code: number; body: unknown } {
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
    const code = Number(error.statusCode)
    const text = error.message.includes('Body cannot be empty') ? 'JSON payload is empty' : error.message
    return { code, body: errorEnvelope(type, code, { error: text }) }
  }
  const failure = asPlatformError(error)
  const code = errorTable[failure.code].http
  const fields = (failure.details.fields ?? []).map((field) => ({
    ...field,
    path: restPathOf(type, field.path),
  }))
  const missing = fields.filter(({ message }) => message === 'is missing').map(({ path }) => path)
  const told = failure.code === 'INVALID_INPUT' && fields.length > 0 ? invalidInput(fields) : failure
  const text =
    missing.length > 0 && missing.length === fields.length
      ? `Missing required field(s) : ${missing.join(',')}`
      : told.message
  return { code, body: errorEnvelope(type, code, { error: text, ...(fields.length > 0 ? { fields } : {}) }) }
}

/** Both, but of one field only what was found first. */
function together(first: readonly FieldError[], second: readonly FieldError[]): FieldError[] {
  return [...first, ...second.filter(({ path }) => !first.some((error) => error.path === path))]
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
