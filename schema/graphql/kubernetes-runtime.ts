import { builder } from './builder.ts'
import { implementKind } from './kind-type.ts'
import type { AppliedType } from './store.ts'

const AppliedTypeRef = builder.objectRef<AppliedType>('AppliedType').implement({
  description: 'A kind of resource that objects have in a cluster.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'API group; empty for the core group.' }),
    version: t.exposeString('version', { description: 'API version.' }),
    kind: t.exposeString('kind', { description: 'Kind.' }),
  }),
})

implementKind('KubernetesRuntimeDefinition')

implementKind('KubernetesRuntimeInstance', (t) => ({
  kubeconfig: t.string({
    nullable: true,
    description: 'A kubeconfig for the cluster, with its credentials; null until the cluster is there.',
    resolve: async ({ id }, _, { store }) => {
      const { accessKubeconfig, kubeconfig } = await store.secrets(id)
      return accessKubeconfig ?? kubeconfig ?? null
    },
  }),
  appliedTypes: t.field({
    type: [AppliedTypeRef],
    description: 'The kinds of resources that objects have in the cluster: what is worth watching there.',
    resolve: ({ id }, _, { store }) => store.appliedTypes(id),
  }),
}))
