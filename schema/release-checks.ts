import { z } from 'zod'
import type { ResourceRisk } from './operations/resource-risks.ts'
import type { ResourceChange } from './resource-changes.ts'
import { CheckRules, type CheckedResource } from './resource-checks.ts'

/*
 * What a change does to the resources of a Helm workload. Only workers render charts, so they find out what changes, and what API servers
 * say about it. Secret values of the chart are stand-ins: what is rendered with them can be shown.
 */

const Spec = z.record(z.string(), z.unknown())

/** A release before or after a change. */
const ReleaseState = z.object({
  /** The spec of its HelmWorkloadDefinition. */
  definition: Spec,
  /** The spec of its HelmWorkloadInstance. */
  instance: Spec,
  /** The password of its repository, sealed by the server, which opens it for workers. */
  sealedPassword: z.string().optional(),
  /** The state of the reconciler of the definition, which has the chart that it has found. */
  found: Spec,
})
export type ReleaseState = z.infer<typeof ReleaseState>

export const ReleaseToCheck = CheckRules.extend({
  /** What has been applied of it: nothing completely yet, its install, or an upgrade. */
  installed: z.enum(['none', 'install', 'upgrade']),
  /** @default it is new */
  before: ReleaseState.optional(),
  after: ReleaseState,
})
export type ReleaseToCheck = z.infer<typeof ReleaseToCheck>

/** A resource of a release that would change, with what its API server says about it, and the risk of the change. */
export interface CheckedChange {
  change: ResourceChange
  check: Omit<CheckedResource, 'resource'>
  /** Absent if nothing that runs is affected. */
  risk?: ResourceRisk
}

/** A part of what a worker finds out about a release. */
export interface ReleaseFindings {
  changes: readonly CheckedChange[]
  /** The number of further resources, which are not listed. */
  omitted: number
  /** Why its resources are not listed; empty if they are. */
  problem: string
  isLast: boolean
}
