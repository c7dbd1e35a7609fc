import { maxEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'

const AbandonedResourceType = builder.prismaObject('AbandonedResource', {
  description:
    'A resource that a forced deletion left behind, because its cluster or its provider was unreachable.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      nullable: true,
      description:
        'The ID of the KubernetesRuntimeInstance that the resource is in. Null if that object has been ' +
        'deleted, and for an external resource.',
      resolve: ({ runtimeId }) => (runtimeId === null ? null : String(runtimeId)),
    }),
    runtimeName: t.exposeString('runtimeName', {
      description: 'The name of the KubernetesRuntimeInstance. Empty for an external resource.',
    }),
    objectId: t.id({
      description: 'The ID of the object that the resource belonged to.',
      resolve: ({ objectId }) => String(objectId),
    }),
    objectKind: t.exposeString('objectKind', {
      description: 'The kind of the object that the resource belonged to.',
    }),
    objectName: t.exposeString('objectName', {
      description: 'The name of the object that the resource belonged to.',
    }),
    group: t.exposeString('group', {
      description: 'The API group of the resource. Empty for the core group.',
    }),
    version: t.exposeString('version', {
      description: 'The API version of the resource. Empty for an external resource.',
    }),
    kind: t.exposeString('kind', {
      description: 'The kind of the resource, or the type of an external resource.',
    }),
    namespace: t.exposeString('namespace', {
      description: 'The namespace of the resource. Empty for a cluster-scoped resource.',
    }),
    name: t.exposeString('name', { description: 'The name of the resource.' }),
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

builder.queryField('abandonedResources', (t) =>
  t.field({
    type: [AbandonedResourceType],
    authScopes: { verb: 'read' },
    description:
      'The resources that forced deletions left behind, oldest first, at most 1,000. A resource in a ' +
      'cluster is deleted as soon as the cluster is reachable again. A resource with a provider remains ' +
      'until someone deletes it there.',
    args: {
      runtimeId: t.arg.id({
        description: 'Return only resources in the KubernetesRuntimeInstance with this ID.',
      }),
    },
    resolve: (_, { runtimeId }, { store }) =>
      store.abandonedResources(runtimeId == null ? undefined : checkId(runtimeId, 'runtimeId')),
  }),
)

builder.mutationField('forgetAbandonedResources', (t) =>
  t.boolean({
    authScopes: { verb: 'forget' },
    description:
      'Removes entries from the list of abandoned resources, once the resources are gone or have another ' +
      'owner. The resources themselves are not deleted.',
    args: { ids: t.arg.idList({ required: true, description: 'The IDs of the entries, at most 1,000.' }) },
    resolve: async (_, { ids }, { store }) => {
      assertAtMost(ids, { max: maxEntries, path: 'ids' })
      await store.forgetAbandonedResources(ids.map((id) => checkId(id, 'ids')))
      return true
    },
  }),
)
