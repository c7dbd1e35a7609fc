import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'

/** A GraphQL document with the types of its variables and its result, as graphql-codegen generates it. */
export interface Operation<Result, Variables> extends DocumentTypeDecoration<Result, Variables> {
  toString(): string
}
