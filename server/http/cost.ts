import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

export interface Asked {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * About how many fields the answer to an operation has at most, and what reading them costs besides. The weights are
 * those of the schema, which refuses what is above its limit.
 */
export function costOf(schema: GraphQLSchema, { document, operation, variables }: Asked): number {
  const size = sizeOf(document)
  // What asks for the schema is answered without a pause.
  if (size !== 'unknown') return size === 'schema' ? Infinity : 0
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  try {
    return complexityFromQuery(query, { schema, variables, ctx: {} }).complexity
  } catch (error) {
    // Variables that do not fit: whoever executes it says which.
    if (error instanceof GraphQLError) return 0
    throw error
  }
}

/** Documents that ask for no list, and are not long: to weigh them would take as long as to execute some of them. */
function sizeOf(document: DocumentNode): 'small' | 'schema' | 'unknown' {
  const known = sizes.get(document)
  if (known !== undefined) return known
  const text = document.loc?.source.body ?? ''
  const asksForLists = /\b(edges|totalCount|nodes|changes|apply|deleteObjects)\b/.test(text)
  const size = text.includes('__schema') ? 'schema' : asksForLists || text.length > 5000 ? 'unknown' : 'small'
  sizes.set(document, size)
  return size
}

const sizes = new WeakMap<DocumentNode, ReturnType<typeof sizeOf>>()
