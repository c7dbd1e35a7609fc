import type { ExternalAddress } from './external-resources.ts'
import { maxErrors } from './limits.ts'

/**
 * The error table. The code of an error alone determines its HTTP status, the exit code of qleetctl and whether a retry
 * can succeed. A test compares `docs/reference/errors.md` with it, in both directions.
 */
export const errorTable = {
  INVALID_INPUT: {
    http: 400,
    exit: 2,
    retry: false,
    means: 'The request is invalid; `fields` lists the errors.',
  },
  UNAUTHENTICATED: { http: 401, exit: 3, retry: false, means: 'The token is missing or unknown.' },
  FORBIDDEN: { http: 403, exit: 3, retry: false, means: 'The token does not permit the operation.' },
  NOT_FOUND: { http: 404, exit: 4, retry: false, means: 'The object does not exist.' },
  NAME_TAKEN: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'The name is in use: choose another name, or update the existing object.',
  },
  VERSION_CONFLICT: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'The object has been edited since `expectedVersion`: read it again and repeat the change.',
  },
  STALE_EPOCH: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'A later reconcile of the object has started, so this one may no longer write.',
  },
  LEASE_HELD: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another reconcile holds the lease of the object.',
  },
  CONFLICT: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'The request conflicts with the current state; the message names the conflict.',
  },
  BLOCKED: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Other objects must be deleted or created first; `by` lists them.',
  },
  OWNED: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another object owns this one and determines its spec: change the owner, which `by` names.',
  },
  PLAN_OUTDATED: {
    http: 409,
    exit: 5,
    retry: false,
    means:
      'The plan would not do any more what it was made for; the message lists what has changed: make a new plan.',
  },
  KEY_REUSED: {
    http: 422,
    exit: 5,
    retry: false,
    means: 'The idempotency key belongs to another request: use a new one.',
  },
  CURSOR_GONE: {
    http: 410,
    exit: 5,
    retry: false,
    means:
      'The change log no longer has entries after this cursor: list the objects, and follow from a new cursor.',
  },
  RATE_LIMITED: {
    http: 429,
    exit: 6,
    retry: true,
    means: 'Too many requests: try again after `retryAfter` seconds.',
  },
  UNSUPPORTED: {
    http: 501,
    exit: 9,
    retry: false,
    means: 'The server has another release and does not support the request: upgrade the older of the two.',
  },
  UNAVAILABLE: {
    http: 503,
    exit: 6,
    retry: true,
    means: 'The database, the broker, a cluster or a module is unavailable.',
  },
  INTERNAL: {
    http: 500,
    exit: 1,
    retry: false,
    means: 'A bug in QleetOS. The message is masked; report the `requestId`.',
  },
} as const satisfies Record<string, { http: number; exit: number; retry: boolean; means: string }>

export type ErrorCode = keyof typeof errorTable

const writeConflicts: ReadonlySet<ErrorCode> = new Set(['NAME_TAKEN', 'VERSION_CONFLICT', 'CONFLICT'])

/** Reports whether a write conflicts with another write, so that the client should read the object again. */
export function isWriteConflict(code: ErrorCode): boolean {
  return writeConflicts.has(code)
}

/** Exit codes of qleetctl without an error code. */
export const cliExits = {
  timeout: { exit: 7, means: '`wait` or `--wait` timed out.' },
  difference: { exit: 8, means: '`diff` found differences.' },
} as const

/** The codes of errors in single fields, after those of Kubernetes (`field.ErrorType` of its API machinery). */
export const fieldErrorTable = {
  REQUIRED: 'The field is missing.',
  UNKNOWN_FIELD: 'The field does not exist.',
  INVALID_TYPE: 'The value has another type than the field; `expected` names it where it is known.',
  NOT_SUPPORTED: 'The value is none of the supported ones, which the message or the remedy lists.',
  INVALID: 'The value does not have the required form.',
  TOO_LONG: 'The text is too long.',
  TOO_MANY: 'The list, map or request has too many entries.',
  OUT_OF_RANGE: 'The number is too small or too large.',
  DUPLICATE: 'The value must be unique and exists already.',
  NOT_FOUND: 'The value refers to an object that does not exist.',
  IMMUTABLE: 'The field cannot change after creation.',
  FORBIDDEN: 'The field may not be set, or not by this client.',
  CONFLICT: 'The value conflicts with another field, another object or the state of the object.',
} as const satisfies Record<string, string>

export type FieldErrorCode = keyof typeof fieldErrorTable

/** An error in one field of a request. */
export interface FieldError {
  /** The kind of error, for programs. */
  code: FieldErrorCode
  /** Path from the root of the input, for example `spec.yamlDocument` or `documents[3].metadata.name`. */
  path: string
  /** The problem, in one sentence. */
  message: string
  /** The invalid value, truncated to 200 characters; absent if it is missing or secret. */
  value?: string
  /** The remedy, in one sentence. */
  remedy?: string
  /** The required type, for example `string`, if the value has another. */
  expected?: string
  /** 1-based position within a text document. */
  line?: number
  column?: number
}

/** An object that an error refers to. */
export interface ObjectName {
  kind: string
  name: string
  project?: string
}

/** A resource in a cluster that already belongs to another object. */
export interface TakenResource {
  group: string
  kind: string
  namespace: string
  name: string
  by: ObjectName
}

/**
 * An element of a GraphQL document that the schema does not support, for example because the client has another
 * release.
 */
