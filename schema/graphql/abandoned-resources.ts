import { mostEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'

const AbandonedResourceType = builder.prismaObject('AbandonedResource', {
  description:
    'A resource that an object has left behind in a cluster, or with a provider, that could not be reached when the ' +
    'object had to go.',
  fields: (t) => ({
    id: t.id({ description: 'Identity of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      nullable: true,
      description: 'The KubernetesRuntimeInstance that it is in; null when that is gone too.',
      resolve: ({ runtimeId }) => (runtimeId === null ? null : String(runtimeId)),
    }),
    runtimeName: t.exposeString('runtimeName', {
      description: 'Name of that runtime; empty for an external resource.',
    }),
    objectId: t.id({ description: 'Whose it was.', resolve: ({ objectId }) => String(objectId) }),
    objectKind: t.exposeString('objectKind', { description: 'Kind of the object whose it was.' }),
    objectName: t.exposeString('objectName', { description: 'Name of the object whose it was.' }),
    group: t.exposeString('group', { description: 'API group; empty for the core group.' }),
    version: t.exposeString('version', { description: 'API version; empty for an external resource.' }),
    kind: t.exposeString('kind', { description: 'Kind, or the type of an external resource.' }),
    namespace: t.exposeString('namespace', { description: 'Namespace; empty for cluster-scoped resources.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    order: t.exposeInt('order', { description: 'Position in the order in which it was applied.' }),
    uid: t.exposeString('uid', { nullable: true, description: 'Its uid, once it was seen there.' }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'Provider of an external resource; null for a resource in a cluster.',
    }),
    account: t.exposeString('account', {
      nullable: true,
      description: 'Account with that provider.',
    }),
    region: t.exposeString('region', {
      nullable: true,
      description: 'Region of that account; empty for a global resource.',
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Id that the provider gave it, once it was known.',
    }),
    abandonedAt: t.expose('abandonedAt', { type: 'DateTime', description: 'Since when it is left.' }),
  }),
})

builder.queryField('abandonedResources', (t) =>
  t.field({
    type: [AbandonedResourceType],
    authScopes: { verb: 'read' },
    description:
      'What forced deletions have left behind, oldest first, at most 1,000. What is in a cluster is deleted when that ' +
      'returns; what is with a provider stays until somebody deletes it there.',
    args: { runtimeId: t.arg.id({ description: 'Only in this KubernetesRuntimeInstance.' }) },
    resolve: (_, { runtimeId }, { store }) =>
      store.abandonedResources(runtimeId == null ? undefined : checkId(runtimeId, 'runtimeId')),
  }),
)

builder.mutationField('forgetAbandonedResources', (t) =>
  t.boolean({
    authScopes: { verb: 'forget' },
    description:
      'Removes entries from the list of abandoned resources, once they are gone or belong to another owner.',
    args: { ids: t.arg.idList({ required: true, description: 'Ids of the entries.' }) },
    resolve: async (_, { ids }, { store }) => {
      assertAtMost(ids, { most: mostEntries, path: 'ids' })
      await store.forgetAbandonedResources(ids.map((id) => checkId(id, 'ids')))
      return true
    },
  }),
)
