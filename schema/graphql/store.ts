import type { Removal } from '../confirmation.ts'
import type { FieldDifference } from '../differences.ts'
import type { FieldError } from '../errors.ts'
import type { ExternalAddress, ExternalRecord } from '../external-resources.ts'
import type { ObjectInput } from '../inputs.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectFilter } from '../object-filter.ts'
import type { ListCursor, OrderKey } from '../object-order.ts'
import type { Scope } from '../permissions.ts'
import type { ReconcilerState } from '../reconciler-state.ts'
import type { EventReport, ObjectStatus } from '../status.ts'
import type {
  AppliedResource,
  Change,
  AbandonedResource,
  ExternalResource,
  ObjectEvent,
  StoredObject,
} from '../../prisma/generated/client/client.ts'

/**
 * The interface to all stored data, which the server implements. It does not check permissions: requests use an {@link
 * ActorStore} instead.
 */
export interface Store {
  /**
   * Executes `work` once per key of an actor. Repetitions of the request with the same key within 24 hours, even
   * concurrent ones and after a restart, get the result of the first. `work` writes to the store that it receives as
   * one transaction; if it throws, the key is not stored. Throws KEY_REUSED if the key belongs to another request. The
   * result must consist of plain data, dates and bigints.
   */
  once<Result>(request: OnceRequest, work: (store: Store) => Promise<Result>): Promise<Result>
  /** Returns the errors in an object, or in an edit of a spec, without regard to other objects. */
  check(checked: InputToCheck, actor: string): Promise<FieldError[]>
  create(input: ObjectInput, write: Write): Promise<WrittenObject>
  update(edit: ObjectEdit, write: Write): Promise<WrittenObject>
  /**
   * Applies all objects or none, and reports all errors at once. Does not write objects that already have the desired
   * state.
   */
  apply(inputs: readonly ObjectInput[], write: Write): Promise<Applied[]>
  /** Requests the deletion of all targets or none. Idempotent. */
  delete(targets: readonly ObjectTarget[], write: DeleteWrite): Promise<WrittenObject[]>
  /**
   * Writes the spec and the secrets of an earlier generation as a new edit; by default, those before the last change.
   * Throws INVALID_INPUT if the change log no longer contains that generation, and the errors of an edit.
   */
  rollBack(target: ObjectTarget, to: { toGeneration?: number | undefined }, write: Write): Promise<Applied>
  /** Triggers the reconciler of an object immediately. */
  trigger(target: ObjectTarget, write: Write): Promise<StoredObject>
  /** Triggers the reconcilers of all objects that have resources in a runtime. */
  triggerRuntime(runtimeId: bigint, write: Write): Promise<void>
  /**
   * Triggers the owners of resources that have changed since they were last applied. Resolves with the owners that are
   * being reconciled: whether their resources have changed can be decided only afterwards.
   */
  triggerOwners(seen: readonly SeenResource[], write: Write): Promise<bigint[]>

  find(target: ObjectTarget): Promise<StoredObject | undefined>
  /** Returns objects in the order of the IDs. */
  findMany(ids: readonly bigint[]): Promise<(StoredObject | undefined)[]>
  /** Returns the queue positions of objects whose newest generation waits for a worker, in the order of the IDs. */
  queuePositions(ids: readonly bigint[]): Promise<(QueuePosition | undefined)[]>
  /** Returns the kinds and projects of objects, in the order of the IDs. */
  objectScopes(ids: readonly bigint[]): Promise<(ObjectScope | undefined)[]>
  /** Returns the events of an object, newest first. */
  events(id: bigint, page: RowPage): Promise<ObjectEvent[]>
  /** Returns the resources that an object has in clusters, in apply order. */
  appliedResources(id: bigint, page: RowPage): Promise<AppliedResource[]>
  /** Returns the resources that an object has with providers, in creation order. */
  externalResources(id: bigint, page: RowPage): Promise<ExternalResource[]>
  /** Returns the name of a project by its ID, or undefined if it no longer exists. */
  projectName(id: bigint): Promise<string | undefined>
  /** Returns a page of a list, in an order that inserts and deletes between two pages cannot shift. */
  list(query: ObjectListQuery): Promise<Listed>
  count(query: ListFilter): Promise<number>
  /** Returns the objects that spec fields reference, in the order of the keys. */
  referenced(keys: readonly ReferenceKey[]): Promise<(StoredObject | undefined)[]>
  /** Returns a page of references to an object, ordered by the IDs of the referring objects. */
  referrers(query: ReferrersQuery): Promise<Referrers>
  countReferrers(id: bigint): Promise<number>
  /** Returns entries of objects, in the order of the keys. */
  findEntries(keys: readonly EntryKey[]): Promise<(Entry | undefined)[]>
  /** Counts the entries of an object. */
  countEntries(type: EntryType, objectId: bigint): Promise<number>
  changes(query: ChangeQuery): Promise<LoggedChange[]>
  /**
   * Returns the changes of the spec of an object that the change log contains, newest first. The cursor of the page is
   * the cursor of a change.
   */
  history(id: bigint, page: RowPage): Promise<HistoryEntry[]>
  countHistory(id: bigint): Promise<number>
  /** Counts the changes that a query without cursors selects. */
  countChanges(query: Omit<ChangeQuery, 'after' | 'before' | 'limit' | 'fromEnd'>): Promise<number>
  /** Returns a change by its cursor, or undefined if it is no longer in the log. */
  findChange(cursor: bigint, within?: readonly Scope[]): Promise<LoggedChange | undefined>
  /** Returns the bodies of changes by their cursors. */
  changeBodies(cursors: readonly bigint[], within?: readonly Scope[]): Promise<(ChangeBodies | undefined)[]>

