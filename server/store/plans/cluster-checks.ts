import { maxPackedWorkload, type QueryWorkers } from '../../../schema/cluster-queries.ts'
import { isPlatformError } from '../../../schema/errors.ts'
import type { PlannedResource, ResourceCheck } from '../../../schema/graphql/store-plans.ts'
import { packed } from '../../../schema/packed-text.ts'
import type { WorkloadToCheck } from '../../../schema/resource-checks.ts'
import { keyText } from '../lookups.ts'

/*
 * The resources of a plan are checked by the API servers of their clusters, which only workers reach. That happens after the transaction
 * of the plan, and a plan without an answer is still a plan: it says what was not checked, and why.
 */

/** A workload in a runtime, or why it cannot be checked there. */
export interface CheckTarget {
  object: PlannedResource['object']
  /** The name of the runtime; empty if none is chosen yet. */
  runtime: string
  /** The ID of the runtime, or why there is nothing to ask. */
  place: { id: bigint } | { reason: string; message: string }
  workload: WorkloadToCheck
}

/** The most resources that are checked for a plan, each in each of its runtimes. */
const maxChecks = 1000
/** The most workloads that are checked at the same time. */
const concurrency = 4
/** The time in milliseconds after which a plan no longer waits for clusters. */
const checkTimeout = 10_000

interface ToCheck {
  resources: readonly PlannedResource[]
  targets: readonly CheckTarget[]
  /** The milliseconds after which the answers of clusters are not awaited any longer. @default 10000 */
  deadline?: number
}

/** Returns the resources with what the API servers of their clusters say about them. */
export async function checkedResources(
  queryWorkers: QueryWorkers,
  { resources, targets, deadline = checkTimeout }: ToCheck,
): Promise<PlannedResource[]> {
  const until = { at: Date.now() + deadline, seconds: deadline / 1000 }
  const waiting = withinLimit(targets)
  const checks: Checked[] = []
  const next = async (): Promise<void> => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift())
      checks.push(...(await checksOf(queryWorkers, target, until)))
  }
  await Promise.all(Array.from({ length: concurrency }, next))
  const byName = Map.groupBy(checks, keyOf)
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
  until: { at: number; seconds: number },
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
  if (Date.now() >= until.at) {
    addUnchecked('DeadlineExceeded', `the plan has waited for other clusters for ${until.seconds} seconds`)
    return checks
  }
  const text = packed(JSON.stringify(workload))
  if (text.length > maxPackedWorkload) {
    addUnchecked('TooLarge', 'the manifests are too large for a message to a worker')
    return checks
  }
  let timer: NodeJS.Timeout | undefined
  try {
    const answers = queryWorkers({ about: 'dryRun', objectId: String(place.id), packed: text })
    timer = setTimeout(() => void answers.return?.(), until.at - Date.now())
    for await (const batch of answers) checks.push(...batch.map((each) => ({ ...each, object, runtime })))
    addUnchecked('DeadlineExceeded', `the cluster did not answer within ${until.seconds} seconds`)
  } catch (error) {
    if (!isPlatformError(error)) throw error
    addUnchecked(error.code, error.message)
  } finally {
    clearTimeout(timer)
  }
  return checks
}
