import type { JsonObject } from '../json.ts'

/** A cause inside a Status: the field, and its problem. */
export interface Cause {
  reason: string
  message: string
  field?: string | undefined
}

export interface StatusDetails {
  name?: string | undefined
  group?: string | undefined
  kind?: string | undefined
  uid?: string | undefined
  causes?: Cause[] | undefined
  retryAfterSeconds?: number | undefined
}

/** A failure as the API reports it: thrown anywhere below a request, sent as a Status object. */
export class StatusError extends Error {
  readonly code: number
  readonly reason: string
  readonly details: StatusDetails | undefined
  /** A token that continues the list inconsistently. */
  readonly continue: string | undefined

  constructor(status: {
    code: number
    reason: string
    message: string
    details?: StatusDetails | undefined
    continue?: string | undefined
  }) {
    super(status.message)
    this.name = 'StatusError'
    this.code = status.code
    this.reason = status.reason
    this.details = status.details
    this.continue = status.continue
  }
}

export function isStatusError(error: unknown): error is StatusError {
  return error instanceof StatusError
}

export function hasReason(error: unknown, ...reasons: string[]): boolean {
  return isStatusError(error) && reasons.includes(error.reason)
}

export function statusOf(error: StatusError): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: error.continue === undefined ? {} : { continue: error.continue },
    status: 'Failure',
    message: error.message,
    ...(error.reason === '' ? {} : { reason: error.reason }),
    ...(error.details === undefined ? {} : { details: detailsOf(error.details) }),
    code: error.code,
  }
}

function detailsOf(details: StatusDetails): JsonObject {
  return {
    name: details.name || undefined,
    group: details.group || undefined,
    kind: details.kind || undefined,
    uid: details.uid,
    causes: details.causes?.map((cause) => ({ ...cause })),
    retryAfterSeconds: details.retryAfterSeconds,
  }
}

export function qualified({ group, plural }: { group: string; plural: string }): string {
  return group === '' ? plural : `${plural}.${group}`
}

export function badRequest(message: string): StatusError {
  return new StatusError({ code: 400, reason: 'BadRequest', message })
}

export function unauthorized(): StatusError {
  return new StatusError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
}

export function notFound(subject: { group: string; plural: string }, name: string): StatusError {
  return new StatusError({
    code: 404,
    reason: 'NotFound',
    message: `${qualified(subject)} "${name}" not found`,
    details: { name, group: subject.group, kind: subject.plural },
  })
}

/** Returns the error for an unknown path. */
export function pathNotFound(): StatusError {
  return new StatusError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  })
}

export function alreadyExists(subject: { group: string; plural: string }, name: string): StatusError {
  return new StatusError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${qualified(subject)} "${name}" already exists`,
    details: { name, group: subject.group, kind: subject.plural },
  })
}

export function conflict(subject: { group: string; plural: string }, name: string, why: string): StatusError {
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualified(subject)} "${name}": ${why}`,
    details: { name, group: subject.group, kind: subject.plural },
  })
}

export const staleObject =
  'the object has been modified; please apply your changes to the latest version and try again'

export function forbidden(
  subject: { group: string; plural: string },
  name: string,
  why: { message: string; causes?: Cause[] | undefined },
): StatusError {
  const { message, causes } = why
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `${qualified(subject)} ${name === '' ? '' : `"${name}" `}is forbidden: ${message}`,
    details: { name, group: subject.group, kind: subject.plural, causes },
  })
}

export function methodNotAllowed(): StatusError {
  return new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  })
}

export function notAcceptable(accepted: readonly string[]): StatusError {
  return new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${accepted.join(', ')}`,
    details: {},
  })
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  return new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  })
}

/** Returns a failure for which the API server has no reason, with its message. */
export function plainError(message: string): StatusError {
  return new StatusError({ code: 500, reason: '', message })
}

export function tooLarge(limit: number): StatusError {
  return new StatusError({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: limit is ${limit}`,
  })
}

export function internalError(message: string): StatusError {
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ reason: '', message }] },
  })
}

export function expired(message: string): StatusError {
  return new StatusError({ code: 410, reason: 'Expired', message })
}

/** A problem of one field, as validation finds it. */
export interface FieldError {
  type:
    | 'required'
    | 'invalid'
    | 'unsupported'
    | 'duplicate'
    | 'forbidden'
    | 'too long'
    | 'not found'
    | 'type'
    | 'too many'
  field: string
  /** The invalid value, as it is quoted. */
  value?: unknown
  /** Omits the value from the message. */
  withoutValue?: boolean
  detail: string
}

export function invalid(
  subject: { group: string; kind: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const causes = errors.map((error) => ({
    reason: fieldReasons[error.type],
    message: bodyOf(error),
    field: error.field,
  }))
  const texts = [...new Set(causes.map((cause) => `${cause.field}: ${cause.message}`))]
  const message = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `${qualified({ group: subject.group, plural: subject.kind })} "${name}" is invalid: ${message}`,
    details: { name, group: subject.group, kind: subject.kind, causes },
  })
}

const fieldReasons = {
  required: 'FieldValueRequired',
  invalid: 'FieldValueInvalid',
  unsupported: 'FieldValueNotSupported',
  duplicate: 'FieldValueDuplicate',
  forbidden: 'FieldValueForbidden',
  'too long': 'FieldValueTooLong',
  'not found': 'FieldValueNotFound',
  type: 'FieldValueTypeInvalid',
  'too many': 'FieldValueTooMany',
} as const satisfies Record<FieldError['type'], string>

const fieldTitles = {
  required: 'Required value',
  invalid: 'Invalid value',
  unsupported: 'Unsupported value',
  duplicate: 'Duplicate value',
  forbidden: 'Forbidden',
  'too long': 'Too long',
  'not found': 'Not found',
  type: 'Invalid value',
  'too many': 'Too many',
} as const satisfies Record<FieldError['type'], string>

function bodyOf({ type, value, withoutValue = false, detail }: FieldError): string {
  const title = fieldTitles[type]
  const isShort = withoutValue || type === 'required' || type === 'forbidden' || type === 'too long'
  const text = isShort ? title : `${title}: ${quoted(value)}`
  return detail === '' ? text : `${text}: ${detail}`
}

function quoted(value: unknown): string {
  if (value === undefined) return 'null'
  return typeof value === 'string'
    ? JSON.stringify(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}

/** Returns the refusal of a feature that a simulated cluster does not have, rather than accept and ignore it. */
export function notImplemented(message: string): StatusError {
  return new StatusError({ code: 501, reason: 'NotImplemented', message })
}
