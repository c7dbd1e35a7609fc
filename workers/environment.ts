import type { GuardThresholds } from './kube/apply/sync.ts'
import type { Clusters } from './runtimes/clusters.ts'
import type { ProviderSettings } from './runtimes/provider.ts'

/** What reconcilers use besides the object itself. */
export interface Environment {
  clusters: Clusters
  providers: ProviderSettings
  /** Where an object says nothing of its own. */
  guardThresholds: GuardThresholds
  /** Image of the forward proxy. */
  envoyImage: string
}
