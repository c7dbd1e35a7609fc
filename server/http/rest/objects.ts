import type { FastifyRequest } from 'fastify'
import { PlatformError, invalidInput, shownValue, type FieldError } from '../../../schema/errors.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ObjectView } from '../../../schema/graphql/store-queries.ts'
import type {
  ClientWrite,
  DeleteWrite,
  InputToCheck,
  ObjectEdit,
} from '../../../schema/graphql/store-writes.ts'
import { writeOf } from '../../../schema/graphql/writes.ts'
import { defined } from '../../../schema/defined.ts'
import { isRecord } from '../../../schema/records.ts'
import { jsonEscape } from '../../../schema/printable.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { dataEnvelope } from './envelope.ts'
import { filterOf, listParameters, orderOf } from './filters.ts'
import { fromRest, type RestInput } from './from-rest.ts'
import type { Answer, Handler } from './handler.ts'
import { listBody } from './lists.ts'
import { keptLabel, keptLabels } from './kept-references.ts'
import { isManifestList, unchangedLists } from './manifest-lists.ts'
import { isMergePatch, mergedSpec } from './merge-patch.ts'
import type { ObjectTexts } from '../object-texts.ts'
import { expectedVersionOf } from './preconditions.ts'
import { linksOf, pageOf, queryOf, type Query } from './queries.ts'
import { toRest, type RestObject } from './to-rest.ts'

/** The parameters of writes. */
export const writeParameters = ['dryrun', 'reason'] as const
export const deleteParameters = [...writeParameters, 'force'] as const

/** Returns the handlers of the routes of a kind: the same operations as in GraphQL, in the legacy form. */
export function objectHandlers(kind: Kind, texts: ObjectTexts) {
  return {
    list: async (context, request) => {
      const query = queryOf(request, listParameters(kind))
      const page = pageOf(query)
      const filter = await filterOf(kind, query, context)
      const { body, total } = await listBody(context, { kind, filter, page, order: orderOf(query), texts })
      const link = linksOf(request.url, page, total)
      return { body, ...(link === undefined ? {} : { headers: { link } }) }
    },
    get: async (context, request) => {
      queryOf(request, [])
      return objectAnswer(kind, await findObject(kind, context, request), { context })
    },
    create: async (context, request) => {
      const write = writeIn(queryOf(request, writeParameters), context)
      const { errors, warnings, spec, kept, ...metadata } = await fromRest(kind, request.body, context)
      const labels = withKept(metadata.labels, kept)
      // In requests, null is no value.
      const given = Object.entries(spec).filter(([, value]) => value !== null)
      const whole = { ...kind.rest.defaults, ...Object.fromEntries(given) }
      const input = { kind: kind.kind, name: undefined, ...metadata, ...defined({ labels }), spec: whole }
      await rejectErrors(context, errors, { input, path: '' })
      const object = await context.store.create(input, write)
      return objectAnswer(kind, object, {
        context,
        warnings: [...warnings, ...(object.warnings ?? [])],
        code: 201,
      })
    },
    patch: async (context, request) => {
      const { input, edit, write } = await editIn(kind, request, context)
      const isMerge = isMergePatch(request.headers)
      const merged = isMerge ? await mergedSpec(context.store, { kind, edit }) : {}
      const object = await context.store.update({ ...edit, ...merged }, write)
      return objectAnswer(kind, object, {
        context,
        warnings: [...input.warnings, ...(object.warnings ?? [])],
      })
    },
    put: async (context, request) => {
      const { input, edit, write } = await editIn(kind, request, context)
      const reset = Object.keys(kind.spec.shape).map((field) => [field, null])
      const spec = { ...Object.fromEntries(reset), ...kind.rest.defaults, ...edit.spec }
      const object = await context.store.update({ ...edit, spec }, write)
      return objectAnswer(kind, object, {
        context,
        warnings: [...input.warnings, ...(object.warnings ?? [])],
      })
    },
    delete: async (context, request) => {
      const query = queryOf(request, deleteParameters)
      const write = { ...writeIn(query, context), ...defined({ force: flagIn(query, 'force') }) }
      return objectAnswer(kind, await deleteObject(kind, request, { context, write }), { context })
    },
  } satisfies Record<string, Handler>
}

/** Quotes a text for a header, with escapes for all that a header cannot contain. The body has the text itself. */
function headerText(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7E]/g, jsonEscape)
}

/** Returns the response with an object, and its path after a creation. */
export async function objectAnswer(
  kind: Kind,
  object: RestObject,
  options: { context: RequestContext; code?: number; warnings?: readonly string[] },
): Promise<Answer> {
  const { context, code = 200, warnings = [] } = options
  const data = await toRest(kind, [object], context)
  const headers = {
    ...(code === 201 ? { location: `/v0/${kind.rest.path}/${object.id}` } : {}),
    ...(warnings.length === 0
      ? {}
      : { warning: warnings.map((text) => `299 - ${headerText(text)}`).join(', ') }),
  }
  return { code, body: dataEnvelope(kind.kind, data, { code, warnings }), headers, version: object.version }
}

/** Returns the object with the ID in the path. Throws NOT_FOUND. */
export async function findObject(
  { kind }: Kind,
  { store }: RequestContext,
  request: FastifyRequest,
): Promise<ObjectView> {
  const id = idOf(request)
  const object = await store.view({ kind, id })
  if (object === undefined) throw missing(kind, id)
  return object
}

