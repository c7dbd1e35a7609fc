import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { isPlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { Log } from '../../telemetry/log.ts'
import { asPlatformError } from './failures.ts'

/**
 * Formats an error for clients: code, message and details of the error table. Internal errors are masked and logged.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  log: Log,
): GraphQLFormattedError {
  const original = unwrapResolverError(error)
  if (original instanceof GraphQLError && isRejection(original, formatted.extensions?.['code'])) {
    const { message, locations, extensions: { fields, refused } = {} } = formatted
    const extensions = { code: 'INVALID_INPUT', ...defined({ fields, refused }) }
    return { message, ...(locations && { locations }), extensions }
  }
  const failure = asPlatformError(
    original instanceof GraphQLError ? (original.originalError ?? original) : original,
  )
  if (failure.code === 'INTERNAL') log.error({ err: original }, 'a request failed')
  return {
    message: failure.message,
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
    extensions: { code: failure.code, ...failure.details },
  }
}

const rejectionCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
])

/**
 * Reports whether GraphQL itself rejected the request: syntax, unknown fields, invalid variables. Unlike errors of
 * fields, these have no path.
 */
function isRejection(error: GraphQLError, code: unknown): boolean {
  if (error.originalError instanceof Error && isPlatformError(error.originalError)) return false
  return rejectionCodes.has(code) || (error.path === undefined && error.originalError === undefined)
}
