import { LRUCache } from 'lru-cache'
import type { Manifest } from '../schema/manifests.ts'
import type { GuardThresholds } from './kube/apply/sync.ts'
import type { KubeClient } from './kube/client/client.ts'
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
  caches: ReconcilerCaches
}

/** What reconcilers of one thread keep between reconciles. Losing it costs time and nothing else. */
export class ReconcilerCaches {
  /** Parsed definitions by id and generation: many instances share one, and most reconciles find it unchanged. */
  readonly definitions = new LRUCache<string, { manifests: readonly Manifest[] }>({ max: 200 })
  /** Permissions that the credentials of a cluster lack, as they were last checked. */
  readonly permissions = new WeakMap<KubeClient, { at: number; missing: string[] }>()
}
