import { maxPackedWorkload, type QueryWorkers } from '../../../schema/cluster-queries.ts'
import type { PlannedResource, ResourceCheck } from '../../../schema/graphql/store-plans.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { pack } from '../../../schema/packed-text.ts'
import type { WorkloadToCheck } from '../../../schema/resource-checks.ts'
import { createTurns, type TakeTurn } from '../../pacing/turns.ts'
import { keyText } from '../lookups.ts'
import { deadlineIn, readAnswers, type Deadline } from './answers.ts'

/*
 * The resources of a plan are checked by the API servers of their clusters, which only workers reach. That happens after the transaction
 * of the plan, and a plan without an answer is still a plan: it says what was not checked, and why.
 */

/** A runtime that a plan asks about an object. */
export interface AskedRuntime {
  object: PlannedResource['object']
  /** The name of the runtime; empty if none is chosen yet. */
  runtime: string
  /** The ID of the runtime, or why there is nothing to ask. */
  place: { id: bigint } | { reason: string; message: string }
}

/** A workload in a runtime, or why it cannot be checked there. */
export interface CheckTarget extends AskedRuntime {
  workload: WorkloadToCheck
}

/** The most resources that are checked for a plan, each in each of its runtimes. */
const maxChecks = 1000
/** The most workloads that are checked at the same time. */
const concurrency = 4

interface ToCheck {
  resources: readonly PlannedResource[]
  targets: readonly CheckTarget[]
  /** The milliseconds after which the answers of clusters are not awaited any longer. @default 10000 */
  deadline?: number
}

/** Returns the resources with what the API servers of their clusters say about them. */
export async function checkedResources(
  queryWorkers: QueryWorkers,
  { resources, targets, deadline }: ToCheck,
): Promise<PlannedResource[]> {
  const limits = { until: deadlineIn(deadline), takeTurn: createTurns() }
  const checks = await mapWithLimit(withinLimit(targets), concurrency, (target) =>
    checksOf(queryWorkers, target, limits),
  )
  const byName = Map.groupBy(checks.flat(), keyOf)
  return resources.map((each) => ({
    ...each,
    checks: (byName.get(keyOf(each)) ?? []).map(({ runtime, result, reason, message, fields }) => ({
      runtime,
      result,
      reason,
      message,
      fields,
    })),
  }))
}

interface Checked extends ResourceCheck {
  object: PlannedResource['object']
  resource: string
}

function keyOf({ object, resource }: Pick<Checked, 'object' | 'resource'>): string {
  return `${keyText(object)} ${resource}`
}

/** Returns the targets, of which those beyond the limit are not asked. */
function withinLimit(targets: readonly CheckTarget[]): CheckTarget[] {
  let left = maxChecks
  return targets.map((target) => {
    left -= target.workload.resources.length
    const message = `a plan has at most ${maxChecks} checks of resources in clusters`
    return left >= 0 ? target : { ...target, place: { reason: 'TooMany', message } }
  })
}

async function checksOf(
  queryWorkers: QueryWorkers,
  { object, runtime, place, workload }: CheckTarget,
  { until, takeTurn }: { until: Deadline; takeTurn: TakeTurn },
): Promise<Checked[]> {
  const checks: Checked[] = []
  const addUnchecked = (reason: string, message: string): void => {
    const known = new Set(checks.map(({ resource }) => resource))
    for (const resource of workload.resources)
      if (!known.has(resource))
        checks.push({ object, runtime, resource, result: 'unchecked', reason, message, fields: [] })
  }
  if (!('id' in place)) {
    addUnchecked(place.reason, place.message)
    return checks
  }
  if (until.passed.aborted) {
    addUnchecked('DeadlineExceeded', `the plan has waited for other clusters for ${until.seconds} seconds`)
    return checks
  }
  const text = await takeTurn(() => pack(JSON.stringify(workload)))
  if (text.length > maxPackedWorkload) {
    addUnchecked('TooLarge', 'the manifests are too large for a message to a worker')
    return checks
  }
  const query = { about: 'dryRun', objectId: String(place.id), packed: text } as const
  const { reason, message } = await readAnswers(queryWorkers, { query, until }, (batch) =>
    checks.push(...batch.map((each) => ({ ...each, object, runtime }))),
  )
  addUnchecked(reason, message)
  return checks
}