function missing(kind: string, id: bigint): PlatformError {
  return new PlatformError('NOT_FOUND', `there is no ${kind} with ID ${id}`)
}

export function idOf({ params }: FastifyRequest): bigint {
  const { id = '' } = params as Record<string, string>
  if (/^\d{1,18}$/.test(id)) return BigInt(id)
  throw invalidInput([
    { path: 'id', code: 'INVALID_TYPE', message: 'must be a number', value: shownValue(id) },
  ])
}

/** Returns the options of a write from its query. Throws INVALID_INPUT. */
export function writeIn(query: Query, context: RequestContext): ClientWrite {
  return writeOf(context, { dryRun: flagIn(query, 'dryrun'), reason: query.get('reason') }, 'reason')
}

function flagIn(query: Query, path: string): boolean | undefined {
  const value = query.get(path)
  if (value === undefined || value === 'true' || value === 'false')
    return value === undefined ? value : value === 'true'
  throw invalidInput([
    { path, code: 'INVALID_TYPE', message: 'must be true or false', value: shownValue(value) },
  ])
}

async function editIn(
  kind: Kind,
  request: FastifyRequest,
  context: RequestContext,
): Promise<{ input: RestInput; edit: ObjectEdit & Pick<RestInput, 'spec'>; write: ClientWrite }> {
  const write = writeIn(queryOf(request, writeParameters), context)
  const input = await fromRest(kind, request.body, context)
  await rejectErrors(context, input.errors, { kind, edit: input.spec, path: 'spec' })
  await rejectMove(kind, context, { request, input })
  const { labels } = input
  const spec = await withKeptTexts(kind, context, { request, spec: input.spec })
  const labelChanges = await changesOfKept(kind, context, { request, input })
  const target = { kind: kind.kind, id: idOf(request) }
  const expectedVersion = expectedVersionOf(request.headers)
  return { input, write, edit: { ...target, spec, labelChanges, ...defined({ labels, expectedVersion }) } }
}

/** Returns labels with those of references; what is no map of labels as it is. */
function withKept(labels: unknown, kept: RestInput['kept']): unknown {
  const set = Object.entries(kept).filter(([, value]) => value !== null)
  if (set.length === 0 || (labels !== undefined && labels !== null && !isRecord(labels))) return labels
  return { ...labels, ...Object.fromEntries(set) }
}

/** Returns the changes of the labels of references, which stay when other labels are replaced. PUT resets those that it lacks. */
async function changesOfKept(
  kind: Kind,
  context: RequestContext,
  { request, input: { labels, kept } }: { request: FastifyRequest; input: RestInput },
): Promise<Record<string, unknown>> {
  const names = Object.keys(kind.rest.kept ?? {}).map(keptLabel)
  if (request.method === 'PUT') return { ...Object.fromEntries(names.map((name) => [name, null])), ...kept }
  if (labels === undefined || names.length === 0) return kept
  return { ...keptLabels((await findObject(kind, context, request)).labels), ...kept }
}

/** Returns a spec in which manifest lists without a change have the stored text. */
async function withKeptTexts(
  kind: Kind,
  context: RequestContext,
  { request, spec }: { request: FastifyRequest; spec: RestInput['spec'] },
): Promise<RestInput['spec']> {
  if (!Object.keys(spec).some((field) => isManifestList(kind, field))) return spec
  const stored = (await findObject(kind, context, request)).spec as RestInput['spec']
  const unchanged = await unchangedLists(kind, spec, stored)
  const kept = unchanged.map((field) => [field, stored[field]])
  return { ...spec, ...Object.fromEntries(kept) }
}

/**
 * Throws INVALID_INPUT when a request changes the name or the project, which other objects refer to; sending the same is
 * fine.
 */
async function rejectMove(
  kind: Kind,
  context: RequestContext,
  { request, input }: { request: FastifyRequest; input: RestInput },
): Promise<void> {
  const { name, project } = input
  if (name === undefined && project === undefined) return
  const object = await findObject(kind, context, request)
  const current = {
    name: object.name,
    project: object.projectId === null ? undefined : await context.store.projectName(object.projectId),
  }
  const remedy = 'Delete the object and create it again, or leave the field as it is.'
  const errors = Object.entries({ name, project }).flatMap(([path, value]): FieldError[] => {
    const now = current[path as keyof typeof current]
    if (value === undefined || value === now) return []
    const message = `cannot change after creation; it is ${shownValue(now)}`
    return [{ path, code: 'IMMUTABLE', message, value: shownValue(value), remedy }]
  })
  if (errors.length > 0) throw invalidInput(errors)
}

async function deleteObject(
  kind: Kind,
  request: FastifyRequest,
  { context, write }: { context: RequestContext; write: Omit<DeleteWrite, 'actor'> },
): Promise<StoredObject> {
  const id = idOf(request)
  const object = await context.store.find({ kind: kind.kind, id })
  if (object?.deletionRequestedAt != null && write.force !== true)
    throw new PlatformError('CONFLICT', `object with ID ${id} already being deleted`)
  const target = { kind: kind.kind, id, ...defined({ expectedVersion: expectedVersionOf(request.headers) }) }
  const [deleted = object] = await context.store.delete([target], write)
  if (deleted === undefined) throw missing(kind.kind, id)
  return deleted
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
