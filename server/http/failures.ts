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
 * The error of Prisma for Postgres errors that it does not know: one code for all of them, and the SQLSTATE within
 * `meta`.
 */
const AdapterError = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
})

function stateOfPrisma(error: Error): string | undefined {
  return AdapterError.safeParse(error).data?.meta.driverAdapterError.cause.originalCode
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
    const code = 'code' in cause ? String(cause.code) : ''
    const inner = stateOfPrisma(cause) ?? ''
    if (code === statementTimeout || inner === statementTimeout) {
      return new PlatformError('RATE_LIMITED', tooSlow, { details: { retryAfter: 5 }, cause: error })
    }
    if (unstorableCodes.has(code) || unstorableCodes.has(inner)) {
      const message = 'a string contains a character that cannot be stored (NUL); remove it'
      return new PlatformError('INVALID_INPUT', message, { cause: error })
    }
    if (
      databaseUnavailable.has(code) ||
      databaseUnavailable.has(inner) ||
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
