import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  GraphQLError,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { complexityLimit, isWithin, type Complexity } from '../../schema/graphql/complexity.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { onceForEach } from '../../schema/once-for-each.ts'

export interface OperationRequest {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Estimates the cost of an operation: the maximum number of fields of its response, and the cost of reading them. It uses
 * the complexity weights of the schema, which rejects operations above its own limit; the context learns if the operation is
 * within it.
 */
export function costOf(
  schema: GraphQLSchema,
  request: OperationRequest,
  context: Pick<RequestContext, 'may' | 'isAffordable'>,
): number {
  const size = sizeOf(request.document)
  // Introspection executes synchronously and blocks the event loop.
  if (size === 'schema') return Infinity
  const known = knownComplexity(schema, request)
  if (known === 'varies' && size === 'small') return 0
  const complexity = known === 'varies' ? complexityOf(schema, request) : known
  if (complexity === undefined) return 0
  context.isAffordable = isWithin(complexityLimit(context.may), complexity)
  return size === 'small' ? 0 : complexity.complexity
}

/** Returns undefined if the variables are invalid: execution reports which. */
function complexityOf(
  schema: GraphQLSchema,
  { document, operation, variables }: OperationRequest,
): Complexity | undefined {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  try {
    return complexityFromQuery(query, { schema, variables, ctx: {} })
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

const complexities = new WeakMap<OperationDefinitionNode, Complexity | 'varies'>()

/** Returns the complexity that an operation has with any variables; `varies` if it depends on them. */
function knownComplexity(schema: GraphQLSchema, request: OperationRequest): Complexity | 'varies' {
  const { document, operation } = request
  const known = complexities.get(operation)
  if (known !== undefined) return known
  const fixed = dependsOnVariables(schema, document) ? 'varies' : complexityOf(schema, request)
  // Invalid variables say nothing about the next ones.
  if (fixed !== undefined) complexities.set(operation, fixed)
  return fixed ?? 'varies'
}

/** Reports whether a variable is an argument of a field whose complexity depends on its arguments. */
function dependsOnVariables(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let found = false
  const visitor = visitWithTypeInfo(types, {
    Field: ({ arguments: given = [] }) => {
      const weight = types.getFieldDef()?.extensions['complexity']
      if (typeof weight === 'function' && given.some(hasVariable)) found = true
    },
  })
  visit(document, visitor)
  return found
}

function hasVariable(argument: ArgumentNode): boolean {
  let found = false
  visit(argument, { Variable: () => void (found = true) })
  return found
}

/**
 * Classifies a document. Short documents without lists and without queries of clusters are small: where it depends on
 * variables, computing their cost would take as long as executing them.
 */
const sizeOf = onceForEach((document: DocumentNode): 'small' | 'schema' | 'unknown' => {
  const text = document.loc?.source.body ?? ''
  const readsLists = /\b(edges|totalCount|nodes|changes|tree|logs|warnings|apply|deleteObjects)\b/.test(text)
  return text.includes('__schema') ? 'schema' : readsLists || text.length > 5000 ? 'unknown' : 'small'
})
