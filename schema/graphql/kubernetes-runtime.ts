import { implementKind } from './kind-type.ts'

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
}))
