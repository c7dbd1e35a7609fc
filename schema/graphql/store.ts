import type { Removal } from '../confirmation.ts'
import type { FieldError } from '../errors.ts'
import type { ExternalAddress, ExternalRecord } from '../external-resources.ts'
import type { ObjectInput } from '../inputs.ts'
import type { Kind } from '../kinds/kind.ts'
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
 * All that is read and written. It checks no permissions: requests get an {@link ActorStore} in front of it. The server
 * implements it; nothing here knows how.
 */
export interface Store {
  /**
   * Does `work` once for each key of an actor: whoever comes again with the same key and the same request within 24
   * hours gets what it resolved with, also at the same time and after a restart. `work` writes to the store that it is
   * given, all or nothing; where it throws, nothing is remembered. Throws KEY_REUSED when the key came with another
   * request before. The result must consist of plain data, dates and bigints.
   */
  once<Result>(request: OnceRequest, work: (store: Store) => Promise<Result>): Promise<Result>
  /** What is wrong with an object, or with an edit of a spec, in itself. */
  check(checked: InputToCheck, actor: string): Promise<FieldError[]>
  create(input: ObjectInput, write: Write): Promise<StoredObject>
  update(edit: ObjectEdit, write: Write): Promise<StoredObject>
  /** All of them or none, with all errors at once. Objects that are as desired already are left alone. */
  apply(inputs: readonly ObjectInput[], write: Write): Promise<Applied[]>
  /** Requests deletion: all of them or none. Asking twice is the same as asking once. */
  delete(targets: readonly ObjectTarget[], write: DeleteWrite): Promise<StoredObject[]>
  /** Triggers the reconciler of an object now. */
  trigger(target: ObjectTarget, write: Write): Promise<StoredObject>
  /** Triggers all that have something in a runtime. */
  triggerRuntime(runtimeId: bigint, write: Write): Promise<void>
  /**
   * Triggers the owners of resources that are not as they were when they were applied last. Resolves with those that are
   * being reconciled: whether their resources have changed is known after that.
   */
  triggerOwners(seen: readonly SeenResource[], write: Write): Promise<bigint[]>

  find(target: ObjectTarget): Promise<StoredObject | undefined>
  /** In the order of the ids. */
  findMany(ids: readonly bigint[]): Promise<(StoredObject | undefined)[]>
  /** Where objects stand whose newest change nobody has started with, in the order of the ids. */
  queuePlaces(ids: readonly bigint[]): Promise<(QueuePlace | undefined)[]>
  /** Kinds and projects of objects, in the order of the ids. */
  placesOf(ids: readonly bigint[]): Promise<(ObjectPlace | undefined)[]>
  /** What happened to an object, the newest first. */
  events(id: bigint, page: RowPage): Promise<ObjectEvent[]>
  /** What an object has in clusters, in the order of applying. */
  appliedResources(id: bigint, page: RowPage): Promise<AppliedResource[]>
  /** What an object has with providers, in the order of creating. */
  externalResources(id: bigint, page: RowPage): Promise<ExternalResource[]>
  /** Name of a project by its id; undefined when it is gone. */
  projectName(id: bigint): Promise<string | undefined>
  list(query: ListQuery): Promise<Listed>
  count(query: ListFilter): Promise<number>
  /** Objects that the given ones name in a spec field, by `id:field`. */
  referenced(keys: readonly ReferenceKey[]): Promise<(StoredObject | undefined)[]>
  /** References to an object, by the ids of those that refer. */
  referrers(query: ReferrersQuery): Promise<Referrers>
  countReferrers(id: bigint): Promise<number>
  changes(query: ChangeQuery): Promise<LoggedChange[]>
  /** What changes have changed, by their places in the log. */
  changeBodies(places: readonly bigint[], within?: readonly Scope[]): Promise<(ChangeBodies | undefined)[]>