  /**
   * Starts a reconcile, or resolves with undefined if the object no longer exists. Throws LEASE_HELD while another
   * reconcile holds the lease of the object, unless it is that of `epoch`, which this one succeeds.
   */
  startReconcile(id: bigint, epoch?: number): Promise<StartedReconcile | undefined>
  /**
   * Lets an object adopt the resources of a former object, which a restore has lost. Resolves with the newest of the
   * given IDs that belong to no object, or with undefined if there is none.
   */
  readopt(holder: { id: bigint; epoch: number }, orphanedIds: readonly bigint[]): Promise<bigint | undefined>
  /** Renews the leases of running reconciles. Resolves with the IDs of the objects whose leases were renewed. */
  renewLeases(held: readonly { id: bigint; epoch: number }[]): Promise<bigint[]>
  /** Takes due objects in a fair order, and withholds them from other workers for 30 seconds. */
  takeDue(query: DueQuery): Promise<{ id: bigint; kind: string }[]>
  report(report: ReconcileReport): Promise<void>
  /**
   * Replaces the set of objects that an object owns, in one transaction: creates and updates objects, and requests the
   * deletion of those that left the set and have no other owner. Throws STALE_EPOCH, and NAME_TAKEN for the name of an
   * object that has no owner.
   */
  applyOwned(holder: ReconcileHolder, documents: readonly OwnedDocument[], write: Write): Promise<OwnedSet>
  /** Returns the claims of the owners of an object, oldest first. */
  claimsOn(id: bigint): Promise<OwnerClaim[]>
  /** Confirms the removals that an object waits for. Throws CONFLICT if the token belongs to another list. */
  confirmRemoval(request: { target: ObjectTarget; token: string }, write: Write): Promise<StoredObject>
  /** Removes an object that has no resources left, or abandons the remaining ones with `leaveBehind`. */
  confirmDeletion(holder: { id: bigint; epoch: number; leaveBehind: boolean }, write: Write): Promise<void>
  /** Returns the resources that forced deletions left behind, in one runtime or everywhere. */
  abandonedResources(runtimeId?: bigint): Promise<AbandonedResource[]>
  /** Returns a page of the resources that forced deletions left behind, in the order of their IDs. */
  abandonedPage(query: AbandonedQuery): Promise<AbandonedResource[]>
  countAbandoned(query: Pick<AbandonedQuery, 'runtimeId'>): Promise<number>
  forgetAbandonedResources(ids: readonly bigint[]): Promise<void>
  /** Returns the ID of the control plane. */
  controlPlane(): Promise<string>
  /** Returns the ID on the labels of the resources that an object has in clusters. */
  labelId(id: bigint): Promise<bigint>
  /** Returns the resources of `found` that are in no inventory of the runtime and are not abandoned. */
  orphansOf<Resource extends FoundResource>(
    runtimeId: bigint,
    found: readonly Resource[],
  ): Promise<Resource[]>
  inventory(objectId: bigint): Promise<AppliedResource[]>
  /** Returns the kinds of resources that objects have in a runtime. */
  appliedTypes(runtimeId: bigint): Promise<AppliedType[]>
  recordApplied(
    objectId: bigint,
    epoch: number,
    resources: readonly AppliedRecord[],
  ): Promise<AppliedResource[]>
  forgetApplied(objectId: bigint, epoch: number, ids: readonly bigint[]): Promise<void>
  /** Returns the inventory of the resources that an object has outside of clusters, in creation order. */
  externalInventory(objectId: bigint): Promise<ExternalResource[]>
  /**
   * Records resources before they are created, and their IDs afterwards. Throws CONFLICT if some belong to other
   * objects, and STALE_EPOCH.
   */
  recordExternal(
    objectId: bigint,
    epoch: number,
    resources: readonly ExternalRecord[],
  ): Promise<ExternalResource[]>
  forgetExternal(objectId: bigint, epoch: number, ids: readonly bigint[]): Promise<void>
  /** Returns the external resources of `found` that are in no inventory and are not abandoned. */
  externalOrphansOf<Resource extends FoundExternalResource>(found: readonly Resource[]): Promise<Resource[]>
  /** Returns the values of secret spec fields and secret outputs, decrypted. */
  secrets(id: bigint): Promise<Record<string, string>>
  /**
   * Returns the decrypted spec of the object that a field of a reconciled object references. Throws STALE_EPOCH if the
   * reconcile has ended.
   */
  openReferenced(reference: { id: bigint; epoch: number; field: string }): Promise<OpenedSpec>
  /** Records an event of an object outside of its reconciles. */
  recordEvent(id: bigint, event: EventReport): Promise<void>
  /** Returns the base64-encoded key from which the placeholders of secret values are derived. */
  digestKey(): Promise<string>
}

