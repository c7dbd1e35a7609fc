import { KubernetesRuntimeDefinition } from '../../schema/kinds/kubernetes-runtime.ts'
import type { RuntimeProviderName } from '../../schema/runtimes.ts'
import { aks } from './aks.ts'
import { eks } from './eks.ts'
import { envtest } from './envtest.ts'
import { gke } from './gke.ts'
import { inCluster } from './in-cluster.ts'
import { kind } from './kind.ts'
import { kubeconfig } from './kubeconfig.ts'
import type { RuntimeProvider } from './provider.ts'
import { simulated } from './simulated.ts'

/** Returns the provider that a KubernetesRuntimeDefinition selects. */
export function providerName({ manifestSpec }: { manifestSpec: unknown }): RuntimeProviderName {
  return KubernetesRuntimeDefinition.spec.parse(manifestSpec).provider
}

/** The providers by value of `spec.provider`. */
export const providers: Record<RuntimeProviderName, RuntimeProvider> = {
  simulated,
  kubeconfig,
  kind,
  inCluster,
  eks,
  envtest,
  gke,
  aks,
}