  /**
   * Undefined when the object is gone. Throws LEASE_HELD while another reconcile has the lease of the object, but for that of
   * `epoch`, which this one follows.
   */
  begin(id: bigint, epoch?: number): Promise<StartedReconcile | undefined>
  /**
   * Makes an object go under the id of one that was lost with a restore, so that what that had in clusters is its own.
   * Resolves with the newest of the ids that are lost, and with undefined where none is.
   */
  readopt(holder: { id: bigint; epoch: number }, orphanedIds: readonly bigint[]): Promise<bigint | undefined>
  /** Extends the leases of reconciles that a worker still runs; resolves with the objects that still have one. */
  keepLeases(held: readonly { id: bigint; epoch: number }[]): Promise<bigint[]>
  /** Takes objects of some kinds that have been due for so many milliseconds, in a fair order; nobody else is given them for a while. */
  takeDue(query: DueQuery): Promise<{ id: bigint; kind: string }[]>
  report(report: ReconcileReport): Promise<void>
  /**
   * Makes the documents the whole set of objects that an object owns, in one transaction: creates, changes, and requests the
   * deletion of what left the set and has no other owner. Throws STALE_EPOCH, and NAME_TAKEN for the name of an object
   * that nobody owns.
   */
  applyOwned(holder: ReconcileHolder, documents: readonly OwnedDocument[], write: Write): Promise<OwnedSet>
  /** What the owners of an object ask of it, the oldest first. */
  claimsOn(id: bigint): Promise<OwnerClaim[]>
  /** Confirms the removal that an object waits with. Throws CONFLICT when the token is of another list. */
  confirmRemoval(request: { target: ObjectTarget; token: string }, write: Write): Promise<StoredObject>
  /** Removes an object that has nothing left anywhere, or that leaves it there with `leaveBehind`. */
  confirmDeletion(holder: { id: bigint; epoch: number; leaveBehind: boolean }, write: Write): Promise<void>
  /** What objects have left behind, in clusters and with providers; in one runtime, or all. */
  abandonedResources(runtimeId?: bigint): Promise<AbandonedResource[]>
  forgetAbandonedResources(ids: readonly bigint[]): Promise<void>
  /** Identity of the control plane. */
  controlPlane(): Promise<string>
  /** The id that what an object has in clusters is labelled with. */
  labelId(id: bigint): Promise<bigint>
  /** Those of the resources in a runtime that are in nobody's inventory and are not abandoned. */
  orphansOf<Resource extends FoundResource>(
    runtimeId: bigint,
    found: readonly Resource[],
  ): Promise<Resource[]>
  inventory(objectId: bigint): Promise<AppliedResource[]>
  /** The kinds of resources that objects have in a runtime. */
  appliedTypes(runtimeId: bigint): Promise<AppliedType[]>
  recordApplied(
    objectId: bigint,
    epoch: number,
    resources: readonly AppliedRecord[],
  ): Promise<AppliedResource[]>
  forgetApplied(objectId: bigint, epoch: number, ids: readonly bigint[]): Promise<void>
  /** What an object has, or is about to have, outside of clusters, in the order of creating. */
  externalInventory(objectId: bigint): Promise<ExternalResource[]>
  /** Stores what is about to be created, or its id. Throws CONFLICT where it belongs to another object, and STALE_EPOCH. */
  recordExternal(
    objectId: bigint,
    epoch: number,
    resources: readonly ExternalRecord[],
  ): Promise<ExternalResource[]>
  forgetExternal(objectId: bigint, epoch: number, ids: readonly bigint[]): Promise<void>
  /** Those of the external resources that are in nobody's inventory and are not abandoned. */
  externalOrphansOf<Resource extends FoundExternalResource>(found: readonly Resource[]): Promise<Resource[]>
  /** Values of secret spec fields and secret outputs, in the clear. */
  secrets(id: bigint): Promise<Record<string, string>>
  /** The spec, in the clear, of what the object of a started reconcile names in a field. Throws STALE_EPOCH when that has ended. */
  openReferenced(named: { id: bigint; epoch: number; field: string }): Promise<OpenedSpec>
  /** Tells people of something that happened to an object besides its reconciles. */
  recordEvent(id: bigint, event: EventReport): Promise<void>
  /** What marks of secrets are made with, as base64. */
  digestKey(): Promise<string>
}

