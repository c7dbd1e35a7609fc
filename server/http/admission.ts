import type { GraphQLSchema } from 'graphql'
import { invalidInput } from '../../schema/errors.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { costOf, type OperationRequest } from './cost.ts'
import type { RequestLimiter } from './fairness.ts'
import { variableErrors } from './variables.ts'

/**
 * Validates the variables of an operation, reporting all errors at once, and waits until the token may run it. Resolves with the function
 * to call once it has finished.
 */
export type Admission = (request: OperationRequest, context: RequestContext) => Promise<() => void>

export function createAdmission(schema: GraphQLSchema, requests: RequestLimiter): Admission {
  return async (request, context) => {
    const { store, actor } = context
    const errors = await variableErrors({ schema, store }, request.operation, request.variables)
    if (errors.length > 0) throw invalidInput(errors)
    return requests.acquire(actor.name, costOf(schema, request, context))
  }
}
