import type { FieldDifference } from '../differences.ts'
import type { PlanBasis } from '../delivery/plan-basis.ts'
import type { DowntimeRisk, Operation } from '../operations/operation.ts'
import type { ResourceChange } from '../resource-changes.ts'
import type { CheckedResource } from '../resource-checks.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { Reach } from './store-rollouts.ts'
import type { PlannedObject, PlannedPlacement } from './store-writes.ts'

/* Plans: what a mutation would do, recorded so that exactly that can be done later, or nothing. */

/** A mutation with its arguments, which a plan repeats. */
export interface PlannedRequest {
  mutation: string
  args: Record<string, unknown>
}

/** What a mutation can do with an object. */
export const changeActions = ['create', 'update', 'keep', 'delete'] as const

/** The name of an object; `project` is null for a global one. */
export interface NamedObject {
  kind: string
  project: string | null
  name: string
}

/** What a mutation would do with an object that it names. */
export interface PlannedChange extends NamedObject {
  action: (typeof changeActions)[number]
  differences: FieldDifference[]
  warnings: readonly string[]
  /** The objects that the edit of a definition or a profile reaches. */
  reaches?: Reach
}

/** What a deletion would do with an object that belongs to its targets. */
export interface PlannedDeletion extends NamedObject {
  /** The objects for which it stays; empty if it is deleted. */
  keptBy: readonly NamedObject[]
  /** The number of resources that it has in clusters. */
  resources: number
  /** The resources whose deletion destroys data. */
  data: readonly string[]
}

/** What an application would do in one of its environments. */
export interface PlannedRollout {
  application: { project: string; name: string }
  environment: string
  /** The number of the revision that is chosen now. Null if there is none. */
  from: number | null
  /** The number of the revision that would be chosen at once. Null if there is none. */
  to: number | null
  /** What newer revisions would wait for. Null if they would not. */
  waiting: string | null
  /** The number of the revision that the mutation approves there, whether it is rolled out at once or waits. Null if it approves none. */
  approves: number | null
  /** What decides what the rollout of that revision does. */
  basis: PlanBasis
}

/** What would happen to a resource of a workload in its cluster. */
export interface PlannedResource extends ResourceChange {
  /** The workload, which may not exist yet. */
  object: NamedObject
  /** What the API servers of its clusters say. For information: it does not matter for the execution of a plan. */
  checks?: ResourceCheck[]
  /** Whether a worker has rendered it from a chart. Then all of it is for information. @default false */
  rendered?: boolean
}

/** What an API server says about a resource. */
export interface ResourceCheck extends Omit<CheckedResource, 'resource'> {
  /** The name of the runtime; empty if none is chosen yet. */
  runtime: string
}

/** What the reconciler of an object would do outside of manifests. */
export interface PlannedOperation extends Operation {
  /** The object, which may not exist yet. */
  object: NamedObject
}

/** How much a plan may interrupt an object. */
export interface PlannedRisk {
  object: NamedObject
  risk: DowntimeRisk
  /** Why, each with the object that it is about. */
  reasons: { text: string; about: NamedObject }[]
}

/** What a mutation would do, and what follows from it. */
export interface PlanEffects {
  changes: PlannedChange[]
  /** The objects of the applications concerned, each before the objects that it owns. */
  objects: PlannedObject[]
  placements: PlannedPlacement[]
  /** The number of further applications concerned, whose objects are not listed. */
  omitted: number
  deletions: PlannedDeletion[]
  rollouts: PlannedRollout[]
  resources: PlannedResource[]
  /** For information, as the risks: they follow from what is compared when a plan is executed. */
  operations: PlannedOperation[]
  risks: PlannedRisk[]
  /** What else becomes of it, in sentences. */
  notes: string[]
}

export interface SavedPlan {
  id: string
  /** The name of the actor who has made it. */
  actor: string
  effects: PlanEffects
  createdAt: Date
  expiresAt: Date
  /** Null until it is executed. */
  executedAt: Date | null
  executor: string | null
}

/** An executed plan, and the objects that it has written. */
export interface ExecutedPlan {
  plan: SavedPlan
  objects: StoredObject[]
}
