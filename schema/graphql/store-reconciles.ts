import type { StoredObject, TerraformRun } from '../../prisma/generated/client/client.ts'
import type { Removal } from '../confirmation.ts'
import type { ExternalAddress } from '../external-resources.ts'
import type { ObjectInput } from '../inputs.ts'
import type { ReconcilerState } from '../reconciler-state.ts'
import type { Notification } from '../notifications/notice.ts'
import type { Rejection } from '../placement/fit.ts'
import type { EventReport, ObjectStatus } from '../status.ts'

/* What workers read from the store and report to it. */

/** The observed state of a managed resource in a cluster. */
export interface SeenResource {
  ownerId: bigint
  uid: string
  /** Absent if the resource no longer exists. */
  resourceVersion?: string
}

/** A resource that was found in a cluster. */
export interface FoundResource {
  group: string
  kind: string
  /** Empty for cluster-scoped resources. */
  namespace: string
  name: string
  uid: string
}

/** An external resource that was found with its provider. */
export interface FoundExternalResource extends ExternalAddress {
  externalId: string
}

/** A run of Terraform, identified by its object and its own id. */
export interface TerraformHolder {
  objectId: bigint
  runId: string
}

/** The lock of a state of Terraform. */
export interface StateLock {
  id: string
  /** Who has locked it, and for what. */
  note: string
  startedAt: Date
}

/** The newest run of Terraform of an object. */
export interface FoundTerraformRun extends Omit<TerraformRun, 'result'> {
  /** Reports whether it has not finished and still renews its lease. */
  isAlive: boolean
  /** What the last run that has finished has found and done, as JSON in plain text; null before. */
  result: string | null
}

/** A message that a notification channel sends. A repeat has the same ID and the same notifications. */
export interface NotificationMessage {
  id: string
  notifications: Notification[]
  /** The ID of the test that it contains; null if it contains none. */
  test: string | null
}

/** What a notification channel has to send. */
export interface TakenNotifications {
  /** The number of notifications that were not sent, with those of the message. */
  pending: number
  /** The number that were dropped in the last seven days. */
  dropped: number
  /** Milliseconds until there is a message; null if nothing is pending. */
  nextIn: number | null
  /** The message to send now; null if there is none. */
  message: NotificationMessage | null
}

export interface DueQuery {
  kinds: readonly string[]
  max: number
  /** The minimum time in milliseconds for which the objects have been due. */
  overdue: number
}

/** A reconcile that has started, with the newest state of its object. */
export interface StartedReconcile {
  object: StoredObject
  /** The time of the database. */
  startedAt: Date
  /** ID of the control plane. */
  controlPlane: string
  /** The ID on the labels of the resources that the object has in clusters. */
  labelId: bigint
  /** True if a restore may have lost a former object of this name, whose resources may still be in clusters. */
  mayHaveOrphans: boolean
  /** True if the object owns other objects. */
  owns: boolean
  /** True if the object is being deleted, and other objects still refer to it. */
  isHeld: boolean
  /** False if the inventory of the object has no resources in clusters. */
  hasApplied: boolean
  /** False if the inventory of the object has no resources outside of clusters. */
  hasExternal: boolean
  /** True if the object is a cluster in which forced deletions have left resources. */
  hasAbandoned: boolean
  /** The environment variables that attached objects give the object, if it is an application. */
  variables: Readonly<Record<string, string>>
  /** IDs of the confirmed removals. */
  confirmed: readonly string[]
}

/** Identifies a reconcile by its object and its fencing epoch, which authorise its writes. */
export interface ReconcileHolder {
  id: bigint
  epoch: number
}

/** The desired state of an owned object. */
export interface OwnedDocument extends Omit<ObjectInput, 'expectedVersion'> {
  /** The name by which the owner uses a shared object, unique among the owners of that object. */
  claim?: string
  /** The parameters that the owner requests of a shared object, in addition to its spec. */
  parameters?: unknown
  /** The field of the owner that determines the object. Errors name it to clients that edit the object directly. */
  field?: string
  /** Milliseconds for which the object is retained without an owner. @default 0 */
  gracePeriod?: number
  /** An object that exists stays as it is, whatever the document says. @default false */
  holdBack?: boolean
}

/** The set of objects that an object owns, as the result of a write. */
export interface OwnedSet {
  /** In the order of the documents. */
  objects: StoredObject[]
  /** The objects that differ from their documents, which are held back. */
  heldBack: StoredObject[]
  /** Objects that left the set and still exist. */
  leaving: StoredObject[]
  /** Removals that wait for a confirmation. Their objects are retained. */
  held: Removal[]
  /** An object with a name from the set that is still being deleted, which is why nothing was written. */
  awaited?: StoredObject
  /** A claim that belongs to another owner of the same object, which is why nothing was written. */
  taken?: { claim: string; owner: StoredObject }
}

/** The choice of the runtime of an instance. */
export interface PlacementResult {
  /** The name of the chosen runtime; null if none fits. */
  runtime: string | null
  reason: string
  rejected: readonly Rejection[]
  /** A runtime that will fit once it is ready. */
  pending: StoredObject | null
  /** The runtime to make, with its definition; empty if one fits, or none can be made. */
  documents: readonly OwnedDocument[]
}

/** The claim of an owner on a shared object. */
export interface OwnerClaim {
  ownerId: bigint
  ownerKind: string
  ownerName: string
  claim: string | null
  parameters: unknown
}

/** An object that may provide a dependency of an application, with its secrets in plain text. */
export interface DependencyState {
  object: StoredObject
  secrets: Readonly<Record<string, string>>
}

/** The deletion of an object whose reconciler has removed its resources. */
export interface ConfirmedDeletion extends ReconcileHolder {
  /** Moves the remaining resources to the abandoned resources. Only for a forced deletion. */
  leaveBehind: boolean
  /** The inventory entries of resources that no longer exist, which are no remaining ones. */
  gone?: readonly bigint[]
  /** The events of the last reconcile, which outlive the object like its others. */
  events?: readonly EventReport[]
}

export interface ReconcileReport {
  id: bigint
  epoch: number
  /** The number of triggers when the reconcile started. If there have been more since, another reconcile follows. */
  triggers: number
  observedGeneration: number
  status: ObjectStatus
  failures: number
  /** The state to pass on to the next reconcile; absent to leave it unchanged. */
  state?: ReconcilerState
  /** Milliseconds until the next reconcile; absent if only a change is awaited. */
  requeueAfter?: number
  /** The awaited object, and the version that the reconciler observed, which is 0 if the object did not exist. */
  waitingFor?: { id: bigint; version: number }
  events: readonly EventReport[]
  /** The resources that the reconcile applied, for the inventory. */
  applied: readonly AppliedRecord[]
  /** The inventory entries of resources that no longer exist. */
  gone?: readonly bigint[]
  secretOutputs?: Readonly<Record<string, string>>
  /** The removals that wait for a confirmation; null if there are none any more; absent to leave them unchanged. */
  confirm?: readonly Removal[] | null
  actor: string
  traceparent?: string
}

export interface AppliedType {
  group: string
  version: string
  kind: string
}

/** A resource of the inventory of a runtime, and whether its object is ready. */
export interface RecordedResource {
  id: bigint
  objectId: bigint
  /** Null until the resource was observed. */
  uid: string | null
  ready: boolean
}

export interface AppliedRecord {
  runtimeId: bigint
  group: string
  version: string
  kind: string
  namespace: string
  name: string
  order: number
  uid?: string
  hash?: string
  resourceVersion?: string
  liveGeneration?: number
  deletableVersion?: string
}
