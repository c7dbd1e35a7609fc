import { LabelledResource } from '../cluster-queries.ts'
import { builder } from './builder.ts'
import { findTarget } from './cluster-queries.ts'
import { outputType } from './zod-fields.ts'

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
