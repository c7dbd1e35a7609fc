import { poolProvider } from '../clouds/pool-provider.ts'
import type { RuntimeProvider } from './provider.ts'

/** Provides clusters of Azure Kubernetes Service. */
export const aks: RuntimeProvider = poolProvider({
  kind: 'AksKubernetesRuntime',
  account: 'azureAccount',
  zones: 'zoneRedundant',
})
