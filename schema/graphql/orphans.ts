import type { LabelledResource } from '../cluster-queries.ts'
import { builder } from './builder.ts'
import { findTarget } from './cluster-queries.ts'
import { connectionTypes } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectKind } from './enums.ts'
import { defaultPageSize, pageOfAll, type PageArguments } from './pagination.ts'
import { AnyObjectReferenceInput, type GivenReference } from './references.ts'
import { ClusterResourceType } from './resource-addresses.ts'

/* Resources that clusters retain of unknown objects: objects that were created after the backup that was restored. */

const OrphanType = builder.objectRef<LabelledResource>('Orphan').implement({
  description:
    'A resource in a cluster that this control plane created but that belongs to none of its objects.',
  interfaces: [ClusterResourceType],
  fields: (t) => ({
    uid: t.exposeString('uid', { description: 'The `metadata.uid` of the resource.' }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the resource was created.',
      resolve: ({ createdAt }) => createdAt ?? null,
    }),
    objectId: t.exposeID('objectId', { description: 'The ID of the object that owned the resource.' }),
    objectKind: t.field({
      type: ObjectKind,
      nullable: true,
      description: 'The kind of the object that owned the resource.',
      resolve: ({ objectKind }) => objectKind,
    }),
    objectProject: t.exposeString('objectProject', {
      description: 'The project of the object that owned the resource. Empty for a global kind.',
    }),
    objectName: t.exposeString('objectName', {
      description: 'The name of the object that owned the resource.',
    }),
  }),
})

const types = connectionTypes('Orphan', OrphanType)

interface OrphanArguments extends PageArguments {
  runtime: GivenReference
}

builder.queryField('orphans', (t) =>
  t.connection(
    {
      type: OrphanType,
      nullable: true,
      authScopes: { verb: 'operate' },
      description:
        'The resources in a cluster that carry the labels of this control plane but belong to none of its ' +
        'objects, as after a restore. They are never deleted automatically. Fails with `UNAVAILABLE` if no ' +
        'worker or the cluster does not respond.',
      args: {
        runtime: t.arg({
          type: AnyObjectReferenceInput,
          required: true,
          description: 'The KubernetesRuntimeInstance to search.',
        }),
      },
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: async (_: unknown, { runtime, ...args }: OrphanArguments, context: RequestContext) => {
        const { id } = await findTarget(context, runtime, { path: 'runtime' })
        const controlPlane = await context.store.controlPlane()
        const results = context.queryWorkers({ about: 'ours', objectId: String(id), controlPlane })
        const orphans: LabelledResource[] = []
        for await (const found of results) orphans.push(...(await context.store.orphansOf(id, found)))
        return pageOfAll(sorted(orphans), args)
      },
    },
    types.connection as never,
    types.edge as never,
  ),
)

/** Returns the resources in the order of their keys, which cursors contain. */
function sorted(orphans: readonly LabelledResource[]): { key: string; node: LabelledResource }[] {
  return orphans
    .map((node) => ({
      key: [node.namespace, node.kind, node.group, node.name, node.uid].join('/'),
      node,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}
