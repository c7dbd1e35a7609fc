import { print } from '@0no-co/graphql.web'
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'

/**
 * A GraphQL document with the types of its variables and its result: a string of graphql-codegen (`documentMode: string`),
 * or a parsed document of graphql-codegen, gql.tada or `graphql-tag` (`TypedDocumentNode`).
 */
export interface Operation<Result, Variables> extends DocumentTypeDecoration<Result, Variables> {
  toString(): string
}

/** Returns the text of a document. */
export function textOf(operation: Operation<unknown, never>): string {
  const isParsed = 'kind' in Object(operation)
  // The types of parsed documents differ by library; their form is specified by graphql-js.
  return isParsed ? print(operation as unknown as Parameters<typeof print>[0]) : operation.toString()
}
