import { LRUCache } from 'lru-cache'
import type { Autoscaling } from '../schema/autoscaling.ts'
import type { Dependency } from '../schema/dependencies/declaration.ts'
import type { Manifest } from '../schema/manifests.ts'
import type { Charts } from './charts/charts.ts'
import type { AwsClients } from './aws/clients.ts'
import type { AzureClients } from './azure/clients.ts'
import type { GcpClients } from './gcp/clients.ts'
import type { Capabilities } from './charts/helm.ts'
import type { OpenedHelmDefinition } from './charts/chart-inputs.ts'
import type { GuardThresholds } from './kube/apply/sync.ts'
import type { Parameter } from '../schema/parameters.ts'
import type { KubeClient } from './kube/client/client.ts'
import type { PrometheusValues } from './delivery/prometheus-values.ts'
import type { Sinks } from './notifications/sinks.ts'
import type { ImageRegistry } from './registries/image-registry.ts'
import type { Clusters } from './runtimes/clusters.ts'
import type { ModuleProbe } from './modules/module-probe.ts'
import type { NameLookup } from './resources/zone-delegation.ts'
import type { TerraformRunner } from './terraform/runner.ts'
import type { ProviderSettings } from './runtimes/provider.ts'

/** The dependencies that all reconcilers share. */
export interface Environment {
  clusters: Clusters
  providers: ProviderSettings
  /** The thresholds of the deletion guard, unless an object specifies its own. */
  guardThresholds: GuardThresholds
  /** The container image of the forward proxy. */
  envoyImage: string
  charts: Charts
  images: ImageRegistry
  sinks: Sinks
  prometheus: PrometheusValues
  aws: AwsClients
  gcp: GcpClients
  azure: AzureClients
  terraform: TerraformRunner
  modules: ModuleProbe
  /** Looks up DNS zones; undefined if that is off. */
  nameLookup?: NameLookup | undefined
  caches: ReconcilerCaches
}

/** The parts of a definition that reconciles need. */
export interface CachedDefinition {
  manifests: readonly Manifest[]
  parameters: readonly Parameter[]
  dependencies: readonly Dependency[]
  autoscaling: readonly Autoscaling[]
}

/** Caches that the reconcilers of one thread share. Losing them costs time only. */
export class ReconcilerCaches {
  /** Parsed definitions by id and generation. Many instances share one, and most reconciles find it unchanged. */
  readonly definitions = new LRUCache<string, CachedDefinition>({ max: 200 })
  /** Opened definitions of Helm charts by id and generation. */
  readonly helmDefinitions = new LRUCache<string, OpenedHelmDefinition>({ max: 200 })
  /** What charts may know of a cluster, with the time of the last check. */
  readonly capabilities = new WeakMap<KubeClient, { at: number; capabilities: Capabilities }>()
  /** Missing permissions of the credentials of a cluster, with the time of the last check. */
  readonly permissions = new WeakMap<KubeClient, { at: number; missing: string[] }>()
  /** The secrets of accounts by id and version. */
  readonly accountSecrets = new LRUCache<string, Record<string, string>>({ max: 100, ttl: 60_000 })
  /** The state of the schemas of a cluster that was last reported, with the time of the report. */
  readonly schemas = new WeakMap<KubeClient, { at: number; state: string }>()
}
