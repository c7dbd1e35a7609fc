import { z } from 'zod'
import { PlatformError, isPlatformError } from '../../schema/errors.ts'

const databaseUnavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/**
 * Postgres cannot store a string with NUL, which can arrive in arguments without validation:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unstorableCodes = new Set(['22021', '22P05'])
/** Messages of errors of `pg` about its connections and pools, which have no code. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  // A request that outlasts the time that a stopping server gives it.
  'Cannot use a pool after calling end on the pool',
]

/**
 * The error of Prisma for a raw query: one code for all of them, and within `meta` the SQLSTATE, or a kind of its own for
 * errors of connections.
 */
const AdapterError = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({ originalCode: z.string().optional(), kind: z.string().optional() }),
    }),
  }),
})

function adapterCodes(error: Error): string[] {
  const { originalCode, kind } = AdapterError.safeParse(error).data?.meta.driverAdapterError.cause ?? {}
  return [originalCode, kind].filter((each) => each !== undefined)
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled */
const statementTimeout = '57014'
const tooSlow =
  'the query takes the database longer than 5 seconds; request less at once: a narrower filter, a smaller page, no totalCount'

/**
 * Converts any error to a PlatformError. Errors of other libraries mean that the database is unavailable, or they are
 * bugs.
 */
export function asPlatformError(error: unknown): PlatformError {
  if (isPlatformError(error)) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isPlatformError(cause)) return cause
    const codes = ['code' in cause ? String(cause.code) : '', ...adapterCodes(cause)]
    if (codes.includes(statementTimeout)) {
      return new PlatformError('RATE_LIMITED', tooSlow, { details: { retryAfter: 5 }, cause: error })
    }
    if (codes.some((code) => unstorableCodes.has(code))) {
      const message = 'a string contains a character that cannot be stored (NUL); remove it'
      return new PlatformError('INVALID_INPUT', message, { cause: error })
    }
    if (
      codes.some((code) => databaseUnavailable.has(code)) ||
      unavailableMessages.some((text) => cause instanceof Error && cause.message.includes(text))
    ) {
      return new PlatformError('UNAVAILABLE', 'the database is unavailable; try again', { cause: error })
    }
  }
  return new PlatformError(
    'INTERNAL',
    'an internal error; find it in the log of the server by the request id',
    { cause: error },
  )
}
