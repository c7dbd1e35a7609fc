import type { EventReport } from '../../../schema/status.ts'
import type { KubeObject } from '../client/client.ts'
import type { Cluster } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import type { Drift } from './drift.ts'
import type { Health } from '../health/health.ts'
import type { Inventory } from './inventory.ts'
import type { Owner } from '../client/owner.ts'

/** What one reconcile may use. */
export interface SyncContext {
  cluster: Cluster
  inventory: Inventory
  owner: Owner
  signal: AbortSignal
  /** What marks of secrets are made with. */
  digestKey?: Buffer | undefined
  /** Throws when this reconcile may not act any more. */
  assertHeld(): void
  tell(event: EventReport): void
  /** What somebody has allowed to be removed, as {@link Removal.id}; absent where nothing needs to be allowed. */
  guard?: Guard | undefined
}

/** Keeps what would be missed from being deleted unless somebody has confirmed it. */
export interface Guard {
  confirmed: ReadonlySet<string>
  thresholds: GuardThresholds
}

/** How many resources at once are too many to go unseen. */
export interface GuardThresholds {
  /** A prune of at least so many, */
  count: number
  /** if they are more than this percentage of all that the object has. */
  percent: number
  /** Any removal of so many. */
  always: number
}

/** One resource after a reconcile. */
export interface ResourceState {
  key: string
  type: ResourceType
  live?: KubeObject
  health: Health
  /** What is not as it is desired, where that is only reported. */
  drift?: readonly Drift[]
}

/** Calls to one cluster at once within one reconcile. */
export const concurrency = 8
