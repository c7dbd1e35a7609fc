/**
 * The error table. A code decides the HTTP status, the exit code of qleetctl and whether trying again can
 * help; nothing else does. `docs/errors.md` is compared with it by a test, in both directions.
 */
export const errorTable = {
  INVALID_INPUT: { http: 400, exit: 2, retry: false, means: 'The request is wrong; `fields` says where.' },
  UNAUTHENTICATED: { http: 401, exit: 3, retry: false, means: 'No token, or one that is not known here.' },
  FORBIDDEN: { http: 403, exit: 3, retry: false, means: 'The token is known, but may not do this.' },
  NOT_FOUND: { http: 404, exit: 4, retry: false, means: 'There is no such object.' },
  CONFLICT: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'The name is taken, or the version is stale: read again.',
  },
  BLOCKED: {
    http: 409,
    exit: 5,
    retry: false,
    means: 'Another object must go or come first; `by` names it.',
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

/** Exit codes of qleetctl that no error carries. */
export const cliExits = {
  timeout: { exit: 7, means: '`wait` or `--wait` ran out of time.' },
  difference: { exit: 8, means: '`diff` or `plan` found differences.' },
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

export interface ErrorDetails {
  fields?: readonly FieldError[]
  by?: readonly ObjectName[]
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
 */
export function invalidInput(fields: readonly FieldError[]): PlatformError {
  const lines = fields.map(describeFieldError)
  const message =
    lines.length === 1 ? (lines[0] ?? '') : `${fields.length} fields are wrong:\n  ${lines.join('\n  ')}`
  return new PlatformError('INVALID_INPUT', message, { details: { fields } })
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
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))
  return shortened(text)
}

/** A text that fits into a message. */
export function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}...` : text
}
