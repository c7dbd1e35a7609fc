import type { RolloutSettings } from '../../schema/delivery/rollout-settings.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { getObject, type Cluster } from '../kube/client/cluster.ts'
import { containersOf, describeContainer } from '../kube/health/container-problem.ts'
import { eventsAbout, lastWarning } from '../kube/health/events.ts'
import { explainHealth } from '../kube/health/explain.ts'
import { number, record, string } from '../kube/health/fields.ts'
import { healthOf } from '../kube/health/health.ts'
import { podsOf } from '../kube/health/pods-of.ts'
import { terminationSummary } from '../kube/health/stable-message.ts'
import type { Values } from './prometheus-values.ts'

/* What a canary is judged by in its cluster: the readiness of its pods, their restarts, and warnings about them. */

export const deployments = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
} as const

/** The result of a measurement: why it failed, or why it has none, or neither. */
export interface Finding {
  failure?: string
  unknown?: string
  metrics?: MetricValues[]
}

interface MetricValues {
  name: string
  values: number[]
}

interface Measured {
  namespace: string
  /** The names of its Deployments. */
  names: readonly string[]
  analysis: NonNullable<RolloutSettings['analysis']>
  /** Earlier warnings do not count. Milliseconds since 1970. */
  since: number
  signal: AbortSignal
}

/** Most pods of a Deployment whose events are read. */
const maxPods = 20

/** Measures the pods of a canary. */
export async function measurePods(cluster: Cluster, measured: Measured): Promise<Finding> {
  for (const name of measured.names) {
    const failure = await failureOf(cluster, name, measured)
    if (failure !== undefined) return { failure }
  }
  return {}
}

async function failureOf(
  { client }: Cluster,
  name: string,
  { namespace, analysis, since, signal }: Measured,
): Promise<string | undefined> {
  const live = await getObject(client, { type: deployments, namespace, name }, signal)
  if (live === undefined) return `Deployment ${name} does not exist.`
  const pods = (await podsOf(client, { live, type: deployments }, signal))?.current ?? []
  const { maxRestarts = 0, ignoreWarnings = false } = analysis
  const restarted = restartedIn(pods, maxRestarts)
  if (restarted !== undefined) return restarted
  const health = await explainHealth(client, { live, type: deployments, health: healthOf(live) }, signal)
  if (health.state !== 'ready') return `Deployment ${name}: ${health.message}.`
  if (ignoreWarnings) return undefined
  for (const pod of pods.slice(0, maxPods)) {
    const events = await eventsAbout(client, pod, signal)
    const warning = lastWarning(events.filter(({ last }) => last > since))
    if (warning !== undefined)
      return `Pod ${pod.metadata.name} has the warning ${warning.reason}: ${warning.message}`
  }
  return undefined
}

/** Describes the restarts of containers, if there are more than tolerated. */
function restartedIn(pods: readonly KubeObject[], tolerated: number): string | undefined {
  const all = pods.flatMap((pod) =>
    containersOf(pod).map((container) => ({
      container,
      pod: pod.metadata.name,
      count: number(container.status['restartCount']) ?? 0,
    })),
  )
  const sum = all.reduce((total, { count }) => total + count, 0)
  const [most] = all.toSorted((one, other) => other.count - one.count)
  if (most === undefined || sum <= tolerated) return undefined
  const { container, pod, count } = most
  const { state, lastState } = container.status
  const terminated = record(record(state)['terminated'] ?? record(lastState)['terminated'])
  const code = number(terminated['exitCode'])
  const reason = string(terminated['reason'])
  const output = terminationSummary(string(terminated['message']))
  const often = count === 1 ? 'once' : `${count} times`
  const end = code === undefined ? '' : `, last with exit code ${code}`
  const why = reason === '' || reason === 'Error' ? '' : ` (${reason})`
  return `${describeContainer(container)} of pod ${pod} has restarted ${often}${end}${why}${output === '' ? '.' : `: ${output}`}`
}

type Metric = NonNullable<NonNullable<RolloutSettings['analysis']>['metrics']>[number]

/** Most values of a metric that are kept. */
const maxValues = 10

/** Measures metrics. One that fails weighs more than one without data. */
export async function measureMetrics(
  metrics: readonly Metric[],
  valuesOf: (metric: Metric) => Promise<Values>,
): Promise<Finding> {
  const measured = await Promise.all(
    metrics.map(async (metric) => ({ metric, found: await valuesOf(metric) })),
  )
  const failed = measured.flatMap(({ metric, found }) => outOfRange(metric, found.values ?? []) ?? [])[0]
  const unknown = measured.find(({ found }) => found.unknown !== undefined)
  return {
    metrics: measured.map(({ metric: { name }, found }) => ({
      name,
      values: (found.values ?? []).filter(Number.isFinite).slice(0, maxValues),
    })),
    ...(failed === undefined ? {} : { failure: failed }),
    ...(unknown === undefined
      ? {}
      : { unknown: `Metric ${unknown.metric.name}: ${unknown.found.unknown ?? ''}` }),
  }
}

function outOfRange({ name, min, max }: Metric, values: readonly number[]): string | undefined {
  const low = values.find((value) => min !== undefined && value < min)
  if (low !== undefined) return `Metric ${name} is ${low}, less than ${min}.`
  const high = values.find((value) => max !== undefined && value > max)
  return high === undefined ? undefined : `Metric ${name} is ${high}, more than ${max}.`
}
