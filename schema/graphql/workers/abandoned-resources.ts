import { entryIds } from '../abandoned-resources.ts'
import { checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import { ClusterResourceType } from '../resource-addresses.ts'

/* Worker operations on the resources that forced deletions left in clusters. */

const AbandonedEntryType = builder.prismaObject('AbandonedResource', {
  variant: 'AbandonedEntry',
  description: 'A resource that a forced deletion left in a cluster.',
  interfaces: [ClusterResourceType],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      nullable: true,
      description: 'The ID of the KubernetesRuntimeInstance that the resource is in.',
      resolve: ({ runtimeId }) => (runtimeId === null ? null : String(runtimeId)),
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
    order: t.exposeInt('order', { description: 'The position of the resource in the apply order.' }),
    uid: t.exposeString('uid', {
      nullable: true,
      description: 'The `metadata.uid` of the resource. Null if it was never observed in the cluster.',
    }),
  }),
})

builder.queryField('abandonedIn', (t) =>
  t.field({
    type: [AbandonedEntryType],
    authScopes: { verb: 'work' },
    description: 'The resources that forced deletions left in a cluster, oldest first, at most 1,000.',
    args: {
      runtimeId: t.arg.id({ required: true, description: 'The ID of the KubernetesRuntimeInstance.' }),
    },
    resolve: (_, { runtimeId }, { store }) => store.abandonedResources(checkId(runtimeId, 'runtimeId')),
  }),
)

builder.mutationField('forgetAbandoned', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Removes entries of abandoned resources that no longer exist.',
    args: { ids: t.arg.idList({ required: true, description: 'The IDs of the entries, at most 1,000.' }) },
    resolve: async (_, { ids }, { store }) => {
      await store.forgetAbandonedResources(entryIds(ids, checkId))
      return true
    },
  }),
)
