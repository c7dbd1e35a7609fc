import type {
  AppliedResourceFieldsFragment,
  AppliedResourceInput,
  ExternalResourceFieldsFragment,
} from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { EventReport } from '../../schema/status.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ResourceOwner } from '../resource-owner.ts'
import type { ReconciledObject, StartedReconcile } from './start-reconcile.ts'
import type { Outcome } from './outcome.ts'

/**
 * Reconciles the objects of one kind. Both functions are level-triggered and idempotent: they may be stopped at any
 * await and run again from the start, also on another machine, and never depend on what triggered them.
 */
export interface Reconciler<Environment> {
  /** Drives the actual state towards the spec. */
  ensure(context: ReconcileContext, environment: Environment): Promise<Outcome>
  /** Deletes everything that the object has; resources that are gone already are no error. `done` deletes the object. */
  remove(context: ReconcileContext, environment: Environment): Promise<Outcome>
}

/** The claim of one owner on an object that several owners share. */
export type OwnerClaim = StartedReconcile['claims'][number]

export interface ReconcileContext {
  object: ReconciledObject
  /** The owner by which the cluster resources of the object are labelled. Generated names contain its id. */
  owner: ResourceOwner
  /** Reports whether a restore may have lost an object of this name that left resources in clusters. */
  mayHaveOrphans: boolean
  /** Reports whether the object is a cluster in which forced deletions have left resources. */
  hasAbandoned: boolean
  /** The claims of the owners of the object, the oldest first. */
  claims: readonly OwnerClaim[]
  /** Reports whether the object owned other objects when the reconcile started. */
  owns: boolean
  /** The environment variables that attached objects give an application. */
  variables: Readonly<Record<string, string>>
  /** The cluster resources that the object had, or was about to create, when the reconcile started. */
  inventory: readonly AppliedResourceFieldsFragment[]
  /** The same for external resources, in creation order. */
  external: readonly ExternalResourceFieldsFragment[]
  /** Secret spec fields and secret outputs in plain text, by name. */
  secrets: Readonly<Record<string, string>>
  /** The definition of the object, if it is short and has no secrets. */
  definition: StartedReconcile['definition']
  /** The key from which redacted placeholders of secrets are computed. */
  digestKey: Buffer
  /** The fencing token of the reconcile. The server rejects writes of an older epoch. */
  epoch: number
  /** Reports whether a deletion proceeds although the cluster is unreachable. */
  forced: boolean
  /** The ids of removals that a user has confirmed. */
  confirmed: ReadonlySet<string>
  client: Client
  /** Aborted at the deadline and when the lease expires. */
  signal: AbortSignal
  /** Throws when the lease has expired. To be called right before each external side effect. */
  assertHeld(): void
  /** Records applied resources, stored with the report. If the report is lost, they are applied again. */
  recordApplied(resources: readonly AppliedResourceInput[]): void
  /**
   * The ids of inventory entries whose resources are gone, dropped with the report. If the report is lost, the next reconcile finds them
   * gone as well.
   */
  gone: Set<string>
  /**
   * Returns the time of the control plane in milliseconds since 1970. What is stored for a later reconcile, or compared
   * with what was stored, uses it: the clocks of workers differ.
   */
  now(): number
  /** The state that previous reconciles have stored. */
  state: ReconcilerState
  /** Merges changes into the state, stored with the report. The value undefined removes a key. */
  updateState(changes: Readonly<Record<string, ReconcilerState[string] | undefined>>): void
  /** Records an event for users, stored with the report. */
  recordEvent(event: EventReport): void
  log: Log
}
