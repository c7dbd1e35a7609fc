import { GraphQLError, execute, getOperationAST, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { costOf } from './cost.ts'
import { asPlatformError } from './failures.ts'
import type { RequestLimiter } from './fairness.ts'

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
      const originalError = asPlatformError(error)
      return { errors: [new GraphQLError(originalError.message, { originalError })] }
    }
  }
}
