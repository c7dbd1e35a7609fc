import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql'
import type { Services } from './context.ts'
import type { Edge } from './edge/edge.ts'
import type { SlowReaders } from './slow-readers.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** The dependencies that both subscription transports share. */
export interface Transport {
  schema: GraphQLSchema
  services: Services
  slowReaders: SlowReaders
  edge: Edge
  trusted: TrustedDocuments | undefined
  /** Formats errors as for queries and mutations: with code and details, and internal errors masked. */
  formatErrors(errors: readonly GraphQLError[]): GraphQLFormattedError[]
}
