import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorTable, invalidInput, type PlatformError } from '../../../schema/errors.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { asPlatformError } from '../failures.ts'
import { errorEnvelope, type Envelope } from './envelope.ts'
import { restPathOf } from './names.ts'
import { isConditional } from './preconditions.ts'

/** Sends an error in the envelope of the legacy API. */
export function sendError(
  error: unknown,
  { request, reply, type }: { request: FastifyRequest; reply: FastifyReply; type: string },
): void {
  const body = errorBody(type, error, request)
  const { code, retryAfter } = body.Status
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  if (code === 415) describeTypes(request, reply)
  void reply.code(code).type('application/json; charset=utf-8').send(body)
}

function errorBody(type: string, error: unknown, request: FastifyRequest): Envelope {
  const requestId = request.id
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 415)
    return errorEnvelope(type, { code: 415, reason: 'INVALID_INPUT', error: wrongType(request), requestId })
  if (status < 500 && !('details' in (error as Error))) {
    const { message } = error as Error
    return errorEnvelope(type, { code: status, reason: 'INVALID_INPUT', error: message, requestId })
  }
  const failure = asPlatformError(error)
  const { code, message, details } = reported(
    failure,
    allKinds.find(({ kind }) => kind === type),
  )
  const isPrecondition = code === 'VERSION_CONFLICT' && isConditional(request.headers)
  const http = isPrecondition ? 412 : status < 500 ? status : errorTable[code].http
  return errorEnvelope(type, { code: http, error: message, reason: code, requestId, ...details })
}

/** Returns an error in the terms of the legacy API: with its names of fields, and its text for missing fields. */
function reported(
  failure: PlatformError,
  kind: Kind | undefined,
): Pick<PlatformError, 'code' | 'message' | 'details'> {
  const { code, details } = failure
  if (details.fields === undefined || details.fields.length === 0) return failure
  const fields = details.fields.map((field) =>
    kind === undefined ? field : { ...field, path: restPathOf(kind, field.path) },
  )
  const named = { ...details, fields }
  if (code !== 'INVALID_INPUT') return { code, message: failure.message, details: named }
  const isMissing = fields.every((field) => field.code === 'REQUIRED' && field.path !== 'body')
  const message = isMissing
    ? `Missing required field(s) : ${fields.map(({ path }) => path).join(',')}`
    : invalidInput(fields, details.furtherFields).message
  return { code, message, details: named }
}

/** The content types of requests, by method. */
const acceptedTypes: Readonly<Record<string, readonly string[]>> = {
  PATCH: ['application/merge-patch+json', 'application/json'],
}

const anyTypes = ['application/json']

export function typesOf(method: string): readonly string[] {
  return acceptedTypes[method] ?? anyTypes
}

/** Adds the header with the accepted content types: `Accept-Post`, or `Accept-Patch` of RFC 5789. */
function describeTypes({ method }: FastifyRequest, reply: FastifyReply): void {
  const name = method === 'PATCH' ? 'accept-patch' : method === 'POST' ? 'accept-post' : 'accept'
  void reply.header(name, typesOf(method).join(', '))
}

function wrongType({ method, headers }: FastifyRequest): string {
  const given = headers['content-type']
  const accepted = typesOf(method).join(' or ')
  const found =
    given === undefined ? 'the body has no content type' : `the content type "${given}" is not supported`
  const isForm = given?.startsWith('application/x-www-form-urlencoded') === true
  const curl = isForm ? '. With curl -d, add: -H "Content-Type: application/json"' : ''
  return `${found}; send ${accepted}${curl}`
}
