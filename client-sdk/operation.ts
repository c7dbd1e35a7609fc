import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'

/** An operation of the schema as text, with the types of its variables and its result: what graphql-codegen makes of a document. */
export interface Operation<Result, Variables> extends DocumentTypeDecoration<Result, Variables> {
  toString(): string
}
