import type {
  AbandonedResource,
  AppliedResource,
  Change,
  ExternalResource,
  StoredObject,
} from '../../prisma/generated/client/client.ts'
import type { FieldDifference } from '../differences.ts'
import type { ObjectFilter } from '../object-filter.ts'
import type { ListCursor, OrderKey } from '../object-order.ts'
import type { Scope } from '../permissions.ts'

/* What can be read from the store: queries, pages and entries. */

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

/** The policies that a worker checks a rendered chart by. */
export interface ReleasePolicies {
  /** The tier of the release; empty if no policy concerns it. */
  tier: string
  annotations: Readonly<Record<string, string>>
  policies: readonly { name: string; spec: object }[]
  exceptions: readonly { name: string; spec: object }[]
}

/** A spec with its secrets decrypted. */
export interface OpenedSpec {
  generation: number
  spec: Record<string, unknown>
}

/** The position of an object in the queue for workers. */
export interface QueuePosition {
  /** Starts at 1. */
  position: number
  /** In seconds, at the recent throughput; null if no reconcile has been reported in the last minute. */
  expectedWait: number | null
}

/** What waits for a worker, and what workers reconcile, of one kind. */
export interface KindQueue {
  kind: string
  /** The number of objects whose reconcile is due. */
  due: number
  /** The number of objects that are being reconciled. */
  running: number
  /** The time since which the oldest of the due ones has been due. */
  dueSince: Date | null
  oldestId: bigint | null
}

/** Selects objects that make no progress. */
export interface StuckQuery {
  /** Milliseconds after which an object that is not ready counts as stuck. */
  olderThan: number
  limit: number
}

export interface FoundStuck {
  /** The number of all of them. */
  count: number
  /** The first ones, with the time since which they are neither ready nor gone. */
  objects: readonly { id: bigint; since: Date }[]
}

/** How far the work of servers and workers is behind. */
export interface WorkLag {
  /** Seconds since the oldest change without triggers. */
  relay: number
  /** Seconds since the oldest due object became due. */
  resync: number
  /** The number of objects in quarantine. */
  quarantined: number
}

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

export type ChangeBodies = Pick<Change, 'before' | 'after' | 'metadata'>

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

/** The columns of an object that every API shows. */
export const viewColumns = [
  'id',
  'projectId',
  'kind',
  'name',
  'labels',
  'spec',
  'status',
  'ready',
  'generation',
  'observedGeneration',
  'version',
  'confirmation',
  'deletionRequestedAt',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof StoredObject)[]

/** An object as it is shown, without what only the engine reads: a third of a row. */
export interface ObjectView extends Pick<StoredObject, (typeof viewColumns)[number]> {
  /** The IDs of the objects that its spec refers to, by field; without those that the actor may not read. */
  references: Readonly<Record<string, bigint>>
}

/** A page of objects as they are shown. */
export interface ListedViews extends Omit<Listed, 'objects'> {
  objects: ObjectView[]
}

/** Identifies one state of an object among all that it has had. */
export interface ObjectStamp {
  id: bigint
  stamp: string
}

/** A page of stamps. */
export interface ListedStamps extends Omit<Listed, 'objects'> {
  objects: ObjectStamp[]
}

/** Selects the objects that have changed within a range of the change log. */
export interface ChangedQuery {
  after: bigint
  upTo: bigint
  /** @default all kinds */
  kinds?: readonly string[]
  /** @default all IDs */
  ids?: readonly bigint[]
  /** @default all names */
  names?: readonly string[]
  /** Matches objects within one of these scopes. */
  within?: readonly Scope[]
}

/** The types of entries that the store has of an object, apart from its changes. */
export type EntryType = 'ObjectEvent' | 'AppliedResource' | 'ExternalResource' | 'AbandonedResource'

export type Entry = StoredEvent | AppliedResource | ExternalResource | AbandonedResource

/** An event with what it concerns: an object, one that is gone, one of a module, or nothing yet. */
export interface StoredEvent {
  id: bigint
  /** The ID of the object that the event concerns; null until it is known. */
  subjectId: bigint | null
  /** The kind of that object, which may be one of a module. */
  kind: string | null
  /** The name of that object; null for an object of a module. */
  name: string | null
  projectId: bigint | null
  /** True if the object is not stored. */
  isDetached: boolean
  type: string
  reason: string
  note: string
  /** Identifies equal events of an object. */
  fingerprint: string
  count: number
  firstSeen: Date
  lastSeen: Date
  /** The name of the controller that a client has recorded the event for; null for an event of QleetOS. */
  reporter: string | null
}

/** Selects events. All conditions must hold. */
export interface EventFilter {
  ids?: readonly bigint[]
  /** The ID of the object, together with `kinds` unless any object with the ID is meant. */
  subjectId?: bigint
  kinds?: readonly string[]
  /** The name of the object. */
  name?: string
  /** The name of the project of the object. */
  project?: string
  types?: readonly string[]
  reasons?: readonly string[]
  note?: string
  /** The identity that a client gave to the event. */
  uid?: string
  reporter?: string
  /** Matches events that concern an object, if true. */
  isAttached?: boolean
  count?: number
  firstSeen?: Date
  lastSeen?: Date
  /** Matches events whose last occurrence is at this time or later. */
  since?: Date
  /** Matches events of objects within one of these scopes. */
  within?: readonly Scope[]
}

export interface EventQuery extends EventFilter {
  limit: number
  offset?: number
  /** Selects events with lower IDs. */
  before?: bigint
  /** Selects events with higher IDs. */
  after?: bigint
  /** True to return the events with the highest IDs, highest first. @default false: the lowest, lowest first */
  newestFirst?: boolean
}

/** Selects the resources that objects have in clusters. */
export interface ResourceFilter {
  /** The kinds of the objects. */
  kinds: readonly string[]
  objectId?: bigint
  ids?: readonly bigint[]
  /** Matches resources of objects within one of these scopes. */
  within?: readonly Scope[]
}

export interface ResourceQuery extends ResourceFilter {
  limit: number
  offset?: number
}

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
