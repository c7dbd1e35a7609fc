import { GraphQLError, execute, getOperationAST, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { costOf } from './cost.ts'
import { asPlatformError } from './failures.ts'
import type { RequestTurns } from './fairness.ts'

/** Executes queries and mutations of a connection for subscriptions as those over HTTP: each at the turn of its token. */
export function executeInTurn(requests: RequestTurns): (args: ExecutionArgs) => Promise<ExecutionResult> {
  return async (args) => {
    const { schema, document, operationName, variableValues, contextValue } = args
    const operation = getOperationAST(document, operationName)
    // What cannot be executed is refused by whoever executes it.
    if (operation == null) return execute(args)
    const { actor } = contextValue as RequestContext
    try {
      const cost = costOf(schema, { document, operation, variables: variableValues ?? {} })
      const end = await requests.begin(actor.name, cost)
      try {
        return await execute(args)
      } finally {
        end()
      }
    } catch (error) {
      const originalError = asPlatformError(error)
      return { errors: [new GraphQLError(originalError.message, { originalError })] }
    }
  }
}
