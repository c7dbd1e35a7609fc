import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { FieldDifference } from '../differences.ts'
import type { ObjectInput } from '../inputs.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Scope } from '../permissions.ts'
import type { Rejection } from '../placement/fit.ts'
import type { ObjectView } from './store-queries.ts'

/* What clients write to the store. */

/** A desired object, or some fields of a spec, to be validated. `path` is its path within the request. */
export type InputToCheck = { input: ObjectInput; path: string } | { kind: Kind; edit: unknown; path: string }

/** A request with an idempotency key. */
export interface OnceRequest {
  actor: string
  /** Chosen by the client, 1 to 255 characters. */
  key: string
  /** The input of the client that contains the key, as errors name it. @default idempotencyKey */
  keyPath?: string
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
  /** The scopes that the actor may read: errors suggest no other names. @default none */
  readable?: 'all' | readonly Scope[]
}

/** A write through the store of an actor. */
export type ClientWrite = Omit<Write, 'actor' | 'readable'>

export interface DeleteWrite extends Write {
  /** Deletes objects even if their clusters are unreachable. Remaining resources are listed as abandoned. */
  force?: boolean
}

/** The object that an event concerns: one of the store, or one of a module. */
export interface EventSubject {
  kind: string
  id: bigint
}

/** An event that a client records. */
export interface EventWrite {
  /** @default none yet */
  subject?: EventSubject
  type: string
  reason: string
  note: string
  /** Identifies equal events of an object. @default the event is unlike any other */
  uid?: string
  count: number
  firstSeen: Date
  lastSeen: Date
  /** The name of the controller that reports the event. */
  reporter: string
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
  object: DryRunObject
  result: 'created' | 'updated' | 'unchanged'
  /** The differences between the desired states before and after the write. */
  differences: FieldDifference[]
  /** True if the object differs from its document, which is held back. @default false */
  isHeldBack?: true
  /** What policies warn about. @default nothing */
  warnings?: readonly string[]
}

/** An object as a write, or a dry run, has left it. */
export interface DryRunObject extends StoredObject {
  /** The name of its project, if only the dry run has created that. */
  newProject?: string
}

/** The objects to move to the current version of a profile. */
export interface ProfileRoll {
  profile: ObjectTarget
  /** @default all that have an older version */
  objects?: readonly ObjectTarget[]
}

/** An object that an application would have for a dependency. */
export interface PlannedObject {
  owner: { kind: string; project: string; name: string }
  /** The name of the dependency; null for an object that belongs to no dependency any more. */
  dependency: string | null
  kind: string
  project: string
  name: string
  /** The runtime that it would be in; null for an object without one. */
  runtime: string | null
  action: (typeof plannedActions)[number]
  /** The differences of its desired state; for a new object, what a profile decides. */
  differences: FieldDifference[]
  /** Why it cannot be written; null if it can. */
  problem: string | null
}

/** The choice of a runtime that a reconcile would make for an instance. */
export interface PlannedPlacement {
  instance: { kind: string; project: string; name: string }
  /** Null if no runtime fits. */
  runtime: string | null
  /** True if the runtime would be made. */
  isMade: boolean
  reason: string
  rejected: readonly Rejection[]
}

/** What would happen to a planned object. */
export const plannedActions = ['create', 'update', 'keep', 'use', 'delete', 'release', 'fail'] as const

/** The effects of an apply that has not been executed. */
export interface WritePlan {
  applied: Applied[]
  /** The objects of the applications concerned, each before the objects that it owns. */
  objects: PlannedObject[]
  /** The runtimes that would be chosen now, for the instances without one. */
  placements: PlannedPlacement[]
  /** The number of further applications concerned, which the plan does not resolve. */
  omitted: number
}

/** An object that a deletion concerns. */
export interface DeletionStep {
  object: StoredObject
  /** The objects for which it stays; empty if it is deleted. */
  keptBy: readonly StoredObject[]
  /** The number of resources that it has in clusters. */
  resources: number
  /** The resources whose deletion destroys data. */
  data: readonly string[]
}

/** An object after a write, with the differences between its desired states before and after; for a deletion, all fields. */
export type WrittenObject = StoredObject &
  Pick<Applied, 'differences' | 'warnings'> & {
    /** The IDs of the objects that its spec refers to, by field, if the write had to find them, and the actor may read them. */
    references?: ObjectView['references'] | undefined
  }
