import { builder } from '../builder.ts'

/* Entries of the inventory of an object: its resources in clusters and with providers. */

export const AppliedResourceType = builder.prismaObject('AppliedResource', {
  variant: 'InventoryEntry',
  description:
    'An inventory entry for a resource in a cluster. It is recorded before the resource is created.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      description: 'The ID of the KubernetesRuntimeInstance that the resource is in.',
      resolve: ({ runtimeId }) => String(runtimeId),
    }),
    group: t.exposeString('group', {
      description: 'The API group of the resource. Empty for the core group.',
    }),
    version: t.exposeString('version', { description: 'The API version of the resource.' }),
    kind: t.exposeString('kind', { description: 'The kind of the resource.' }),
    namespace: t.exposeString('namespace', {
      description: 'The namespace of the resource. Empty for a cluster-scoped resource.',
    }),
    name: t.exposeString('name', { description: 'The name of the resource.' }),
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
  }),
})

export const ExternalResourceType = builder.prismaObject('ExternalResource', {
  variant: 'ExternalInventoryEntry',
  description:
    'An inventory entry for a resource outside of clusters, such as one of a cloud provider. It is recorded ' +
    'before the resource is created.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ id }) => String(id) }),
    provider: t.exposeString('provider', { description: 'The provider, for example `aws`.' }),
    account: t.exposeString('account', { description: 'The account with the provider.' }),
    region: t.exposeString('region', { description: 'The region. Empty for a global resource.' }),
    type: t.exposeString('type', { description: "The provider's name for the type of the resource." }),
    name: t.exposeString('name', {
      description: 'The deterministic name of the resource, by which it can be found again.',
    }),
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
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the external ID became known. Null until then.',
    }),
  }),
})
