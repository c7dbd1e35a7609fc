import { z } from 'zod'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { builder } from './builder.ts'
import { connectionFields } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectType } from './object.ts'
import {
  connectionPage,
  defaultPageSize,
  invalidCursor,
  onlyCursor,
  pageRequest,
  type PageArguments,
} from './pagination.ts'
import type { ReferenceKey } from './store-queries.ts'

const edge = builder.edgeObject({
  type: ObjectType,
  name: 'ReferrerEdge',
  description: 'An object that references an object.',
  fields: (t) => ({
    field: t.string({
      description: 'The spec field that contains the reference.',
      // Pothos types edges by their common fields; `pageOfReferrers` creates these.
      resolve: (reference) => (reference as unknown as { field: string }).field,
    }),
  }),
})

const connection = builder.connectionObject(
  {
    type: ObjectType,
    name: 'ReferrerConnection',
    description: 'A page of objects that reference an object.',
    fields: (t) => connectionFields(t as never, ObjectType),
  },
  edge,
)

builder.interfaceField(ObjectType, 'referrers', (t) =>
  t.connection(
    {
      type: ObjectType,
      nullable: true,
      subGraphs: ['clients'],
      description: 'The objects of all kinds that reference this object, in the order of their creation.',
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: pageOfReferrers,
    },
    connection as never,
    edge as never,
  ),
)

async function pageOfReferrers({ id }: StoredObject, args: PageArguments, { store }: RequestContext) {
  const request = pageRequest(args, parseCursor)
  const { limit, fromEnd } = request
  const cursor = onlyCursor(request)
  const found = await store.referrers({
    id,
    limit: limit + 1,
    fromEnd,
    ...(cursor === undefined ? {} : { after: cursor }),
  })
  const { referrers, isCut } = fromEnd ? { ...found, referrers: found.referrers.toReversed() } : found
  return connectionPage(request, {
    entries: referrers.map(({ object, field }) => ({
      node: object,
      field,
      cursor: encode(object.id, field),
    })),
    isCut,
    count: () => store.countReferrers(id),
  })
}

const Cursor = z.object({ id: z.string().regex(/^\d{1,18}$/), field: z.string() })

function encode(id: bigint, field: string): string {
  return Buffer.from(JSON.stringify({ id: String(id), field })).toString('base64url')
}

function parseCursor(cursor: string, path: 'after' | 'before'): ReferenceKey {
  try {
    const { id, field } = Cursor.parse(JSON.parse(Buffer.from(cursor.slice(0, 300), 'base64url').toString()))
    return { id: BigInt(id), field }
  } catch {
    throw invalidCursor(cursor, path)
  }
}