export interface RefusedPart {
  part: 'field' | 'argument' | 'type' | 'directive' | 'variable' | 'fragment'
  /** The name of the element; empty if it has none. */
  name: string
  /** False if the schema does not have the element; true if the schema does not allow its use. */
  known: boolean
}

/** An external resource that already belongs to another object. */
export interface TakenExternalResource extends ExternalAddress {
  by: ObjectName
}

export interface ErrorDetails {
  /** At most {@link maxErrors}. */
  fields?: readonly FieldError[]
  /** The number of further errors that `fields` omits. */
  furtherFields?: number
  refused?: RefusedPart
  by?: readonly ObjectName[]
  /** Resources that could not be recorded; all others of the request were. */
  taken?: readonly TakenResource[]
  takenExternal?: readonly TakenExternalResource[]
  /** Seconds. */
  retryAfter?: number
  /** A cursor of the change log: its start or end, or the cursor from which a slow subscriber can resume. */
  cursor?: string
  requestId?: string
  /** The versions of a stale write: the one that the caller expected and the stored one. */
  expectedVersion?: number
  currentVersion?: number
}

/**
 * The error type for callers. Test it by `code`, never by `instanceof` or message: it crosses processes and threads as
 * an {@link ErrorRecord}.
 */
export class PlatformError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'PlatformError'
    this.code = code
    this.details = options.details ?? {}
  }
}

/** A {@link PlatformError} as plain data. */
export interface ErrorRecord {
  code: ErrorCode
  message: string
  details: ErrorDetails
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorTable, value)
}

export function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof Error && 'code' in error && isErrorCode(error.code) && 'details' in error
}

/**
 * Converts any thrown value to a record. Errors of other types become `INTERNAL` with their own message, which the edge
 * has to mask.
 */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (isPlatformError(error)) return { code: error.code, message: error.message, details: error.details }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error), details: {} }
}

/**
 * Returns an INVALID_INPUT error. For one field, the message is that of the field, so that the first line says what to
 * do; for several, it lists them with their number.
 * @param further The number of errors in addition to `fields`
 */
export function invalidInput(fields: readonly FieldError[], further = 0): PlatformError {
  const { shown, details } = boundedFields(fields, further)
  const message = listedErrors(shown.map(describeFieldError), { of: 'fields are invalid', ...details })
  return new PlatformError('INVALID_INPUT', message, { details })
}

/**
 * Returns a RATE_LIMITED error.
 * @param retryAfter Seconds after which the client may retry. @default 1
 */
export function rateLimited(message: string, retryAfter = 1): PlatformError {
  return new PlatformError('RATE_LIMITED', message, { details: { retryAfter } })
}

/** Returns the error of a text that takes the place of those beyond {@link maxErrors}. */
export function furtherErrors(count: number): FieldError {
  const message = `has ${count.toLocaleString('en')} more errors`
  return { path: '', code: 'INVALID', message, remedy: 'Fix the other errors first.' }
}

/** Returns the first {@link maxErrors} errors and the number of further ones. */
export function boundedFields(
  fields: readonly FieldError[],
  further = 0,
): { shown: readonly FieldError[]; details: Pick<ErrorDetails, 'fields' | 'furtherFields'> } {
  const shown = fields.slice(0, maxErrors)
  const more = further + fields.length - shown.length
  return { shown, details: { fields: shown, ...(more === 0 ? {} : { furtherFields: more }) } }
}

/** Returns a single line unchanged, and lists several with their number, including those that are omitted. */
export function listedErrors(
  lines: readonly string[],
  { of, furtherFields = 0 }: { of: string; furtherFields?: number | undefined },
): string {
  if (lines.length === 1 && furtherFields === 0) return lines[0] ?? ''
  const more = furtherFields === 0 ? [] : [`and ${furtherFields.toLocaleString('en')} more`]
  return `${(lines.length + furtherFields).toLocaleString('en')} ${of}:\n  ${[...lines, ...more].join('\n  ')}`
}

/** Formats an error as `path: message, got "value". Remedy.` */
export function describeFieldError(field: FieldError): string {
  const at = field.line === undefined ? '' : ` (line ${field.line}, column ${field.column ?? 1})`
  const got = field.value === undefined ? '' : `, got ${field.value}`
  const remedy = field.remedy === undefined ? '' : ` ${field.remedy}`
  return `${field.path}${at}: ${field.message}${got}.${remedy}`
}

/** Formats an invalid value for display: JSON, truncated to 200 characters. */
export function shownValue(value: unknown): string {
  const json = typeof value === 'bigint' ? undefined : JSON.stringify(truncatedValue(value))
  // Without logins in URLs, such as `https://user:password@example.com`.
  return shortened((json ?? String(value)).replaceAll(/\/\/[^"/]*:[^"/]*@/g, '//(secret)@'))
}

/** Truncates a value to what can be displayed, since values may have megabytes and many may be invalid. */
function truncatedValue(value: unknown): unknown {
  let left = 200
  const truncate = (part: unknown): unknown => {
    left -= 1
    if (typeof part === 'string') return part.slice(0, 200)
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return part
    if (Array.isArray(part)) return part.slice(0, Math.max(left, 0)).map(truncate)
    const entries: [string, unknown][] = []
    for (const key in part) {
      if (left <= 0) break
      entries.push([key.slice(0, 200), truncate(Reflect.get(part, key))])
    }
    return Object.fromEntries(entries)
  }
  return truncate(value)
}

/** Truncates a string for a message. */
export function shortened(text: string, maxLength = 200): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 3)}...` : text
}
