import type { Cluster } from '../kube/client/cluster.ts'
import { isKubeError, isUnavailable } from '../kube/client/kube-error.ts'
import { explainHealth } from '../kube/health/explain.ts'
import type { Health } from '../kube/health/health.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import type { ResourceState, SyncResult } from '../kube/apply/sync.ts'

/** The health of all resources of an object in one state, with a message about the most important ones. */
export interface AggregateHealth {
  state: 'ready' | 'progressing' | 'failed'
  reason: string
  message: string
  /** The shortest grace of all failures, in milliseconds; undefined when none specifies one. */
  grace?: number | undefined
  /** Reports whether the object has to be polled soon, because no watch may report the progress. */
  urgent: boolean
}

/**
 * Aggregates the health of resources. Failures, also of resources that cannot be pruned, take precedence over progress, progress over
 * resources being pruned.
 */
export async function aggregateHealth(
  cluster: Cluster,
  { resources, leaving }: SyncResult,
  signal: AbortSignal,
): Promise<AggregateHealth> {
  const isRefused = ({ health }: ResourceState): boolean => health.state === 'failed'
  const explained = [...(await explainAll(cluster, resources, signal)), ...leaving.filter(isRefused)]
  const failures = explained.filter(({ health }) => health.state === 'failed')
  const unready = explained.filter(({ health }) => health.state !== 'ready')
  const [worst] = [...failures, ...unready]
  if (worst === undefined && leaving.length === 0)
    return { state: 'ready', reason: 'Ready', message: '', urgent: false }
  if (worst === undefined) {
    const [first] = leaving
    const message = `${first?.key ?? ''} ${first?.health.message ?? 'is being deleted'}${others(leaving.length - 1)}.`
    return { state: 'progressing', reason: 'Pruning', message, urgent: true }
  }
  const { length: count } = failures.length > 0 ? failures : unready
  const graces = failures.flatMap(({ health: { grace } }) => grace ?? [])
  const reported = failures.length > 0 ? failures.slice(0, maxReportedFailures) : [worst]
  return {
    state: failures.length > 0 ? 'failed' : 'progressing',
    reason: worst.health.reason,
    message: `${reported.map(sentence).join('; ')}${others(count - reported.length)}.`,
    grace: graces.length === 0 ? undefined : Math.min(...graces),
    urgent: unready.some(({ health }) => health.state === 'terminating'),
  }
}

/** Returns what is reported of a resource, without the full stop that messages of clusters may have. */
function sentence({ key, health: { message } }: Explained): string {
  return `${key}: ${message.replace(/\.+$/, '')}`
}

/** The most failures in one message: about as many as a user fixes at once. */
const maxReportedFailures = 3

function others(count: number): string {
  if (count <= 0) return ''
  return count === 1
    ? ' (and 1 other resource is not ready)'
    : ` (and ${count} other resources are not ready)`
}

type Explained = Pick<ResourceState, 'key' | 'health'>

/** The most resources whose health is explained with further requests: enough to find the root cause. */
const maxExplained = 20

/** Returns the health of each resource, explained by its pods and events where they have a better reason. */
async function explainAll(
  { client }: Cluster,
  resources: readonly ResourceState[],
  signal: AbortSignal,
): Promise<Explained[]> {
  const unready = resources.filter(({ health }) => health.state !== 'ready')
  const selected = new Set(unready.sort(failedFirst).slice(0, maxExplained))
  return mapWithLimit(resources, 4, async (state) => {
    const { key, live, type, health } = state
    if (live === undefined || !selected.has(state)) return { key, health }
    const explained = explainHealth(client, { live, type, health }, signal)
    return { key, health: await explained.catch((error: unknown) => unexplained(health, error)) }
  })
}

/** Returns the health of a resource whose pods or events may not be read. Throws if the cluster is unavailable. */
function unexplained(health: Health, error: unknown): Health {
  // In this order, the types of both conditions leave an error of the cluster.
  if (isUnavailable(error) || !isKubeError(error)) throw error
  const { failure, message } = error
  const why = failure === 'forbidden' ? `finding out why ${message}` : message
  return { ...health, message: `${health.message}; ${why}` }
}

function failedFirst(a: ResourceState, b: ResourceState): number {
  return Number(b.health.state === 'failed') - Number(a.health.state === 'failed')
}
