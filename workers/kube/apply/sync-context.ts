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
  /** Paces the corrections of drift. @default all are made at once */
  corrections?: Corrections | undefined
  /** The confirmations that removals need; absent if removals need none. */
  guard?: Guard | undefined
}

/** Paces the corrections of resources that something in the cluster changes again each time. */
export interface Corrections {
  /** Returns the milliseconds before which drift of the resource is not corrected; 0 if it may be now. */
  pauseBefore(key: string): number
  /** Reports whether the resource has been corrected so often lately that the next correction has to wait. */
  isRecurring(key: string): boolean
  /** Counts a correction. */
  corrected(key: string): void
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
  /** The drift of a resource that is not corrected now: its drift mode is `report`, or it was corrected too often. */
  drift?: readonly Drift[]
  /** The fields and managers of drift that recurs after each correction; empty if they are unknown. */
  recurring?: string
  /** The object as it was returned when this reconcile applied the resource, and when it found that nothing differs after a write. */
  applied?: { live: KubeObject }
}

/** The maximum number of concurrent requests of one reconcile to its cluster. */
export const concurrency = 8
