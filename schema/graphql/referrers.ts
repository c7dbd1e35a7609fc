import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { builder } from './builder.ts'
import { cursorAt, parseCursor, sizeOf, usualSize, type PlaceArguments } from './connection.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectType } from './object.ts'

builder.interfaceField(ObjectType, 'referrers', (t) =>
  t.connection(
    {
      type: ObjectType,
      description: 'Objects of all kinds that name this one, in the order in which they were created.',
      complexity: ({ first }) => costOfPage(first, usualSize),
      resolve: pageOfReferrers,
    },
    { name: 'ReferrerConnection', description: 'A page of objects that name another.' },
    {
      name: 'ReferrerEdge',
      description: 'An object that names another.',
      fields: (edge) => ({
        field: edge.string({
          description: 'The spec field that holds the name.',
          // Pothos types edges by what all of them have; these are made below.
          resolve: (reference) => (reference as unknown as { field: string }).field,
        }),
      }),
    },
  ),
)

async function pageOfReferrers({ id }: StoredObject, args: PlaceArguments, { store }: RequestContext) {
  const size = sizeOf(args, 'Use first and after.')
  const { id: fromId, value: field } = args.after == null ? {} : parseCursor(args.after)
  const after = fromId === undefined || field === undefined ? {} : { after: { id: fromId, field } }
  const { referrers, isCut } = await store.referrers({ id, limit: size + 1, ...after })
  const edges = referrers.slice(0, size).map(({ object, field: name }) => ({
    node: object,
    field: name,
    cursor: cursorAt(object.id, name),
  }))
  return {
    count: () => store.countReferrers(id),
    edges,
    pageInfo: {
      hasNextPage: isCut || referrers.length > size,
      hasPreviousPage: args.after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