/**
 * The store with the permissions of one actor: objects that it may not read appear not to exist, and forbidden
 * operations throw FORBIDDEN.
 */
export type ActorStore = ActorMethods & {
  /** {@link Store.once} */
  once<Result>(
    request: Omit<OnceRequest, 'actor'>,
    work: (store: ActorStore) => Promise<Result>,
  ): Promise<Result>
  /** {@link Store.check} */
  check(checked: InputToCheck): Promise<FieldError[]>
  /** {@link Store.orphansOf} */
  orphansOf: Store['orphansOf']
}

type ActorMethods = {
  [Name in Exclude<keyof Store, 'once' | 'check' | 'orphansOf' | 'objectScopes'>]: Store[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: WithoutActor<Args>) => Result
    : Store[Name]
}

/** The arguments of a write without the actor, which the store of an actor supplies. */
type WithoutActor<Args extends unknown[]> = Args extends [...infer Before, infer Last]
  ? Last extends { actor: string }
    ? [...Before, Omit<Last, 'actor'>]
    : Args
  : Args

/** The kind and project of an object, by which permissions apply to it. */
export interface ObjectScope {
  kind: string
  /** The name of its project, or of the object itself if it is a Project; undefined for other global objects. */
  project: string | undefined
}

/** A page of rows in the terms of Prisma: a negative `take` selects rows before the cursor. */
export interface RowPage {
  take: number
  skip: number
  cursor?: { id: bigint }
}

/** A spec with its secrets decrypted. */
export interface OpenedSpec {
  generation: number
  spec: Record<string, unknown>
}

/** A desired object, or some fields of a spec, to be validated. `path` is its path within the request. */
export type InputToCheck = { input: ObjectInput; path: string } | { kind: Kind; edit: unknown; path: string }

/** A request with an idempotency key. */
export interface OnceRequest {
  actor: string
  /** Chosen by the client, 1 to 255 characters. */
  key: string
  /** The content of the request as JSON. Another content with the same key is refused. */
  request: unknown
}

/** The actor, reason and options of a write. */
export interface Write {
  actor: string
  reason?: string
  /** Executes and validates the write without storing anything. */
  dryRun?: boolean
  traceparent?: string
}

/** A write through the store of an actor. */
export type ClientWrite = Omit<Write, 'actor'>

export interface DeleteWrite extends Write {
  /** Deletes objects even if their clusters are unreachable. Remaining resources are listed as abandoned. */
  force?: boolean
}

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

/** The position of an object in the queue for workers. */
export interface QueuePosition {
  /** Starts at 1. */
  position: number
  /** In seconds, at the recent throughput; null if no reconcile has been reported in the last minute. */
  expectedWait: number | null
}

/** Identifies an object by ID, or by kind and name. */
export interface ObjectTarget {
  id?: bigint
  kind?: string
  name?: string
  project?: string
  expectedVersion?: number
}

/** A change of some fields. Omitted fields keep their values; `null` resets a field to its default. */
export interface ObjectEdit extends ObjectTarget {
  /** The complete labels, which replace the stored ones. */
  labels?: unknown
  /** The complete annotations, which replace the stored ones. */
  annotations?: unknown
  /** Changes of single labels, after `labels`: a map from keys to values, or to null to remove the label. */
  labelChanges?: unknown
  /** Changes of single annotations, after `annotations`, like `labelChanges`. */
  annotationChanges?: unknown
  spec?: unknown
}

