import { z } from 'zod'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { defined } from '../defined.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectFilter } from '../object-filter.ts'
import { orderFields, type ListCursor, type OrderKey } from '../object-order.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { connectionFields, connectionTypes } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { enumOf } from './enums.ts'
import { filterInput, storeFilter, type GivenFilter } from './object-filter.ts'
import type { ObjectStamp } from './store-queries.ts'
import {
  connectionPage,
  defaultPageSize,
  invalidCursor,
  pageRequest,
  type ConnectionPage,
  type PageArguments,
} from './pagination.ts'
import type { Permission } from './permissions.ts'
import { positionsOf } from './watch-position.ts'

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

const OrderField = enumOf('ObjectOrderField', orderFields, {
  description: 'Properties by which lists of objects can be ordered.',
  descriptions: [
    'Order objects by ID, which is the order of their creation.',
    'Order objects by name.',
    'Order objects by kind.',
    'Order objects by the name of their project. Objects without a project come first.',
    'Order objects by the time of their creation.',
    'Order objects by the time of their last change.',
    'Order objects by phase.',
  ],
})

const Direction = enumOf('OrderDirection', ['asc', 'desc'], {
  description: 'Possible directions in which to order a list of items.',
  descriptions: ['Specifies an ascending order.', 'Specifies a descending order.'],
})

const OrderInput = builder.inputType('ObjectOrderInput', {
  description: 'A key of the order of a list of objects.',
  fields: (t) => ({
    field: t.field({ type: OrderField, required: true, description: 'The property to order objects by.' }),
    direction: t.field({ type: Direction, defaultValue: 'asc', description: 'The ordering direction.' }),
  }),
})

interface ConnectionOptions {
  type: unknown
  /** The name of the type. */
  name: string
  /** The kind of the objects, if it is always the same. */
  kind?: Kind
  description: string
  /** The required permission, where the connection is a query rather than a field. */
  authScopes?: Permission
  filter: (parent: StoredObject) => ObjectFilter
}

/** Returns the fields of a connection of objects. */
const objectConnectionFields: typeof connectionFields = (t, type) =>
  ({
    ...connectionFields(t, type),
    position: t.string({
      nullable: true,
      subGraphs: ['clients'],
      description:
        'The position of the page, for `after` of the subscriptions to objects: they continue with what has changed ' +
        'since. The position of the first page covers all pages. Null if the client may read no objects.',
      // It is read once for a page, but the size of the page multiplies the cost of each of its fields.
      complexity: 0,
      resolve: async ({ reflects }, _, context) =>
        reflects === undefined ? null : (await positionsOf(context)).of(reflects),
    }),
  }) as never

/** Declares a Relay connection of objects, with filter and order. */
export function connectionOfObjects(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, StoredObject>,
  { type, name, kind, description, authScopes, filter }: ConnectionOptions,
) {
  const { connection, edge } = connectionTypes(name, type, objectConnectionFields)
  return t.connection(
    {
      type: type as 'String',
      nullable: true,
      description,
      subGraphs: ['clients'],
      ...defined({ authScopes }),
      args: {
        filter: t.arg({ type: filterInput(kind), description: 'The objects to return. Default: all.' }),
        orderBy: t.arg({
          type: [OrderInput],
          description: 'The order of the objects. Ties are ordered by ID. Default: by ID.',
        }),
      },
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: (async (parent: StoredObject, args: ListArguments, context: RequestContext) =>
        listPage(context, args, filter(parent))) as never,
    },
    connection as never,
    edge as never,
  )
}

interface ListArguments extends PageArguments {
  filter?: GivenFilter | null
  orderBy?: readonly { field: OrderKey['field']; direction?: OrderKey['direction'] | null }[] | null
}

/** Reads one page of objects. */
async function listPage(
  { store, loaders, may, latestCursor, listed }: RequestContext,
  args: ListArguments,
  base: ObjectFilter,
): Promise<ConnectionPage<StoredObject>> {
  const request = pageRequest(args, parseCursor)
  const given = storeFilter(args.filter)
  // One node where possible, so that errors have the paths of the request.
  const overlaps = Object.keys(base).some((condition) => condition in given)
  const filter = overlaps ? { ...base, and: [given] } : { ...given, ...base }
  const { limit, ...range } = request
  const orderBy = (args.orderBy ?? []).map(({ field, direction }): OrderKey => ({
    field,
    direction: direction ?? 'asc',
  }))
  // Before the read, which therefore sees every change up to it.
  const reflects = may('read') ? latestCursor('read') : undefined
  const query = {
    ...filter,
    ...range,
    orderBy: orderBy.length === 0 ? [{ field: 'id', direction: 'asc' } as const] : orderBy,
    limit: limit + 1,
  }
  const found =
    listed === undefined ? loaders.budget.spend(await store.list(query)) : await store.listStamps(query)
  const { objects, cursors, isCut } = found
  const page = connectionPage<(typeof objects)[number]>(request, {
    entries: objects.map((node, index) => ({ node, cursor: encodeCursor(cursors[index]) })),
    isCut,
    count: () => loaders.count.load(filter),
  })
  if (listed !== undefined) listed.page = page.edges.map(({ node }) => node as ObjectStamp)
  // Of stamps, no field of a node is read.
  return { ...(page as ConnectionPage<StoredObject>), ...defined({ reflects }) }
}

const Cursor = z.object({ id: z.string().regex(/^\d{1,18}$/), values: z.array(z.string()).max(10) })

function encodeCursor(cursor: ListCursor | undefined): string {
  const { id, values } = cursor ?? { id: 0n, values: [] }
  return Buffer.from(JSON.stringify({ id: String(id), values })).toString('base64url')
}

function parseCursor(cursor: string, path: 'after' | 'before'): ListCursor {
  try {
    if (cursor.length > maxCursor) throw new RangeError('no cursor is that long')
    const { id, values } = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { id: BigInt(id), values }
  } catch {
    throw invalidCursor(cursor, path)
  }
}

/** The maximum length of a cursor, which contains names. */
const maxCursor = 1000
