import type { AppliedResource, ExternalResource, StoredObject } from '../../prisma/generated/client/client.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { connectionTypes } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { EventObjectType } from './events.ts'
import { NodeType, nodeId } from './node.ts'
import { ObjectType } from './object.ts'
import {
  connectionPage,
  defaultPageSize,
  invalidCursor,
  onlyCursor,
  pageRequest,
  type PageArguments,
} from './pagination.ts'
import type { EntryType, RowPage } from './store-queries.ts'
import { ClusterResourceType, ProviderResourceType } from './resource-addresses.ts'

/* Entries that the store has of an object: its events, and its resources in clusters and with providers. */

export const AppliedResourceType = builder.objectRef<AppliedResource>('AppliedResource').implement({
  description:
    'An inventory entry for a resource in a cluster. It is recorded before the resource is created.',
  interfaces: [NodeType, ClusterResourceType],
  subGraphs: ['clients'],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => nodeId('AppliedResource', id) }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object that the resource belongs to.',
      resolve: async ({ objectId }, _, { loaders }) => (await loaders.byId.load(objectId)) ?? null,
    }),
    order: t.exposeInt('order', { description: 'The position of the resource in the apply order.' }),
    uid: t.exposeString('uid', {
      nullable: true,
      description: 'The `metadata.uid` of the resource. Null until it has been observed in the cluster.',
    }),
  }),
})

const ExternalResourceType = builder.objectRef<ExternalResource>('ExternalResource').implement({
  description:
    'An inventory entry for a resource outside of clusters, such as one of a cloud provider. It is recorded ' +
    'before the resource is created.',
  interfaces: [NodeType, ProviderResourceType],
  subGraphs: ['clients'],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => nodeId('ExternalResource', id) }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object that the resource belongs to.',
      resolve: async ({ objectId }, _, { loaders }) => (await loaders.byId.load(objectId)) ?? null,
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The ID that the provider assigned to the resource. Null until it is known.',
    }),
    tags: t.field({
      type: 'StringMap',
      description: 'The tags of the resource.',
      resolve: ({ tags }) => tags,
    }),
    order: t.exposeInt('order', { description: 'The position of the resource in the creation order.' }),
    intendedAt: t.expose('intendedAt', {
      type: 'DateTime',
      description: 'The time at which the entry was recorded, before the call that creates the resource.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the external ID became known. Null until then.',
    }),
  }),
})

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

interface EntriesOptions {
  name: EntryType
  type: unknown
  description: string
  read: (context: RequestContext, id: bigint, page: RowPage) => Promise<{ id: bigint }[]>
}

/** Declares a connection of entries of an object. */
function entriesOf(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, StoredObject>,
  { name, type, description, read }: EntriesOptions,
) {
  const { connection, edge } = connectionTypes(name, type)
  return t.connection(
    {
      type: type as 'String',
      nullable: true,
      subGraphs: ['clients'],
      description,
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: (async ({ id }: StoredObject, args: PageArguments, context: RequestContext) => {
        const request = pageRequest(args, parseCursor)
        const { limit, fromEnd } = request
        const cursor = onlyCursor(request)
        const rows = await read(context, id, {
          take: fromEnd ? -limit - 1 : limit + 1,
          skip: cursor === undefined ? 0 : 1,
          ...(cursor === undefined ? {} : { cursor: { id: cursor } }),
        })
        return connectionPage(request, {
          entries: rows.map((node) => ({ node, cursor: Buffer.from(String(node.id)).toString('base64url') })),
          count: () => context.store.countEntries(name, id),
        })
      }) as never,
    },
    connection as never,
    edge as never,
  )
}

function parseCursor(cursor: string, path: 'after' | 'before'): bigint {
  const text = Buffer.from(cursor.slice(0, 100), 'base64url').toString()
  if (!/^\d{1,18}$/.test(text)) throw invalidCursor(cursor, path)
  return BigInt(text)
}

builder.interfaceFields(ObjectType, (fields) => {
  const t = fields as unknown as Parameters<typeof entriesOf>[0]
  return {
    events: entriesOf(t, {
      name: 'ObjectEvent',
      type: EventObjectType,
      description: 'The events that concern the object, newest first.',
      read: ({ store }, id, page) => store.events(id, page),
    }),
    appliedResources: entriesOf(t, {
      name: 'AppliedResource',
      type: AppliedResourceType,
      description: 'The resources that the object has in clusters, in apply order.',
      read: ({ store }, id, page) => store.appliedResources(id, page),
    }),
    externalResources: entriesOf(t, {
      name: 'ExternalResource',
      type: ExternalResourceType,
      description: 'The resources that the object has outside of clusters, in creation order.',
      read: ({ store }, id, page) => store.externalResources(id, page),
    }),
  }
})
