import type {
  AppliedResourceFieldsFragment,
  AppliedResourceInput,
  ExternalResourceFieldsFragment,
} from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { EventReport } from '../../schema/status.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ResourceOwner } from '../resource-owner.ts'
import type { ReconciledObject, StartedReconcile } from './start-reconcile.ts'
import type { Outcome } from './outcome.ts'

/**
 * What a kind does. Both functions may be stopped at any await and run again from the start, also on another machine,
 * so they only ever bring a state about; they never look at what triggered them.
 */
export interface Reconciler<Environment> {
  /** Brings about what the spec wants. */
  ensure(context: ReconcileContext, environment: Environment): Promise<Outcome>
  /** Takes everything down; what is gone already is done. `done` lets the object go. */
  remove(context: ReconcileContext, environment: Environment): Promise<Outcome>
}

/** What one owner asks of an object that it shares with others. */
export type OwnerClaim = StartedReconcile['claims'][number]

export interface ReconcileContext {
  object: ReconciledObject
  /** How what the object has in clusters is labelled; names that hold an id hold this one. */
  owner: ResourceOwner
  /** Whether one of its name may have been lost with a restore, and have left in clusters what it had. */
  mayHaveOrphans: boolean
  /** What the owners of the object ask of it, the oldest first. */
  claims: readonly OwnerClaim[]
  /** All that it had, or was about to have, in clusters when the reconcile began. */
  inventory: readonly AppliedResourceFieldsFragment[]
  /** All that it had, or was about to have, outside of clusters when the reconcile began, in the order of creating. */
  external: readonly ExternalResourceFieldsFragment[]
  /** Secret spec fields and secret outputs, in the clear. */
  secrets: Readonly<Record<string, string>>
  /** Key that the marks of secrets are made with. */
  digestKey: Buffer
  epoch: number
  /** Whether a deletion is to go on where the cluster does not answer. */
  forced: boolean
  /** Ids of removals that somebody has confirmed. */
  confirmed: ReadonlySet<string>
  client: Client
  /** Aborted at the deadline, and when the lease ends. */
  signal: AbortSignal
  /** Throws when this reconcile may not act any more. To be called right before each effect outside. */
  assertHeld(): void
  /** Remembers what was applied; stored with the report. What is lost with a reconcile is applied again. */
  recordApplied(resources: readonly AppliedResourceInput[]): void
  /** What reconciles before have left for this one. */
  state: ReconcilerState
  /** Leaves something for the next reconcile, undefined to take it back; stored with the report. */
  remember(changes: Readonly<Record<string, ReconcilerState[string] | undefined>>): void
  /** Tells people what happened; stored with the report. */
  tell(event: EventReport): void
  log: Log
}
