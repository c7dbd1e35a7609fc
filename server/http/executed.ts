import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql'
import { errorTable, isErrorCode, type PlatformError } from '../../schema/errors.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import type { Log } from '../../telemetry/log.ts'
import { nameRequest } from '../../telemetry/request-spans.ts'
import { isTooLong, tooLong } from './response-length.ts'
import type { Compiled } from './compiled-operations.ts'
import { formatError } from './graphql-errors.ts'

/** The result of a compiled operation, or the encoded body of the response. */
export type Executed = { body: Buffer } | { body?: undefined; result: FormattedExecutionResult }

/** Executes a compiled operation. Returns undefined for variables that their types refuse, which only graphql-js explains. */
export async function executeCompiled(
  { whole, list }: Compiled,
  { context, variables, log }: { context: RequestContext; variables: Record<string, unknown>; log: Log },
): Promise<Executed | undefined> {
  // What other actors see of an object depends on more than its row.
  const body = context.scopesOf('read') === 'all' ? await list?.(context, variables) : undefined
  if (body !== undefined) return { body }
  const result = await whole(context, variables)
  if (result === undefined) return undefined
  const { data, errors } = result
  // Apollo formats only errors of its own execution.
  const formatted = errors?.map((error) => formatError(error.toJSON(), error, log))
  return { result: { data: data ?? null, ...(formatted === undefined ? {} : { errors: formatted }) } }
}

/** A result as it is sent. */
interface Outcome {
  /** The HTTP status, if the result determines it. */
  status?: number | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  result: FormattedExecutionResult
}

/**
 * Returns a result with the ID of its request in its errors, and the HTTP status of the first error if it has no data. One that is longer
 * than a response may be becomes an error.
 */
export function outcomeOf(given: FormattedExecutionResult, requestId: string): Outcome {
  const result = isTooLong(given) ? refusedResult(tooLong()) : given
  const { errors, data } = result
  if (errors === undefined) return { result }
  const { code, retryAfter } = errors[0]?.extensions ?? {}
  if (!isErrorCode(code)) return { result }
  const isEmpty = data == null || Object.values(data).every((value) => value == null)
  const withId = errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }))
  return {
    result: { ...result, errors: withId },
    status: isEmpty ? errorTable[code].http : undefined,
    retryAfter: isEmpty && typeof retryAfter === 'number' ? retryAfter : undefined,
  }
}

function refusedResult({ message, code, details }: PlatformError): FormattedExecutionResult {
  return { data: null, errors: [{ message, extensions: { code, ...details } }] }
}

/** Gives the span of the current request the name of its operation. */
export function nameOperation({ name, operation }: OperationDefinitionNode): void {
  nameRequest(`graphql ${name?.value ?? operation}`)
}
