import type { ExternalAddress } from './external-resources.ts'
import { mostErrors } from './limits.ts'

/**
 * The error table. A code decides the HTTP status, the exit code of qleetctl and whether trying again can
 * help; nothing else does. `docs/errors.md` is compared with it by a test, in both directions.
 */
export const errorTable = {
  INVALID_INPUT: { http: 400, exit: 2, retry: false, means: 'The request is wrong; `fields` says where.' },
  UNAUTHENTICATED: { http: 401, exit: 3, retry: false, means: 'No token, or one that is not known here.' },
  FORBIDDEN: { http: 403, exit: 3, retry: false, means: 'The token is known, but may not do this.' },
  NOT_FOUND: { http: 404, exit: 4, retry: false, means: 'There is no such object.' },
  NAME_TAKEN: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another object has the name: choose another, or update that one.',
  },
  VERSION_CONFLICT: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'The object has changed since `expectedVersion`: read it again and repeat the change.',
  },
  STALE_EPOCH: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'A later reconcile of the object has started; this one may write nothing any more.',
  },
  LEASE_HELD: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another reconcile has the lease of the object.',
  },
  CONFLICT: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'The request contradicts the state of something; the message says of what.',
  },
  BLOCKED: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another object must go or come first; `by` names it.',
  },
  OWNED: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another object keeps this one and decides what is in it: change that one; `by` names it.',
  },
  KEY_REUSED: {
    http: 422,
    exit: 5,
    retry: false,
    means: 'The idempotency key was used for another request before: take a new one.',
  },
  CURSOR_GONE: {
    http: 410,
    exit: 5,
    retry: false,
    means:
      'The change log does not have this place any more: list the objects, and follow from a new cursor.',
  },
  RATE_LIMITED: {
    http: 429,
    exit: 6,
    retry: true,
    means: 'Too many requests; try again after `retryAfter` seconds.',
  },
  UNSUPPORTED: {
    http: 501,
    exit: 9,
    retry: false,
    means: 'The server is of another release and does not know what is asked: upgrade the older of both.',
  },
  UNAVAILABLE: { http: 503, exit: 6, retry: true, means: 'The database, the broker or a cluster is away.' },
  INTERNAL: {
    http: 500,
    exit: 1,
    retry: false,
    means: 'A bug of ours. The text is masked; report `requestId`.',
  },
} as const satisfies Record<string, { http: number; exit: number; retry: boolean; means: string }>

export type ErrorCode = keyof typeof errorTable

const writeConflicts: ReadonlySet<ErrorCode> = new Set(['NAME_TAKEN', 'VERSION_CONFLICT', 'CONFLICT'])

/** Whether a write met what somebody else has written; reading again shows it. */
export function isWriteConflict(code: ErrorCode): boolean {
  return writeConflicts.has(code)
}

/** Exit codes of qleetctl that no error carries. */
export const cliExits = {
  timeout: { exit: 7, means: '`wait` or `--wait` ran out of time.' },
  difference: { exit: 8, means: 'Reserved for commands that compare; no command returns it.' },
} as const

/** One thing that is wrong with a request: where, with which value, and what to do about it. */
export interface FieldError {
  /** Path from the top of the input, for example `spec.yamlDocument` or `documents[3].metadata.name`. */
  path: string
  /** What is wrong, in one sentence. */
  message: string
  /** The refused value, shortened to 200 characters; absent where it is missing or secret. */
  value?: string
  /** What to do, in one sentence. */
  remedy?: string
  /** Type that the value must have, where it has another, for example `string`. */
  expected?: string
  /** 1-based position inside a text document. */
  line?: number
  column?: number
}

/** An object named by an error: what blocks, or what was not found. */
export interface ObjectName {
  kind: string
  name: string
  project?: string
}

/** A resource in a cluster that belongs to another object already. */
export interface TakenResource {
  group: string
  kind: string
  namespace: string
  name: string
  by: ObjectName
}

/** A part of a GraphQL document that does not fit the schema, as in one that was made for another release. */
export interface RefusedPart {
  part: 'field' | 'argument' | 'type' | 'directive' | 'variable' | 'fragment'
  /** Its name; empty where it has none. */
  name: string
  /** False where the schema has no such part; otherwise it is used in a way that the schema does not allow. */
  known: boolean
}

/** An external resource that belongs to another object already. */
export interface TakenExternalResource extends ExternalAddress {
  by: ObjectName
}

