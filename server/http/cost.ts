import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { complexityLimit, isWithin, tooComplex, type Complexity } from '../../schema/graphql/complexity.ts'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { onceForEach } from '../../schema/once-for-each.ts'
import { assertShortIntrospection } from './introspection.ts'

export interface OperationRequest {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Estimates the cost of an operation: the maximum number of fields of its response, and the cost of reading them. It uses
 * the complexity weights of the schema, which rejects operations above its own limit; the context learns if the operation is
 * within it. Throws INVALID_INPUT for introspection that is longer than a response may be.
 */
export function costOf(
  schema: GraphQLSchema,
  request: OperationRequest,
  context: Pick<RequestContext, 'may' | 'isAffordable'>,
): number {
  const size = sizeOf(request.document)
  // Introspection executes synchronously and blocks the event loop.
  if (size === 'schema') {
    assertShortIntrospection(schema, request.document)
    return Infinity
  }
  const complexities = complexitiesOf(schema, request)
  if (complexities.variables.length > 0 && size === 'small') return 0
  const complexity = knownComplexity(schema, request, complexities)
  if (complexity === undefined) return 0
  context.isAffordable = isWithin(complexityLimit(context.may), complexity)
  return size === 'small' ? 0 : complexity.complexity
}

/** Throws INVALID_INPUT for an operation that is too large, as the execution of its fields would. */
export function assertAffordable(
  schema: GraphQLSchema,
  request: OperationRequest,
  context: Pick<RequestContext, 'may' | 'isAffordable'>,
): void {
  const complexity = knownComplexity(schema, request, complexitiesOf(schema, request))
  const limit = complexityLimit(context.may)
  if (complexity === undefined) return
  const exceeded = (['depth', 'breadth', 'complexity'] as const).find(
    (each) => complexity[each] > limit[each],
  )
  if (exceeded !== undefined) throw tooComplex(exceeded, limit, complexity)
  context.isAffordable = true
}

/** How many values of its variables the complexity of an operation is known for, and the most characters of them. */
const maxKnown = 20
const maxKey = 500

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

/** What is known about the complexity of an operation. */
interface Complexities {
  /** The names of the variables on which it depends. */
  variables: readonly string[]
  /** The complexity by the values of these variables. */
  known: LRUCache<string, Complexity>
}

const ofOperations = new WeakMap<OperationDefinitionNode, Complexities>()

function complexitiesOf(schema: GraphQLSchema, { document, operation }: OperationRequest): Complexities {
  const found = ofOperations.get(operation)
  if (found !== undefined) return found
  const variables = weighingVariables(schema, document)
  const made: Complexities = { variables, known: new LRUCache({ max: maxKnown }) }
  ofOperations.set(operation, made)
  return made
}

/**
 * Returns the complexity of an operation. That of a query is computed once for the same variables: clients read the same pages again and
 * again.
 */
function knownComplexity(
  schema: GraphQLSchema,
  request: OperationRequest,
  { variables, known }: Complexities,
): Complexity | undefined {
  if (variables.length > 0 && request.operation.operation !== OperationTypeNode.QUERY)
    return complexityOf(schema, request)
  const key = JSON.stringify(Object.fromEntries(variables.map((name) => [name, request.variables[name]])))
  const complexity = known.get(key) ?? complexityOf(schema, request)
  // Invalid variables say nothing about the next ones.
  if (complexity !== undefined && key.length <= maxKey) known.set(key, complexity)
  return complexity
}

/** Returns the variables in arguments of fields whose complexity depends on their arguments. */
function weighingVariables(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const types = new TypeInfo(schema)
  const found = new Set<string>()
  const visitor = visitWithTypeInfo(types, {
    Field: ({ arguments: given = [] }) => {
      const weight = types.getFieldDef()?.extensions['complexity']
      if (typeof weight === 'function') for (const name of given.flatMap(variablesIn)) found.add(name)
    },
  })
  visit(document, visitor)
  return [...found]
}

function variablesIn(argument: ArgumentNode): string[] {
  const found: string[] = []
  visit(argument, { Variable: ({ name }) => void found.push(name.value) })
  return found
}

/**
 * Classifies a document. Short documents without lists and without queries of clusters are small: where it depends on
 * variables, computing their cost would take as long as executing them.
 */
const sizeOf = onceForEach((document: DocumentNode): 'small' | 'schema' | 'unknown' => {
  const text = document.loc?.source.body ?? ''
  const readsLists = /\b(edges|totalCount|nodes|changes|tree|logs|warnings|apply|deleteObjects)\b/.test(text)
  return /\b__(schema|type)\b/.test(text) ? 'schema' : readsLists || text.length > 5000 ? 'unknown' : 'small'
})
