import { LabelledResource } from '../cluster-queries.ts'
import { maxEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { findTarget } from './cluster-queries.ts'
import { outputType } from './zod-fields.ts'

/* Resources that clusters retain of unknown objects: objects that were created after the backup that was restored. */

builder.mutationField('readopt', (t) =>
  t.id({
    nullable: true,
    authScopes: { verb: 'work' },
    description:
      'Lets an object adopt the resources of a former object with the same kind, project and name, which a ' +
      'restore has lost. Returns the newest of the given IDs that belong to no object, or null if there is ' +
      'none.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the object.' }),
      epoch: t.arg.int({ required: true, description: 'The epoch that `startReconcile` returned.' }),
      orphanedIds: t.arg.idList({
        required: true,
        description:
          'The owner IDs on the labels of resources in clusters that also carry the kind, project and name of ' +
          'the object, at most 1,000.',
      }),
    },
    resolve: async (_, { id, epoch, orphanedIds }, { store }) => {
      assertAtMost(orphanedIds, { max: maxEntries, path: 'orphanedIds' })
      const holder = { id: checkId(id), epoch }
      const adopted = await store.readopt(
        holder,
        orphanedIds.map((orphanedId) => checkId(orphanedId, 'orphanedIds')),
      )
      return adopted === undefined ? null : String(adopted)
    },
  }),
)

const Orphan = outputType(
  'Orphan',
  LabelledResource,
  'A resource in a cluster that this control plane created but that belongs to none of its objects.',
)

builder.queryField('orphans', (t) =>
  t.field({
    type: [Orphan],
    authScopes: { verb: 'operate' },
    description:
      'The resources in a cluster that carry the labels of this control plane but belong to none of its ' +
      'objects, as after a restore. They are never deleted automatically. Fails with `UNAVAILABLE` if no ' +
      'worker or the cluster does not respond.',
    args: {
      runtime: t.arg.string({
        required: true,
        description: 'The name of the KubernetesRuntimeInstance to search.',
      }),
      project: t.arg.string({
        description: 'The name of the project of the KubernetesRuntimeInstance. Default: `default`.',
      }),
    },
    resolve: async (_, { runtime, project }, context) => {
      const target = { kind: 'KubernetesRuntimeInstance', name: runtime, project }
      const { id } = await findTarget(context, target)
      const controlPlane = await context.store.controlPlane()
      const results = context.queryWorkers({ about: 'ours', objectId: String(id), controlPlane })
      const orphans: LabelledResource[] = []
      for await (const found of results) orphans.push(...(await context.store.orphansOf(id, found)))
      return orphans as unknown as string[]
    },
  }),
)