export interface ErrorDetails {
  /** At most {@link mostErrors}. */
  fields?: readonly FieldError[]
  /** How many more there are than `fields` has. */
  furtherFields?: number
  refused?: RefusedPart
  by?: readonly ObjectName[]
  /** Resources that could not be written down; all others of the request were. */
  taken?: readonly TakenResource[]
  takenExternal?: readonly TakenExternalResource[]
  /** Seconds. */
  retryAfter?: number
  /** Place in the change log: where it begins or ends, or after which a reader that was too slow can go on. */
  cursor?: string
  requestId?: string
  /** Versions of a stale write: what the caller expected and what is stored. */
  expectedVersion?: number
  currentVersion?: number
}

/**
 * The only error that means something to a caller. Test it by `code`, never by `instanceof` or text: it
 * crosses processes and threads as an {@link ErrorRecord}.
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

/** Any thrown value as a record. What is not ours becomes `INTERNAL` with its own text: mask it at the edge. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (isPlatformError(error)) return { code: error.code, message: error.message, details: error.details }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error), details: {} }
}

/**
 * The request is wrong. With one field the message is that field's, so that a person who sees only the first
 * line knows what to do; with several it says how many and lists them.
 * @param further How many more there are that are not among the fields
 */
export function invalidInput(fields: readonly FieldError[], further = 0): PlatformError {
  const { shown, details } = boundedFields(fields, further)
  const message = listedErrors(shown.map(describeFieldError), { of: 'fields are wrong', ...details })
  return new PlatformError('INVALID_INPUT', message, { details })
}

/**
 * Too much is asked for at once.
 * @param retryAfter Seconds after which it may be asked for again. @default 1
 */
export function rateLimited(message: string, retryAfter = 1): PlatformError {
  return new PlatformError('RATE_LIMITED', message, { details: { retryAfter } })
}

/** The first {@link mostErrors} of all that is wrong, and how many more there are. */
export function boundedFields(
  fields: readonly FieldError[],
  further = 0,
): { shown: readonly FieldError[]; details: Pick<ErrorDetails, 'fields' | 'furtherFields'> } {
  const shown = fields.slice(0, mostErrors)
  const more = further + fields.length - shown.length
  return { shown, details: { fields: shown, ...(more === 0 ? {} : { furtherFields: more }) } }
}

/** One line as it is; several with their number, and that of those that are not shown. */
export function listedErrors(
  lines: readonly string[],
  { of, furtherFields = 0 }: { of: string; furtherFields?: number | undefined },
): string {
  if (lines.length === 1 && furtherFields === 0) return lines[0] ?? ''
  const more = furtherFields === 0 ? [] : [`and ${furtherFields.toLocaleString('en')} more`]
  return `${(lines.length + furtherFields).toLocaleString('en')} ${of}:\n  ${[...lines, ...more].join('\n  ')}`
}

/** `path: message (got "value"). Remedy.` */
export function describeFieldError(field: FieldError): string {
  const at = field.line === undefined ? '' : ` (line ${field.line}, column ${field.column ?? 1})`
  const got = field.value === undefined ? '' : `, got ${field.value}`
  const remedy = field.remedy === undefined ? '' : ` ${field.remedy}`
  return `${field.path}${at}: ${field.message}${got}.${remedy}`
}

/** A refused value as it is shown: JSON, at most 200 characters. */
export function shownValue(value: unknown): string {
  if (typeof value === 'bigint') return shortened(String(value))
  return shortened(JSON.stringify(beginningOf(value)) ?? String(value))
}

/** As much of a value as can be seen of it: values may be megabytes long, and many of them wrong. */
function beginningOf(value: unknown): unknown {
  let left = 200
  const begin = (part: unknown): unknown => {
    left -= 1
    if (typeof part === 'string') return part.slice(0, 200)
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return part
    if (Array.isArray(part)) return part.slice(0, Math.max(left, 0)).map(begin)
    const started: [string, unknown][] = []
    for (const key in part) {
      if (left <= 0) break
      started.push([key.slice(0, 200), begin(Reflect.get(part, key))])
    }
    return Object.fromEntries(started)
  }
  return begin(value)
}

/** A text that fits into a message. */
export function shortened(text: string, longest = 200): string {
  return text.length > longest ? `${text.slice(0, longest - 3)}...` : text
}
