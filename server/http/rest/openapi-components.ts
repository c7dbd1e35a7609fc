import type { JsonSchema } from './fields.ts'
import { pageLimits } from './queries.ts'

const text = { type: 'string' } as const
const time = { type: 'string', format: 'date-time' } as const
const id = { type: 'integer', minimum: 1 } as const

function query(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'query', description, schema }
}

function header(name: string, description: string): JsonSchema {
  return { name, in: 'header', description, schema: text }
}

/** The parameters that several operations have. */
export const sharedParameters: JsonSchema = {
  id: { name: 'id', in: 'path', required: true, description: 'The ID of the object.', schema: id },
  page: query('page', 'The number of the page, from 1.', { type: 'integer', default: 1, minimum: 0 }),
  size: query('size', 'The number of entries per page, or -1 for all.', {
    type: 'integer',
    default: pageLimits.size,
    minimum: -1,
    maximum: pageLimits.maxSize,
  }),
  dryrun: query('dryrun', 'Validates the write without storing it.', { type: 'boolean', default: false }),
  reason: query('reason', 'The reason for the change, recorded in the change log.', text),
  force: query('force', 'Deletes the object even if its cluster is unreachable.', {
    type: 'boolean',
    default: false,
  }),
  ifMatch: header(
    'If-Match',
    'The ETag of the object that was read. A write of an object that was edited since is refused with 412.',
  ),
  ifNoneMatch: header(
    'If-None-Match',
    'The ETag of an earlier response. If it is still the same, the response is 304.',
  ),
  idempotencyKey: header(
    'Idempotency-Key',
    'A unique key of the request. Repetitions with the same key take effect once and get the same response.',
  ),
}

const responseHeaders = {
  ETag: { description: 'The entity tag of the response.', schema: text },
  Link: { description: 'The first, previous, next and last page of a list.', schema: text },
  RequestId: { description: 'The ID of the request, which the log of the server contains.', schema: text },
} as const

export const sharedHeaders: JsonSchema = responseHeaders

export const sharedResponses: JsonSchema = {
  Error: {
    description:
      'The request failed. `Status.reason` has the code of the error table, `Status.error` the message.',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
  },
}

/** Returns the schemas that do not belong to a kind. */
export function sharedSchemas({
  reasons,
  fieldCodes,
}: {
  reasons: string[]
  fieldCodes: string[]
}): JsonSchema {
  return {
    Envelope: {
      type: 'object',
      required: ['Meta', 'Type', 'Data', 'Status'],
      properties: {
        Meta: {
          type: 'object',
          properties: {
            Page: { type: 'integer' },
            Size: { type: 'integer' },
            TotalCount: { type: 'integer', description: 'The number of all matching objects.' },
          },
        },
        Type: { ...text, description: 'The kind of the entries of Data.' },
        Data: { type: ['array', 'null'], description: 'The objects; null for errors.' },
        Status: { $ref: '#/components/schemas/Status' },
      },
    },
    Status: {
      type: 'object',
      required: ['code', 'message', 'error'],
      properties: {
        code: { type: 'integer', description: 'The HTTP status.' },
        message: { ...text, description: 'The name of the HTTP status.' },
        error: { ...text, description: 'The message of the error; empty for success.' },
        reason: { ...text, enum: reasons, description: 'The code of the error.' },
        requestId: { ...text, description: 'The ID of the request.' },
        fields: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
        warnings: {
          type: 'array',
          items: text,
          description: 'The parts of the request that have no effect.',
        },
      },
    },
    FieldError: {
      type: 'object',
      required: ['path', 'code', 'message'],
      properties: {
        path: { ...text, description: 'The field or parameter.' },
        code: { ...text, enum: fieldCodes },
        message: text,
        value: { ...text, description: 'The invalid value.' },
        remedy: { ...text, description: 'What to do.' },
      },
    },
    Confirmation: {
      type: 'object',
      description: 'Removals that wait for a confirmation.',
      properties: {
        Token: { ...text, description: 'Confirms exactly this list, once.' },
        ExpiresAt: time,
        Removals: { type: 'array', items: { type: 'object', properties: { ID: text, Text: text } } },
        Path: { ...text, description: 'The path to POST the token to.' },
      },
    },
    ConfirmationToken: { type: 'object', required: ['Token'], properties: { Token: text } },
    Resource: {
      type: 'object',
      properties: {
        ID: id,
        CreatedAt: time,
        JSONDefinition: { type: 'object', description: 'The API version, kind, namespace and name.' },
        LastOperation: text,
        Reconciled: { type: 'boolean' },
        ScheduledForDeletion: time,
      },
    },
  }
}
