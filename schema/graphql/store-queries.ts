import type {
  AbandonedResource,
  AppliedResource,
  Change,
  ExternalResource,
  ObjectEvent,
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
