import { LabelledResource } from '../cluster-queries.ts'
import { mostEntries } from '../limits.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { askedObject } from './cluster-queries.ts'
import { outputType } from './zod-fields.ts'

/*
 * What clusters have of objects that are not known any more, because they were made after the backup that was restored.
 */

builder.mutationField('readopt', (t) =>
  t.id({
    nullable: true,
    authScopes: { verb: 'work' },
    description:
      'Makes an object go under the id of one that was lost with a restore, so that what that had in clusters is its own. ' +
      'Returns the newest of the ids that are lost; null where none is.',
    args: {
      id: t.arg.id({ required: true, description: 'The object.' }),
      epoch: t.arg.int({ required: true, description: 'From `startReconcile`.' }),
      orphanedIds: t.arg.idList({
        required: true,
        description: 'Ids that resources in clusters carry with kind, project and name of the object.',
      }),
    },
    resolve: async (_, { id, epoch, orphanedIds }, { store }) => {
      assertAtMost(orphanedIds, { most: mostEntries, path: 'orphanedIds' })
      const holder = { id: checkId(id), epoch }
      const taken = await store.readopt(
        holder,
        orphanedIds.map((lost) => checkId(lost, 'orphanedIds')),
      )
      return taken === undefined ? null : String(taken)
    },
  }),
)

const Orphan = outputType(
  'Orphan',
  LabelledResource,
  'A resource in a cluster that this control plane has made, and that belongs to none of its objects.',
)

builder.queryField('orphans', (t) =>
  t.field({
    type: [Orphan],
    authScopes: { verb: 'operate' },
    description:
      'What is in a cluster with the labels of this control plane and belongs to none of its objects, as after a restore. ' +
      'Nothing deletes it. UNAVAILABLE when no worker or no cluster answers.',
    args: {
      runtime: t.arg.string({
        required: true,
        description: 'Name of the KubernetesRuntimeInstance that is looked into.',
      }),
      project: t.arg.string({ description: 'Its project. Default: `default`.' }),
    },
    resolve: async (_, { runtime, project }, context) => {
      const target = { kind: 'KubernetesRuntimeInstance', name: runtime, project }
      const { id } = await askedObject(context, target)
      const controlPlane = await context.store.controlPlane()
      const asked = context.askWorkers({ about: 'ours', objectId: String(id), controlPlane })
      const orphans: LabelledResource[] = []
      for await (const found of asked) orphans.push(...(await context.store.orphansOf(id, found)))
      return orphans as unknown as string[]
    },
  }),
)
