import { visit, type DocumentNode, type GraphQLSchema } from 'graphql'
import { allKinds } from '../../schema/kinds/index.ts'

/*
 * Kinds that a release does not have. Its servers are replaced before there are objects of them, or workers that
 * reconcile them (docs/operations/upgrades.md), so they are not part of requests.
 */

export function newKinds(schema: GraphQLSchema): string[] {
  return allKinds.map(({ kind }) => kind).filter((kind) => schema.getType(kind) === undefined)
}

/** Returns the parts of a document that request objects that the release may have. */
export function withoutNewKinds(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const unknown = newKinds(schema)
  return visit(document, {
    InlineFragment: ({ typeCondition }) =>
      typeCondition !== undefined && unknown.includes(typeCondition.name.value) ? null : undefined,
  })
}
