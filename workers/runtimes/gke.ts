import { poolProvider } from '../clouds/pool-provider.ts'
import type { RuntimeProvider } from './provider.ts'

/** Provides clusters of Google Kubernetes Engine. */
export const gke: RuntimeProvider = poolProvider({
  kind: 'GkeKubernetesRuntime',
  account: 'gcpAccount',
  zones: 'regional',
})
