import type { AbandonedResource } from '../../prisma/generated/client/client.ts'
import { maxEntries } from '../limits.ts'
import { assertAtMost } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionTypes } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectKind } from './enums.ts'
import { NodeType, nodeId, parseNodeId } from './node.ts'
import { AnyObjectReferenceInput, targetOf, type GivenReference } from './references.ts'
import {
  connectionPage,
  defaultPageSize,
  invalidCursor,
  pageRequest,
  type PageArguments,
} from './pagination.ts'
import { ClusterResourceType } from './resource-addresses.ts'
import { mutationOptions, payloadType, WriteOptionsInput, type Payload } from './writes.ts'

export const AbandonedResourceType = builder.objectRef<AbandonedResource>('AbandonedResource').implement({
  description:
    'A resource that a forced deletion left behind, because its cluster or its provider was unreachable.',
  interfaces: [NodeType, ClusterResourceType],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => nodeId('AbandonedResource', id) }),
    runtimeName: t.exposeString('runtimeName', {
      description: 'The name of the KubernetesRuntimeInstance. Empty for an external resource.',
    }),
    objectId: t.id({
      description: 'The ID of the deleted object that the resource belonged to.',
      resolve: ({ objectId }) => String(objectId),
    }),
    objectKind: t.field({
      type: ObjectKind,
      description: 'The kind of the deleted object that the resource belonged to.',
      resolve: ({ objectKind }) => objectKind,
    }),
    objectName: t.exposeString('objectName', {
      description: 'The name of the deleted object that the resource belonged to.',
    }),
    version: t.exposeString('version', {
      description: 'The API version of the resource. Empty for an external resource.',
    }),
    kind: t.exposeString('kind', {
      description: 'The kind of the resource, or the type of an external resource.',
    }),
    order: t.exposeInt('order', { description: 'The position of the resource in the apply order.' }),
    uid: t.exposeString('uid', {
      nullable: true,
      description: 'The `metadata.uid` of the resource. Null if it was never observed in the cluster.',
    }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'The provider of an external resource. Null for a resource in a cluster.',
    }),
    account: t.exposeString('account', {
      nullable: true,
      description: 'The account of an external resource with its provider. Null for a resource in a cluster.',
    }),
    region: t.exposeString('region', {
      nullable: true,
      description:
        'The region of an external resource. Empty for a global resource, null for a resource in a cluster.',
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The ID that the provider assigned to the resource. Null if it is unknown.',
    }),
    abandonedAt: t.expose('abandonedAt', {
      type: 'DateTime',
      description: 'The time at which the resource was abandoned.',
    }),
  }),
})

const types = connectionTypes('AbandonedResource', AbandonedResourceType)

interface AbandonedArguments extends PageArguments {
  runtime?: GivenReference | null
}

builder.queryField('abandonedResources', (t) =>
  t.connection(
    {
      type: AbandonedResourceType,
      nullable: true,
      authScopes: { verb: 'read' },
      description:
        'The resources that forced deletions left behind, oldest first. A resource in a cluster is deleted as ' +
        'soon as the cluster is reachable again. A resource with a provider remains until someone deletes it ' +
        'there.',
      args: {
        runtime: t.arg({
          type: AnyObjectReferenceInput,
          description: 'Return only resources in the cluster of this object.',
        }),
      },
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: (async (_: unknown, { runtime, ...args }: AbandonedArguments, context: RequestContext) => {
        const { store } = context
        const request = pageRequest(args, parseCursor)
        const { limit, ...range } = request
        const of = runtime == null ? undefined : await store.find(targetOf(runtime, { path: 'runtime' }))
        if (runtime != null && of === undefined) return emptyPage(request)
        const query = of === undefined ? {} : { runtimeId: of.id }
        const found = await store.abandonedPage({ ...query, ...range, limit: limit + 1 })
        return connectionPage(request, {
          entries: found.map((node) => ({ node, cursor: String(node.id) })),
          count: () => store.countAbandoned(query),
        })
      }) as never,
    },
    types.connection as never,
    types.edge as never,
  ),
)

function emptyPage(request: ReturnType<typeof pageRequest>) {
  return connectionPage<AbandonedResource>(request, { entries: [], count: async () => 0 })
}

function parseCursor(cursor: string, path: 'after' | 'before'): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalidCursor(cursor, path)
  return BigInt(cursor)
}

/** Returns the numbers in the IDs of entries. Throws INVALID_INPUT if there are too many. */
export function entryIds(ids: readonly string[], numberOf: (id: string, path: string) => bigint): bigint[] {
  assertAtMost(ids, { max: maxEntries, path: 'ids' })
  return ids.map((id, index) => numberOf(id, `ids[${index}]`))
}

const ForgetInput = builder.inputType('ForgetAbandonedResourcesInput', {
  description: 'Specifies the entries to remove.',
  fields: (t) => ({
    ids: t.idList({ required: true, description: 'The IDs of the entries, at most 1,000.' }),
  }),
})

builder.mutationField('forgetAbandonedResources', (t) =>
  t.field({
    type: payloadType<string[]>('ForgetAbandonedResourcesPayload', {
      description: 'The result of `forgetAbandonedResources`.',
      writes: false,
      fields: (fields) => ({
        ids: fields.idList({
          nullable: true,
          description: 'The IDs of the removed entries. Null if the mutation was refused.',
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'forget',
      'Removes entries from the list of abandoned resources, once the resources are gone or have another ' +
        'owner. The resources themselves are not deleted.',
    ),
    args: {
      input: t.arg({ type: ForgetInput, required: true, description: 'The entries.' }),
      options: t.arg({
        type: WriteOptionsInput,
        description: 'Options of the write. A dry run only validates the request.',
      }),
    },
    resolve: async (_, { input: { ids }, options }, { store }): Promise<Payload<string[]>> => {
      const entries = entryIds(ids, (id, path) => parseNodeId('AbandonedResource', id, path))
      if (options?.dryRun !== true) await store.forgetAbandonedResources(entries)
      return { result: ids }
    },
  }),
)
