import { defined } from '../../defined.ts'
import { maxEntries } from '../../limits.ts'
import { assertAtMost, checkId } from '../arguments.ts'
import { builder } from '../builder.ts'
import { AppliedResourceType } from './inventory.ts'
import type { AppliedRecord } from '../store-reconciles.ts'

/*
 * Worker operations on the inventory of resources in clusters. A resource is recorded before the request that creates
 * it, so that its deletion never depends on a rendering.
 */

export const AppliedInput = builder.inputType('AppliedResourceInput', {
  description: 'A resource that is about to be applied, or has been applied.',
  fields: (t) => ({
    runtimeId: t.id({
      required: true,
      description: 'The ID of the KubernetesRuntimeInstance that the resource is in.',
    }),
    group: t.string({
      required: true,
      description: 'The API group of the resource. Empty for the core group.',
    }),
    version: t.string({ required: true, description: 'The API version of the resource.' }),
    kind: t.string({ required: true, description: 'The kind of the resource.' }),
    namespace: t.string({
      required: true,
      description: 'The namespace of the resource. Empty for a cluster-scoped resource.',
    }),
    name: t.string({ required: true, description: 'The name of the resource.' }),
    order: t.int({ required: true, description: 'The position of the resource in the apply order.' }),
    uid: t.string({ description: 'The `metadata.uid` of the resource.' }),
    hash: t.string({ description: 'A hash of the applied manifest.' }),
    resourceVersion: t.string({
      description: 'The `metadata.resourceVersion` of the resource after the apply.',
    }),
    liveGeneration: t.int({ description: 'The `metadata.generation` of the resource after the apply.' }),
    deletableVersion: t.string({
      description:
        'The `metadata.resourceVersion` as which the resource may be deleted without another look at it. Omitted if there is none.',
    }),
  }),
})

/** Converts the input of a client to a record of the store. */
export function appliedRecord({
  runtimeId,
  uid,
  hash,
  resourceVersion,
  liveGeneration,
  deletableVersion,
  ...rest
}: typeof AppliedInput.$inferInput): AppliedRecord {
  return {
    ...rest,
    runtimeId: checkId(runtimeId, 'runtimeId'),
    ...defined({
      uid: uid ?? undefined,
      hash: hash ?? undefined,
      resourceVersion: resourceVersion ?? undefined,
      liveGeneration: liveGeneration ?? undefined,
      deletableVersion: deletableVersion ?? undefined,
    }),
  }
}

/** Returns the ids of inventory entries in an argument. Throws INVALID_INPUT for too many, or what is no id. */
export function entriesIn(ids: readonly string[], path: string): bigint[] {
  assertAtMost(ids, { max: maxEntries, path })
  return ids.map((id) => checkId(id, path))
}

builder.mutationField('recordApplied', (t) =>
  t.field({
    type: [AppliedResourceType],
    authScopes: { verb: 'work' },
    description:
      'Records resources in the inventory. Fails with `CONFLICT` if some belong to other objects already, ' +
      'listed in `taken`; the others are recorded nevertheless.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object that owns the resources.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      resources: t.arg({
        type: [AppliedInput],
        required: true,
        description: 'The resources, at most 1,000.',
      }),
    },
    resolve: (_, { id, epoch, resources }, { store }) => {
      assertAtMost(resources, { max: maxEntries, path: 'resources' })
      return store.recordApplied(checkId(id), epoch, resources.map(appliedRecord))
    },
  }),
)

builder.queryField('inventory', (t) =>
  t.field({
    type: [AppliedResourceType],
    authScopes: { verb: 'work' },
    description: 'Returns the inventory of the resources that an object has in clusters, in apply order.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the object.' }) },
    resolve: (_, { id }, { store }) => store.inventory(checkId(id)),
  }),
)

builder.mutationField('forgetApplied', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description: 'Removes resources that no longer exist in the cluster from the inventory.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object that owned the resources.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      entries: t.arg.idList({
        required: true,
        description: 'The IDs of the inventory entries, at most 1,000.',
      }),
    },
    resolve: async (_, { id, epoch, entries }, { store }) => {
      await store.forgetApplied(checkId(id), epoch, entriesIn(entries, 'entries'))
      return true
    },
  }),
)

const SeenInput = builder.inputType('SeenResourceInput', {
  description: 'The observed state of a resource in a cluster.',
  fields: (t) => ({
    ownerId: t.id({ required: true, description: 'The ID of the object on the label of the resource.' }),
    uid: t.string({ required: true, description: 'The `metadata.uid` of the resource.' }),
    resourceVersion: t.string({
      description:
        'The `metadata.resourceVersion` of the resource. Omitted if the resource no longer exists.',
    }),
  }),
})

builder.mutationField('reportSeen', (t) =>
  t.idList({
    authScopes: { verb: 'work' },
    description:
      'Triggers the reconcilers of objects whose resources have changed in a cluster. Changes that a ' +
      'reconcile made itself do not count. Returns the IDs of objects that are being reconciled: ' +
      'observations of their resources must be reported again.',
    args: {
      resources: t.arg({
        type: [SeenInput],
        required: true,
        description: 'The observed resources, at most 1,000.',
      }),
    },
    resolve: async (_, { resources }, { store, traceparent }) => {
      assertAtMost(resources, { max: maxEntries, path: 'resources' })
      const undecided = await store.triggerOwners(
        resources.map(({ ownerId, uid, resourceVersion }) => ({
          ownerId: checkId(ownerId, 'ownerId'),
          uid,
          ...defined({ resourceVersion: resourceVersion ?? undefined }),
        })),
        defined({ traceparent }),
      )
      return undecided.map(String)
    },
  }),
)

builder.mutationField('triggerObjects', (t) =>
  t.boolean({
    authScopes: { verb: 'work' },
    description:
      'Triggers the reconcilers of objects that have resources in a KubernetesRuntimeInstance, or its own reconciler.',
    args: {
      runtimeId: t.arg.id({ required: true, description: 'The ID of the KubernetesRuntimeInstance.' }),
      ids: t.arg.idList({
        description:
          'The IDs of the objects, at most 1,000, or of the instance itself. Default: all that have resources there.',
      }),
    },
    resolve: async (_, { runtimeId, ids }, { store, traceparent }) => {
      if (ids != null) assertAtMost(ids, { max: maxEntries, path: 'ids' })
      await store.triggerRuntime(
        checkId(runtimeId, 'runtimeId'),
        defined({ ids: ids?.map((id) => checkId(id, 'ids')), traceparent }),
      )
      return true
    },
  }),
)