/** The store as one actor sees it: what it may not read is not there, what it may not do throws FORBIDDEN. */
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
  [Name in Exclude<keyof Store, 'once' | 'check' | 'orphansOf' | 'placesOf'>]: Store[Name] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: WithoutActor<Args>) => Result
    : Store[Name]
}

/** The arguments of a write without who writes: the store of an actor knows. */
type WithoutActor<Args extends unknown[]> = Args extends [...infer Before, infer Last]
  ? Last extends { actor: string }
    ? [...Before, Omit<Last, 'actor'>]
    : Args
  : Args

/** Where an object is. */
export interface ObjectPlace {
  kind: string
  /** Name of its project, for a project its own; undefined for other global objects. */
  project: string | undefined
}

/** A page of rows by Prisma: as many before the cursor as `take` is negative. */
export interface RowPage {
  take: number
  skip: number
  cursor?: { id: bigint }
}

/** A spec with its secrets in the clear. */
export interface OpenedSpec {
  generation: number
  spec: Record<string, unknown>
}

/** An object as somebody wants it, or some fields of a spec; `path` is where it stands in the request. */
export type InputToCheck = { input: ObjectInput; path: string } | { kind: Kind; edit: unknown; path: string }

/** A request that is to have one effect, however often it comes. */
export interface OnceRequest {
  actor: string
  /** Chosen by the client, 1 to 255 characters. */
  key: string
  /** What is asked for, as JSON has it: another one under the same key is refused. */
  request: unknown
}

/** Who writes, and why. */
export interface Write {
  actor: string
  reason?: string
  /** Do everything but keep nothing. */
  dryRun?: boolean
  traceparent?: string
}

/** A write of an actor that its store knows. */
export type ClientWrite = Omit<Write, 'actor'>

export interface DeleteWrite extends Write {
  /** Rather have it gone than wait for a cluster that does not answer: what is there is left behind, and listed. */
  force?: boolean
}

/** A resource of ours as somebody saw it in a cluster. */
export interface SeenResource {
  ownerId: bigint
  uid: string
  /** Absent when it is gone. */
  resourceVersion?: string
}

/** A resource as it was found in a cluster. */
export interface FoundResource {
  group: string
  kind: string
  /** Empty for cluster-scoped resources. */
  namespace: string
  name: string
  uid: string
}

/** An external resource as it was found with its provider. */
export interface FoundExternalResource extends ExternalAddress {
  externalId: string
}

/** Where an object stands among those that wait for a worker. */
export interface QueuePlace {
  /** 1 is the next one. */
  position: number
  /** Seconds, as fast as it went lately; null while nothing was reported for a minute. */
  expectedWait: number | null
}

/** An object by id, or by kind and name. */
export interface ObjectTarget {
  id?: bigint
  kind?: string
  name?: string
  project?: string
  expectedVersion?: number
}

/** A change of some fields: what is left out stays, `null` takes a field back to its default. */
export interface ObjectEdit extends ObjectTarget {
  labels?: unknown
  spec?: unknown
}

export interface Applied {
  object: StoredObject
  result: 'created' | 'updated' | 'unchanged'
}

export interface ListFilter {
  kind?: string
  /** Name of the project; all projects when absent. */
  project?: string
  names?: readonly string[]
  labels?: Readonly<Record<string, string>>
  /** Part of the name. */
  search?: string
  phases?: readonly string[]
  /** Ready as they are desired now, and not about to go. */
  ready?: boolean
  stalled?: boolean
  /** Objects that name this one. */
  references?: bigint
  /** Objects that own this one. */
  owners?: bigint
  /** Objects that this one owns. */
  ownedBy?: bigint
  /** Objects within one of these. */
  within?: readonly Scope[]
  /** Equal values of spec fields. */
  specFields?: Readonly<Record<string, string | number | boolean>>
}

/** A page of objects. */
export interface Listed {
  objects: StoredObject[]
  /** Whether there are more than these, as they would have been too long together. */
  isCut: boolean
}

