import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql'
import type { Services } from './context.ts'
import type { Edge } from './edge/edge.ts'
import type { SlowReaders } from './slow-readers.ts'

/** What both ways of subscribing are made of. */
export interface Transport {
  schema: GraphQLSchema
  services: Services
  slowReaders: SlowReaders
  edge: Edge
  /** Errors as those of queries and mutations are told: with code and details, ours masked. */
  told(errors: readonly GraphQLError[]): GraphQLFormattedError[]
}
