import {
  GraphQLError,
  execute,
  getOperationAST,
  subscribe,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { assertAffordable, costOf } from './cost.ts'
import { asPlatformError } from './failures.ts'
import type { RequestLimiter } from './fairness.ts'
import { isTooLong, tooLong } from './response-length.ts'

/**
 * Executes queries and mutations sent over a WebSocket or event stream under the same limits per token as those over
 * HTTP.
 */
export function executeFairly(requests: RequestLimiter): (args: ExecutionArgs) => Promise<ExecutionResult> {
  return async (args) => {
    const { schema, document, operationName, variableValues, contextValue } = args
    const operation = getOperationAST(document, operationName)
    // Without an operation, execution fails and reports why.
    if (operation == null) return execute(args)
    const context = contextValue as RequestContext
    try {
      const cost = costOf(schema, { document, operation, variables: variableValues ?? {} }, context)
      const release = await requests.acquire(context.actor.name, cost)
      try {
        return await execute(args)
      } finally {
        release()
      }
    } catch (error) {
      return { errors: [asGraphqlError(error)] }
    }
  }
}

/** Subscribes if the operation, which is executed for every event, is not too large. */
export async function subscribeWithinLimits(
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const { schema, document, operationName, variableValues, contextValue } = args
  const operation = getOperationAST(document, operationName)
  if (operation == null) return subscribe(args)
  try {
    const request = { document, operation, variables: variableValues ?? {} }
    assertAffordable(schema, request, contextValue as RequestContext)
  } catch (error) {
    return { errors: [asGraphqlError(error)] }
  }
  return subscribe(args)
}

/** Returns the errors that take the place of a result that is longer than a response may be. */
export function errorsOfLength(result: { data?: unknown }): GraphQLError[] | undefined {
  return isTooLong(result) ? [asGraphqlError(tooLong())] : undefined
}

export function asGraphqlError(error: unknown): GraphQLError {
  const originalError = asPlatformError(error)
  return new GraphQLError(originalError.message, { originalError })
}
