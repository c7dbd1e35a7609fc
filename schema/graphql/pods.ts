import { PodContainer, type ObjectPod } from '../cluster-queries.ts'
import { builder } from './builder.ts'
import { costOfClusterQuery, idsOf } from './cluster-queries.ts'
import { kindType } from './kind-type.ts'
import { ObjectType } from './object.ts'
import { outputType } from './zod-fields.ts'

/* The pods of objects, with their containers and the ports that these declare. */

const ContainerType = outputType('PodContainer', PodContainer, 'A container of a pod.')

const PodType = builder.objectRef<ObjectPod>('Pod').implement({
  description: 'A pod of an object.',
  fields: (t) => ({
    runtime: t.field({
      type: kindType('KubernetesRuntimeInstance'),
      nullable: true,
      description: 'The cluster that the pod is in.',
      resolve: async ({ runtimeId }, _, { loaders }) => (await loaders.byId.load(BigInt(runtimeId))) ?? null,
    }),
    namespace: t.exposeString('namespace', { description: 'The namespace of the pod.' }),
    name: t.exposeString('name', { description: 'The name of the pod.' }),
    ready: t.exposeBoolean('isReady', { description: 'Indicates whether the pod is ready.' }),
    containers: t.field({
      type: [ContainerType],
      description: 'Its containers except init containers, the default container first.',
      resolve: ({ containers }) => containers as unknown as string[],
    }),
  }),
})

builder.interfaceField(ObjectType, 'pods', (t) =>
  t.field({
    type: [PodType],
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'operate' },
    complexity: costOfClusterQuery,
    description:
      'The pods of the object, in the order of their names, at most 1,000. Fails with `UNAVAILABLE` if no worker or the cluster ' +
      'does not respond.',
    resolve: async (object, _, context) => {
      const found: ObjectPod[] = []
      for await (const pods of context.queryWorkers({ about: 'pods', ...(await idsOf(object, context)) })) {
        found.push(...pods)
        // Leaving the loop cancels the query.
        if (found.length >= maxPods) break
      }
      return found.slice(0, maxPods)
    },
  }),
)

/** The most pods of a response. */
const maxPods = 1000
