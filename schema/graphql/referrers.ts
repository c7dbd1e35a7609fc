import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { builder } from './builder.ts'
import { cursorAt, parseCursor, sizeOf, defaultPageSize, type PaginationArguments } from './connection.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectType } from './object.ts'

builder.interfaceField(ObjectType, 'referrers', (t) =>
  t.connection(
    {
      type: ObjectType,
      description:
        'A paginated list of objects of all kinds that reference this object, in the order of their creation.',
      complexity: ({ first }) => costOfPage(first, defaultPageSize),
      resolve: pageOfReferrers,
    },
    { name: 'ReferrerConnection', description: 'A page of objects that reference an object.' },
    {
      name: 'ReferrerEdge',
      description: 'An object that references an object.',
      fields: (edge) => ({
        field: edge.string({
          description: 'The spec field that contains the reference.',
          // Pothos types edges by their common fields; `pageOfReferrers` creates these.
          resolve: (reference) => (reference as unknown as { field: string }).field,
        }),
      }),
    },
  ),
)

async function pageOfReferrers({ id }: StoredObject, args: PaginationArguments, { store }: RequestContext) {
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