/** An entry of the change log without its bodies, which can be long. */
export type LoggedChange = Omit<Change, keyof ChangeBodies>
export type ChangeBodies = Pick<Change, 'before' | 'after'>

export interface ListQuery extends ListFilter {
  order: 'id' | 'name' | 'updatedAt'
  direction: 'asc' | 'desc'
  limit: number
  /** The last object of the page before, by the values it was ordered by. */
  after?: { id: bigint; value: string }
  offset?: number
}

export interface ReferrersQuery {
  /** The object that is referred to. */
  id: bigint
  limit: number
  /** The last reference of the page before. */
  after?: ReferenceKey
}

/** A page of references to an object. */
export interface Referrers {
  referrers: { object: StoredObject; field: string }[]
  /** Whether there are more than these, as they would have been too long together. */
  isCut: boolean
}

/** A spec field that names an object, by the object that it is of. */
export interface ReferenceKey {
  id: bigint
  field: string
}

export interface ChangeQuery {
  /** Default: from the begin of the log. Throws CURSOR_GONE when what came after has been deleted. */
  after?: bigint
  /** Up to where the log is complete. Default: everything that can be seen. */
  upTo?: bigint
  limit: number
  objectId?: bigint
  /** Changes of objects within one of these. */
  within?: readonly Scope[]
}

export interface DueQuery {
  kinds: readonly string[]
  most: number
  /** Milliseconds. */
  overdue: number
}

/** A reconcile that has started: the newest state and the right to report on it. */
export interface StartedReconcile {
  object: StoredObject
  /** Identity of the control plane. */
  controlPlane: string
  /** The id that what the object has in clusters is labelled with. */
  labelId: bigint
  /** Whether one of its name may have been lost with a restore, and have left in clusters what it had. */
  mayHaveOrphans: boolean
  /** Whether it owns other objects. */
  owns: boolean
  /** Whether it has, or is about to have, resources outside of clusters. */
  hasExternal: boolean
  /** Ids of removals that somebody has confirmed. */
  confirmed: readonly string[]
}

/** The right of a reconcile to write. */
export interface ReconcileHolder {
  id: bigint
  epoch: number
}

/** An object that another one owns, as the owner wants it. */
export interface OwnedDocument extends Omit<ObjectInput, 'expectedVersion'> {
  /** Name by which the owner uses a shared object; unique among the owners of that object. */
  claim?: string
  /** What the owner asks of a shared object, beyond its spec. */
  parameters?: unknown
  /** Field of the owner that decides the object, shown to whoever tries to edit it. */
  field?: string
  /** Milliseconds for which the object stays without an owner. @default 0 */
  gracePeriod?: number
}

/** The objects that an object owns, after a write. */
export interface OwnedSet {
  /** In the order of the documents. */
  objects: StoredObject[]
  /** Objects that left the set and are still there. */
  leaving: StoredObject[]
  /** Removals that wait until somebody confirms them: their objects stay. */
  held: Removal[]
  /** An object of the set that is still being deleted: nothing was written. */
  awaited?: StoredObject
  /** A claim that another owner of the same object has: nothing was written. */
  taken?: { claim: string; owner: StoredObject }
}

/** What an owner asks of an object that it shares with others. */
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
  /** Triggers that were counted when the reconcile began; later ones make it run again. */
  triggers: number
  observedGeneration: number
  status: ObjectStatus
  failures: number
  /** What the next reconcile is to know; absent to leave it as it is. */
  state?: ReconcilerState
  /** Milliseconds until the next reconcile; absent when nothing but a change is awaited. */
  requeueAfter?: number
  /** The awaited object, and its version as the reconciler saw it; version 0 while it was not there. */
  waitingFor?: { id: bigint; version: number }
  events: readonly EventReport[]
  /** What was applied since it began, for the inventory. */
  applied: readonly AppliedRecord[]
  secretOutputs?: Readonly<Record<string, string>>
  /** A removal that waits for a confirmation; null when none does any more; absent to leave it as it is. */
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