export interface Applied {
  object: StoredObject
  result: 'created' | 'updated' | 'unchanged'
  /** The differences between the desired states before and after the write. */
  differences: FieldDifference[]
}

/** An object after a write, with the differences between its desired states before and after; for a deletion, all fields. */
export type WrittenObject = StoredObject & Pick<Applied, 'differences'>

/** The filter of a list, limited to the permissions of an actor. */
export interface ListFilter extends ObjectFilter {
  /** Matches objects within one of these scopes, in addition to all other conditions. */
  within?: readonly Scope[]
}

/** A page of objects. */
export interface Listed {
  objects: StoredObject[]
  /** The cursors of the objects. */
  cursors: ListCursor[]
  /** True if the page was cut short because of its size, so that there are more entries. */
  isCut: boolean
}

/** An entry of the change log without its bodies, which can be large. */
export type LoggedChange = Omit<Change, keyof ChangeBodies | 'secrets'>

/** A change of the spec of an object, with the differences that it made. Secret values are placeholders. */
export interface HistoryEntry extends LoggedChange {
  differences: FieldDifference[]
}

export type ChangeBodies = Pick<Change, 'before' | 'after'>

export interface ObjectListQuery extends ListFilter {
  /** The keys of the order. Ties are ordered by ID, in the direction of the last key. */
  orderBy: readonly OrderKey[]
  limit: number
  /** Selects objects that follow this one. */
  after?: ListCursor
  /** Selects objects that precede this one. */
  before?: ListCursor
  /** True to return the last objects of the selected ones, rather than the first; in the same order. @default false */
  fromEnd?: boolean
  offset?: number
}

/** The types of entries that the store has of an object, apart from its changes. */
export type EntryType = 'ObjectEvent' | 'AppliedResource' | 'ExternalResource' | 'AbandonedResource'

export type Entry = ObjectEvent | AppliedResource | ExternalResource | AbandonedResource

export interface EntryKey {
  type: EntryType
  id: bigint
}

export interface AbandonedQuery {
  /** @default all runtimes */
  runtimeId?: bigint
  limit: number
  /** Selects entries that follow the one with this ID. */
  after?: bigint
  /** Selects entries that precede the one with this ID. */
  before?: bigint
  /** True to return the last of the selected entries, rather than the first; in the same order. @default false */
  fromEnd?: boolean
}

export interface ReferrersQuery {
  /** The referenced object. */
  id: bigint
  limit: number
  /** True to read from the end, in the reverse order. @default false */
  fromEnd?: boolean
  /** The last reference of the previous page. */
  after?: ReferenceKey
}

/** A page of references to an object. */
export interface Referrers {
  referrers: { object: StoredObject; field: string }[]
  /** True if the page was cut short because of its size, so that there are more entries. */
  isCut: boolean
}

/** Identifies a reference by the referring object and its spec field. */
export interface ReferenceKey {
  id: bigint
  field: string
}

export interface ChangeQuery {
  /**
   * Selects changes after this cursor. Throws CURSOR_GONE if some of them have been deleted. @default the start of the
   * log
   */
  after?: bigint
  /** Selects changes before this cursor. */
  before?: bigint
  /** True to return the last of the selected changes, rather than the first; in the same order. @default false */
  fromEnd?: boolean
  /** The cursor up to which the log is complete. @default all visible changes */
  upTo?: bigint
  limit: number
  objectId?: bigint
  /** Matches changes of objects within one of these scopes. */
  within?: readonly Scope[]
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
  /** ID of the control plane. */
  controlPlane: string
  /** The ID on the labels of the resources that the object has in clusters. */
  labelId: bigint
  /** True if a restore may have lost a former object of this name, whose resources may still be in clusters. */
  mayHaveOrphans: boolean
  /** True if the object owns other objects. */
  owns: boolean
  /** True if the inventory of the object has resources outside of clusters. */
  hasExternal: boolean
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
}

/** The set of objects that an object owns, as the result of a write. */
export interface OwnedSet {
  /** In the order of the documents. */
  objects: StoredObject[]
  /** Objects that left the set and still exist. */
  leaving: StoredObject[]
  /** Removals that wait for a confirmation. Their objects are retained. */
  held: Removal[]
  /** An object with a name from the set that is still being deleted, which is why nothing was written. */
  awaited?: StoredObject
  /** A claim that belongs to another owner of the same object, which is why nothing was written. */
  taken?: { claim: string; owner: StoredObject }
}

/** The claim of an owner on a shared object. */
export interface OwnerClaim {
  ownerId: bigint
  ownerKind: string
  ownerName: string
  claim: string | null
  parameters: unknown
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
}
