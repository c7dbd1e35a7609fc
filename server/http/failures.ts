import { z } from 'zod'
import { PlatformError, isPlatformError } from '../../schema/errors.ts'

const databaseAway = new Set([
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
/** A text with NUL, in an argument that nobody has looked at: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unstorableCodes = new Set(['22021', '22P05'])
/** What `pg` says of its own connections and pools, in errors that have no code. */
const awayTexts = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
]

/** Prisma has one code for all errors of Postgres that it does not know, and theirs in what its adapter tells. */
const AdapterError = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
})

function stateOfPrisma(error: Error): string | undefined {
  return AdapterError.safeParse(error).data?.meta.driverAdapterError.cause.originalCode
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled */
const statementTimeout = '57014'
const tooSlow =
  'reading this takes the database longer than 5 seconds; ask for less at once: a narrower filter, a smaller page, no totalCount'

/** Any failure as one of the table: what is not ours is a database that is away, or a bug. */
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
      const message = 'a text holds a character that cannot be stored (NUL); remove it'
      return new PlatformError('INVALID_INPUT', message, { cause: error })
    }
    if (
      databaseAway.has(code) ||
      databaseAway.has(inner) ||
      awayTexts.some((text) => cause instanceof Error && cause.message.includes(text))
    ) {
      return new PlatformError('UNAVAILABLE', 'the database is away; try again', { cause: error })
    }
  }
  return new PlatformError(
    'INTERNAL',
    'an internal error; the log of the server has it under the request id',
    { cause: error },
  )
}
