import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

export interface OperationRequest {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Estimates the cost of an operation: the maximum number of fields of its response, and the cost of reading them. It uses
 * the complexity weights of the schema, which rejects operations above its own limit.
 */
export function costOf(schema: GraphQLSchema, { document, operation, variables }: OperationRequest): number {
  const size = sizeOf(document)
  // Introspection executes synchronously and blocks the event loop.
  if (size !== 'unknown') return size === 'schema' ? Infinity : 0
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  try {
    return complexityFromQuery(query, { schema, variables, ctx: {} }).complexity
  } catch (error) {
    // The variables are invalid: execution reports which.
    if (error instanceof GraphQLError) return 0
    throw error
  }
}

/**
 * Classifies a document. Short documents without lists and without queries of clusters are small: computing their cost
 * would take as long as executing them.
 */
function sizeOf(document: DocumentNode): 'small' | 'schema' | 'unknown' {
  const known = sizes.get(document)
  if (known !== undefined) return known
  const text = document.loc?.source.body ?? ''
  const readsLists = /\b(edges|totalCount|nodes|changes|tree|logs|warnings|apply|deleteObjects)\b/.test(text)
  const size = text.includes('__schema') ? 'schema' : readsLists || text.length > 5000 ? 'unknown' : 'small'
  sizes.set(document, size)
  return size
}

const sizes = new WeakMap<DocumentNode, ReturnType<typeof sizeOf>>()
