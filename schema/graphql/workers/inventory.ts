import { builder } from '../builder.ts'
import { ClusterResourceType, ProviderResourceType } from '../resource-addresses.ts'

/* Entries of the inventory of an object: its resources in clusters and with providers. */

export const AppliedResourceType = builder.prismaObject('AppliedResource', {
  variant: 'InventoryEntry',
  description:
    'An inventory entry for a resource in a cluster. It is recorded before the resource is created.',
  interfaces: [ClusterResourceType],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      description: 'The ID of the KubernetesRuntimeInstance that the resource is in.',
      resolve: ({ runtimeId }) => String(runtimeId),
    }),
    order: t.exposeInt('order', { description: 'The position of the resource in the apply order.' }),
    uid: t.exposeString('uid', {
      nullable: true,
      description: 'The `metadata.uid` of the resource. Null until it has been observed in the cluster.',
    }),
    hash: t.exposeString('hash', {
      nullable: true,
      description: 'A hash of the manifest that was applied last.',
    }),
    resourceVersion: t.exposeString('resourceVersion', {
      nullable: true,
      description: 'The `metadata.resourceVersion` of the resource after the last apply.',
    }),
    liveGeneration: t.exposeInt('liveGeneration', {
      nullable: true,
      description: 'The `metadata.generation` of the resource after the last apply.',
    }),
    deletableVersion: t.exposeString('deletableVersion', {
      nullable: true,
      description:
        'The `metadata.resourceVersion` as which the resource may be deleted without another look at it. Null if there is none.',
    }),
  }),
})

export const ExternalResourceType = builder.prismaObject('ExternalResource', {
  variant: 'ExternalInventoryEntry',
  description:
    'An inventory entry for a resource outside of clusters, such as one of a cloud provider. It is recorded ' +
    'before the resource is created.',
  interfaces: [ProviderResourceType],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => String(id) }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'The ID that the provider assigned to the resource. Null until it is known.',
    }),
    tags: t.field({
      type: 'StringMap',
      description: 'The tags of the resource, by key.',
      resolve: ({ tags }) => tags,
    }),
    order: t.exposeInt('order', { description: 'The position of the resource in the creation order.' }),
    intendedAt: t.expose('intendedAt', {
      type: 'DateTime',
      description: 'The time at which the entry was recorded, before the call that creates the resource.',
    }),
    requestedAt: t.expose('requestedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The time at which the creation was last announced whose result is not known yet. Null once it is known.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the external ID became known. Null until then.',
    }),
  }),
})
