import type { EventReport } from '../../../schema/status.ts'
import type { KubeObject } from '../client/client.ts'
import type { Cluster } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import type { Drift } from './drift.ts'
import type { Health } from '../health/health.ts'
import type { Inventory } from './inventory.ts'
import type { Owner } from '../client/owner.ts'

/** The context of one reconcile. */
export interface SyncContext {
  cluster: Cluster
  inventory: Inventory
  owner: Owner
  signal: AbortSignal
  /** The key for the digests in redacted placeholders of secret values. */
  digestKey?: Buffer | undefined
  /** Throws when this reconcile no longer holds its lease. */
  assertHeld(): void
  recordEvent(event: EventReport): void
  /** Reports whether a resource that existed before is taken over by force, and owned from then on. @default none is */
  takesOver?: ((live: KubeObject) => boolean) | undefined
  /** Leaves definitions with objects of other owners in the cluster, whatever the guard. @default false */
  keepsUsedDefinitions?: boolean | undefined
  /** The confirmations that removals need; absent if removals need none. */
  guard?: Guard | undefined
}

/** Holds back removals that delete data, or too many resources at once, until a user confirms them. */
export interface Guard {
  /** Confirmed removals, by {@link Removal.id}. */
  confirmed: ReadonlySet<string>
  thresholds: GuardThresholds
  /** Holds back any removal of a CustomResourceDefinition. @default only if objects of others are deleted with it */
  holdsDefinitions?: boolean | undefined
}

/** The numbers of resources from which a removal needs a confirmation. */
export interface GuardThresholds {
  /** The size from which a prune needs a confirmation, if it also exceeds `percent`. */
  count: number
  /** The percentage of all resources of the object that such a prune exceeds. */
  percent: number
  /** The size from which any removal needs a confirmation. */
  always: number
}

/** The state of one resource after a reconcile. */
export interface ResourceState {
  key: string
  type: ResourceType
  live?: KubeObject
  health: Health
  /** The drift of a resource whose drift mode is `report`. */
  drift?: readonly Drift[]
}

/** The maximum number of concurrent requests of one reconcile to its cluster. */
export const concurrency = 8
