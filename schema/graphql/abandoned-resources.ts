import { mostEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { administratorsAndWorkers } from './permissions.ts'

const AbandonedResourceType = builder.prismaObject('AbandonedResource', {
  description:
    'A resource that an object has left in a cluster that did not answer when the object had to go.',
  fields: (t) => ({
    id: t.id({ description: 'Identity of the entry.', resolve: ({ id }) => String(id) }),
    runtimeId: t.id({
      nullable: true,
      description: 'The KubernetesRuntimeInstance that it is in; null when that is gone too.',
      resolve: ({ runtimeId }) => (runtimeId === null ? null : String(runtimeId)),
    }),
    runtimeName: t.exposeString('runtimeName', { description: 'Name of that runtime.' }),
    objectId: t.id({ description: 'Whose it was.', resolve: ({ objectId }) => String(objectId) }),
    objectKind: t.exposeString('objectKind', { description: 'Kind of the object whose it was.' }),
    objectName: t.exposeString('objectName', { description: 'Name of the object whose it was.' }),
    group: t.exposeString('group', { description: 'API group; empty for the core group.' }),
    version: t.exposeString('version', { description: 'API version.' }),
    kind: t.exposeString('kind', { description: 'Kind.' }),
    namespace: t.exposeString('namespace', { description: 'Namespace; empty for cluster-scoped resources.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    order: t.exposeInt('order', { description: 'Position in the order in which it was applied.' }),
    uid: t.exposeString('uid', { nullable: true, description: 'Its uid, once it was seen there.' }),
    abandonedAt: t.expose('abandonedAt', { type: 'DateTime', description: 'Since when it is left.' }),
  }),
})

builder.queryField('abandonedResources', (t) =>
  t.field({
    type: [AbandonedResourceType],
    authScopes: administratorsAndWorkers,
    description:
      'What forced deletions have left in clusters, oldest first, at most 1,000. Deleted when the cluster returns.',
    args: { runtimeId: t.arg.id({ description: 'Only in this KubernetesRuntimeInstance.' }) },
    resolve: (_, { runtimeId }, { store }) =>
      store.abandonedResources(runtimeId == null ? undefined : checkId(runtimeId, 'runtimeId')),
  }),
)

builder.mutationField('forgetAbandonedResources', (t) =>
  t.boolean({
    authScopes: administratorsAndWorkers,
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
