import type { QueryWorkers } from '../cluster-queries.ts'
import type { SchemaReport } from '../runtime-schemas.ts'
import type {
  AbandonedResource,
  AppliedResource,
  ExternalResource,
  StoredObject,
} from '../../prisma/generated/client/client.ts'
import type { FieldError } from '../errors.ts'
import type { ExternalRecord } from '../external-resources.ts'
import type { ObjectInput } from '../inputs.ts'
import type { Scope } from '../permissions.ts'
import type { EventReport } from '../status.ts'
import type {
  AbandonedQuery,
  ChangeBodies,
  ChangedQuery,
  ChangeQuery,
  Entry,
  EntryKey,
  EntryType,
  EventFilter,
  EventQuery,
  HistoryEntry,
  FoundStuck,
  KindQueue,
  ListFilter,
  Listed,
  ListedStamps,
  ListedViews,
  LoggedChange,
  ObjectListQuery,
  ObjectScope,
  ObjectView,
  OpenedSpec,
  ReleasePolicies,
  QueuePosition,
  ReferenceKey,
  Referrers,
  ReferrersQuery,
  ResourceFilter,
  ResourceQuery,
  RowPage,
  StoredEvent,
  StuckQuery,
  WorkLag,
} from './store-queries.ts'
import type { ExecutedPlan, PlannedRequest, SavedPlan } from './store-plans.ts'
import type {
  AppliedRecord,
  AppliedType,
  ConfirmedDeletion,
  RecordedResource,
  DueQuery,
  FoundExternalResource,
  FoundTerraformRun,
  StateLock,
  TakenNotifications,
  FoundResource,
  DependencyState,
  OwnedDocument,
  OwnedSet,
  PlacementResult,
  OwnerClaim,
  ReconcileHolder,
  ReconcileReport,
  SeenResource,
  StartedReconcile,
} from './store-reconciles.ts'
import type { Reach, RolloutControl, StoredRollout } from './store-rollouts.ts'
import type {
  Applied,
  DeleteWrite,
  EventWrite,
  InputToCheck,
  ObjectEdit,
  ObjectTarget,
  OnceRequest,
  Write,
  WrittenObject,
  WritePlan,
  DeletionStep,
  ProfileRoll,
} from './store-writes.ts'

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
  /**
   * Executes a mutation without effect, and records what it would do as a plan. Its store must be used within `work` only.
   */
  savePlan<Result>(
    planned: { actor: string; request: PlannedRequest; queryWorkers?: QueryWorkers },
    work: (store: Store) => Promise<Result>,
  ): Promise<{ result: Result; plan: SavedPlan }>
  /** Returns a plan. Throws NOT_FOUND. */
  findPlan(id: string): Promise<SavedPlan>
  /**
   * Executes the mutation of a plan, if it does what was planned. Throws PLAN_OUTDATED with what it would do otherwise, NOT_FOUND,
   * CONFLICT if the plan was executed before, and the errors of the mutation.
   */
  executePlan<Result>(
    execution: { actor: string; id: string; dryRun?: boolean },
    work: (store: Store, request: PlannedRequest) => Promise<Result>,
  ): Promise<ExecutedPlan>
  /** Returns the errors in an object, or in an edit of a spec, without regard to other objects. */
  check(checked: InputToCheck, actor: string): Promise<FieldError[]>
  create(input: ObjectInput, write: Write): Promise<WrittenObject>
  update(edit: ObjectEdit, write: Write): Promise<WrittenObject>
  /**
   * Applies all objects or none, and reports all errors at once. Does not write objects that already have the desired
   * state.
   */
  apply(inputs: readonly ObjectInput[], write: Write): Promise<Applied[]>
  /** Returns the effects of an apply, including those on dependencies of applications. Writes nothing. */
  plan(inputs: readonly ObjectInput[], write: Write): Promise<WritePlan>
  /** Returns what a deletion would delete and what would stay, in its order. Deletes nothing. */
  planDeletion(targets: readonly ObjectTarget[], write: Write): Promise<DeletionStep[]>
  /** Requests the deletion of all targets or none. Idempotent. */
  delete(targets: readonly ObjectTarget[], write: DeleteWrite): Promise<WrittenObject[]>
  /**
   * Writes the spec and the secrets of an earlier generation as a new edit; by default, those before the last change.
   * Throws INVALID_INPUT if the change log no longer contains that generation, and the errors of an edit.
   */
  rollBack(target: ObjectTarget, to: { toGeneration?: number | undefined }, write: Write): Promise<Applied>
  /** Triggers the reconciler of an object immediately. */
  trigger(target: ObjectTarget, write: Write): Promise<StoredObject>
  /** Triggers the reconcilers of objects that have resources in a runtime: of the given ones, or of all. */
  triggerRuntime(runtimeId: bigint, write: Write & { ids?: readonly bigint[] | undefined }): Promise<void>
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
  /** Returns what waits for a worker and what is being reconciled, by kind, the longest waiting first. */
  dueByKind(): Promise<KindQueue[]>
  /** Returns objects that are stalled, or neither ready nor gone for long, the longest first. */
  stuck(query: StuckQuery): Promise<FoundStuck>
  /** Returns how far the work of servers and workers is behind. */
  workLag(): Promise<WorkLag>
  /** Returns the kinds and projects of objects, in the order of the IDs. */
  objectScopes(ids: readonly bigint[]): Promise<(ObjectScope | undefined)[]>
  /** Returns the events of an object, newest first. */
  events(id: bigint, page: RowPage): Promise<StoredEvent[]>
  /** Returns events of all objects, also of those that are gone, in the order of their IDs. */
  listEvents(query: EventQuery): Promise<StoredEvent[]>
  countEvents(filter: EventFilter): Promise<number>
  /** Returns the resources that objects have in clusters, in the order of their IDs. */
  listResources(query: ResourceQuery): Promise<AppliedResource[]>
  countResources(filter: ResourceFilter): Promise<number>
  /** Returns the resources that an object has in clusters, in apply order. */
  appliedResources(id: bigint, page: RowPage): Promise<AppliedResource[]>
  /** Returns the resources that an object has with providers, in creation order. */
  externalResources(id: bigint, page: RowPage): Promise<ExternalResource[]>
  /** Returns the name of a project by its ID, or undefined if it no longer exists. */
  projectName(id: bigint): Promise<string | undefined>
  /** Returns a page of a list, in an order that inserts and deletes between two pages cannot shift. */
  list(query: ObjectListQuery): Promise<Listed>
  /** Returns an object of a kind as it is shown; undefined when there is none with the ID. */
  view(target: { kind: string; id: bigint }): Promise<ObjectView | undefined>
  /** Returns objects as they are shown, in the order of the IDs, without those that are gone; not all if they are large. */
  views(ids: readonly bigint[]): Promise<{ objects: ObjectView[]; isCut: boolean }>
  /** Returns a page of objects as they are shown, with the same order, cursors and size limit as `list`. */
  listViews(query: ObjectListQuery): Promise<ListedViews>
  /** Returns the stamps of the objects of a page, for callers that cache what they show of an object. */
  listStamps(query: ObjectListQuery): Promise<ListedStamps>
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
   * Returns the IDs of the objects that have changed within a range of the change log, also of deleted ones. Throws CURSOR_GONE
   * when the log no longer contains all of the range.
   */
  changedObjects(query: ChangedQuery): Promise<bigint[]>
  /** Returns what distinguishes the change log from those of other control planes. */
  changeLogId(): Promise<string | undefined>
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
  /** Chooses and records the runtime of an instance with requirements. Throws STALE_EPOCH. */
  placeInstance(holder: ReconcileHolder, write: Write): Promise<PlacementResult>
  /** Requests the deletion of the owned objects that refer to their owner. Throws STALE_EPOCH. */
  releaseAttached(holder: ReconcileHolder, write: Write): Promise<OwnedSet>
  /** Returns the objects that may provide the dependencies of an application, with their secrets. Throws STALE_EPOCH. */
  dependencies(holder: ReconcileHolder): Promise<DependencyState[]>
  /**
   * Returns what a reconciled object owns, what lists in its spec reference, its children, and the gateways of a workload that it owns.
   * Throws STALE_EPOCH.
   */
  relatedObjects(holder: ReconcileHolder): Promise<StoredObject[]>
  /** Lets children of a reconciled object expire. Throws STALE_EPOCH. */
  retireChildren(holder: ReconcileHolder, ids: readonly bigint[]): Promise<void>
  /** Returns the claims of the owners of an object, oldest first. */
  claimsOn(id: bigint): Promise<OwnerClaim[]>
  /**
   * Moves objects to the current version of their profile. Throws NOT_FOUND for an object that does not use the profile, and the
   * errors of `apply`.
   */
  rollProfile(roll: ProfileRoll, write: Write): Promise<Applied[]>
  /**
   * Pauses, resumes, aborts or finishes the rollout of a definition or a profile. Throws CONFLICT if it has none, or if it is
   * over.
   */
  controlRollout(control: RolloutControl, write: Write): Promise<StoredObject>
  /** Returns the IDs of the definitions and profiles whose rollouts are in progress. */
  openRollouts(): Promise<bigint[]>
  /** Takes the next step of the rollout of a definition or a profile, in one transaction. */
  advanceRollout(id: bigint): Promise<void>
  /** Returns the rollouts of definitions and profiles in the order of the IDs; undefined where no edit has gone in waves. */
  rollouts(ids: readonly bigint[]): Promise<(StoredRollout | undefined)[]>
  /**
   * Returns whom edits of a definition or a profile reach, by its spec, and the names of the first ones; undefined for other
   * objects.
   */
  reach(object: StoredObject, limit: number): Promise<Reach | undefined>
  /** Confirms the removals that an object waits for. Throws CONFLICT if the token belongs to another list. */
  confirmRemoval(request: { target: ObjectTarget; token: string }, write: Write): Promise<StoredObject>
  /** Removes an object that has no resources left, or abandons the remaining ones with `leaveBehind`. */
  confirmDeletion(confirmed: ConfirmedDeletion, write: Write): Promise<void>
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
  /** Returns the kinds of resources that objects have in each runtime; undefined for one that the actor may not read. */
  appliedTypes(runtimeIds: readonly bigint[]): Promise<(AppliedType[] | undefined)[]>
  /** Returns a page of the resources of a kind that objects have in a runtime, in the order of their entries. */
  recordedResources(
    runtimeId: bigint,
    type: AppliedType,
    page: { limit: number; after?: bigint | undefined },
  ): Promise<RecordedResource[]>
  recordApplied(
    objectId: bigint,
    epoch: number,
    resources: readonly AppliedRecord[],
  ): Promise<AppliedResource[]>
  forgetApplied(objectId: bigint, epoch: number, ids: readonly bigint[]): Promise<void>
  /**
   * Stores the schemas of custom resources that a cluster serves, and returns the API versions whose schemas are missing.
   * Throws STALE_EPOCH.
   */
  reportSchemas(objectId: bigint, epoch: number, report: SchemaReport): Promise<string[]>
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
  /** Returns the newest run of Terraform of an object; undefined if there was none. */
  terraformRun(objectId: bigint): Promise<FoundTerraformRun | undefined>
  /** Starts a run of Terraform; resolves with false while another one is alive. Throws STALE_EPOCH. */
  startTerraformRun(
    objectId: bigint,
    epoch: number,
    given: { runId: string; inputs: string },
  ): Promise<boolean>
  /** Renews the lease of a run. Throws STALE_EPOCH when it is over. */
  renewTerraformRun(objectId: bigint, runId: string, progress: string): Promise<void>
  /** Returns the current state of an object in plain text; undefined if there is none. */
  terraformState(objectId: bigint): Promise<string | undefined>
  /** Stores the state that a run has written; resolves with false when it is kept for people only, as the run is over. */
  recordTerraformState(objectId: bigint, runId: string, state: string): Promise<boolean>
  /** Ends a run, and makes its object due. Throws STALE_EPOCH when it is over already. */
  finishTerraformRun(objectId: bigint, runId: string, result: string): Promise<void>
  /** Returns what a notification channel has to send, and gives up what is older than a day. Throws STALE_EPOCH. */
  takeNotifications(
    holder: ReconcileHolder,
    options: { max: number; digest: number },
  ): Promise<TakenNotifications>
  /** Records that the sink of a channel has accepted a message. */
  acknowledgeMessage(channelId: bigint, message: string): Promise<void>
  /** Adds a notification that tests a channel, and returns its ID. Throws NOT_FOUND, and INVALID_INPUT for other kinds. */
  sendTestNotification(target: ObjectTarget, write: Write): Promise<string>
  /** Remembers the end of a pull request that its forge has reported to a webhook, in milliseconds, unless a later one is known. */
  closePullRequest(end: { webhook: bigint; pullRequest: number; closedAt: number }): Promise<void>
  /** Returns the current state of Terraform of an object as JSON; undefined if there is none. */
  readState(objectId: bigint): Promise<string | undefined>
  /** Locks the state for a person. Resolves with the lock that it has, if there is one. */
  lockState(objectId: bigint, lock: { id: string; note: string }): Promise<StateLock | undefined>
  /** Unlocks it, and makes the object due. Throws CONFLICT when another person or run has locked it. */
  unlockState(objectId: bigint, lockId: string): Promise<void>
  /** Stores an edited state. Throws CONFLICT when the lock is not held. */
  writeState(objectId: bigint, edit: { lockId: string; state: string }): Promise<void>
  /** Returns the values of secret spec fields and secret outputs, decrypted. */
  secrets(id: bigint): Promise<Record<string, string>>
  /** Returns the same of an object as it was read. */
  secretsOf(object: StoredObject): Promise<Record<string, string>>
  /**
   * Returns the decrypted spec of the object that a field of a reconciled object references, or a field of the object that it
   * references in `through`. Throws STALE_EPOCH if the reconcile has ended.
   */
  openReferenced(reference: {
    id: bigint
    epoch: number
    field: string
    through?: string
  }): Promise<OpenedSpec>
  /** Returns the rules that the rendered chart of a reconciled release has to meet. Throws STALE_EPOCH. */
  releasePolicies(holder: ReconcileHolder): Promise<ReleasePolicies>
  /** Records an event of an object outside of its reconciles. Throws NOT_FOUND. */
  recordEvent(id: bigint, event: EventReport): Promise<void>
  /** Records an event of a client, or counts an equal one of the same object again. */
  createEvent(event: EventWrite): Promise<StoredEvent>
  /** Replaces an event of a client. */
  replaceEvent(event: StoredEvent, by: EventWrite): Promise<StoredEvent>
  deleteEvents(events: readonly StoredEvent[]): Promise<void>
  /** Returns the password of a chart repository that was sealed for a plan. Throws NOT_FOUND a minute later. */
  plannedPassword(sealed: string): Promise<string>
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
  /** {@link Store.savePlan} */
  savePlan<Result>(
    planned: { request: PlannedRequest; queryWorkers?: QueryWorkers },
    work: (store: ActorStore) => Promise<Result>,
  ): Promise<{ result: Result; plan: SavedPlan }>
  /** {@link Store.findPlan} */
  findPlan: Store['findPlan']
  /** {@link Store.executePlan} */
  executePlan<Result>(
    execution: { id: string; dryRun?: boolean },
    work: (store: ActorStore, request: PlannedRequest) => Promise<Result>,
  ): Promise<ExecutedPlan>
  /** {@link Store.check} */
  check(checked: InputToCheck): Promise<FieldError[]>
  /** {@link Store.orphansOf} */
  orphansOf: Store['orphansOf']
}

/** The methods of the store whose signature is another one for an actor. */
type OwnMethod = 'once' | 'savePlan' | 'findPlan' | 'executePlan' | 'check' | 'orphansOf'

type ActorMethods = {
  [Name in Exclude<keyof Store, OwnMethod | 'objectScopes'>]: Store[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: WithoutActor<Args>) => Result
    : Store[Name]
}

/** The arguments of a write without the actor, which the store of an actor supplies. */
type WithoutActor<Args extends unknown[]> = Args extends [...infer Before, infer Last]
  ? Last extends { actor: string }
    ? [...Before, Omit<Last, 'actor' | 'readable'>]
    : Args
  : Args
