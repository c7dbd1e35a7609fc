import { at, numberOf, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../json.ts'
import type { Pod } from '../objects/kinds.ts'
import { listKind } from '../objects/stored.ts'
import { formatQuantity } from '../schema/quantity.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import { isActive, isReady } from './pods.ts'
import { nanosOf, requestsOf, type MeasuredResource } from './pod-usage.ts'

/*
 * How many replicas an autoscaler wants: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#algorithm-details
 */

/** The stored resource of the metrics of pods, which exists while a metrics server runs. */
export const podMetrics = 'pods.metrics.k8s.io'

/** The annotation of a HorizontalPodAutoscaler with the value of an external metric, which its owner measures. */
export const externalMetricPrefix = 'external.simulator.qleetos.io/'

/** The ratio of the current to the desired value from which the number of replicas changes. */
const tolerance = 0.1

export type Recommendation =
  | { replicas: number; reason: string; current: JsonObject[] }
  /** No metric is available. */
  | { missing: string; isExternal: boolean }

interface Scaled {
  scaler: KubeObject
  target: KubeObject
  replicas: number
  store: Store
}

/** Returns the largest number of replicas that a metric asks for; undefined if the autoscaler has no metrics. */
export function recommend(scaled: Scaled): Recommendation | undefined {
  const metrics = objectsOf(at(scaled.scaler, 'spec', 'metrics'))
  let best: Extract<Recommendation, { replicas: number }> | undefined
  for (const metric of metrics) {
    const one =
      stringOf(metric['type']) === 'External' ? ofExternal(scaled, metric) : ofResource(scaled, metric)
    if ('missing' in one) return one
    const current = [...(best?.current ?? []), ...one.current]
    best = best === undefined || one.replicas > best.replicas ? { ...one, current } : { ...best, current }
  }
  return best
}

function ofResource({ target, replicas, store, scaler }: Scaled, metric: JsonObject): Recommendation {
  const name: MeasuredResource = at(metric, 'resource', 'name') === 'memory' ? 'memory' : 'cpu'
  const failed = `failed to get ${name} utilization`
  const selector = at(target, 'spec', 'selector')
  const pods = listKind(store, 'pods', target.metadata.namespace).filter(
    (pod) => isActive(pod) && matchesSelector(selector, pod.metadata.labels ?? {}),
  )
  const measured = pods.flatMap((pod) => {
    const metrics = store.get({
      resource: podMetrics,
      namespace: pod.metadata.namespace ?? '',
      name: pod.metadata.name,
    })
    return metrics === undefined || !isReady(pod) ? [] : [{ pod, usage: usageIn(metrics, name) }]
  })
  if (measured.length === 0)
    return {
      isExternal: false,
      missing: `${failed}: unable to get metrics for resource ${name}: no metrics returned from resource metrics API`,
    }
  const used = measured.reduce((sum, { usage }) => sum + usage, 0n)
  const wanted = objectOf(at(metric, 'resource', 'target'))
  const average = used / BigInt(measured.length)
  const unit = { nanos: average, format: name === 'cpu' ? ('decimal' as const) : ('binary' as const) }
  if (wanted['averageUtilization'] === undefined) {
    const ratio = Number(average) / Number(nanosOf(stringOf(wanted['averageValue'])))
    return {
      replicas: replicasFor(ratio, measured.length, replicas),
      reason: `${name} resource above target`,
      current: [currentOf(name, { averageValue: formatQuantity(unit) })],
    }
  }
  const requested = requestsOfAll(
    measured.map(({ pod }) => pod),
    name,
  )
  if (requested === undefined)
    return {
      isExternal: false,
      missing: `${failed}: missing request for ${name} in pods of ${scaler.metadata.name}`,
    }
  const utilization = Number((used * 100n) / requested)
  const ratio = utilization / numberOf(wanted['averageUtilization'], 1)
  return {
    replicas: replicasFor(ratio, measured.length, replicas),
    reason: `${name} resource utilization (percentage of request) above target`,
    current: [currentOf(name, { averageUtilization: utilization, averageValue: formatQuantity(unit) })],
  }
}

function ofExternal({ scaler, replicas }: Scaled, metric: JsonObject): Recommendation {
  const name = stringOf(at(metric, 'external', 'metric', 'name'))
  const value = scaler.metadata.annotations?.[`${externalMetricPrefix}${name}`]
  if (value === undefined)
    return { isExternal: true, missing: `unable to get external metric ${name}: no metrics returned` }
  const wanted = Number(nanosOf(stringOf(at(metric, 'external', 'target', 'averageValue'))))
  const exact = Number(nanosOf(value)) / wanted
  const ratio = exact / Math.max(1, replicas)
  return {
    replicas: Math.abs(ratio - 1) <= tolerance ? replicas : Math.ceil(exact),
    reason: `external metric ${name}(nil) above target`,
    current: [{ type: 'External', external: { metric: { name }, current: { averageValue: value } } }],
  }
}

function currentOf(name: string, current: JsonObject): JsonObject {
  return { type: 'Resource', resource: { name, current } }
}

function replicasFor(ratio: number, measured: number, replicas: number): number {
  return Math.abs(ratio - 1) <= tolerance ? replicas : Math.ceil(ratio * measured)
}

function requestsOfAll(pods: readonly Pod[], resource: MeasuredResource): bigint | undefined {
  let total = 0n
  for (const pod of pods) {
    const requested = requestsOf(pod, resource)
    if (requested === undefined || requested === 0n) return undefined
    total += requested
  }
  return total
}

function usageIn(metrics: KubeObject, resource: MeasuredResource): bigint {
  const containers: Json[] = objectsOf(metrics['containers'])
  return containers
    .map((container) => nanosOf(stringOf(at(container, 'usage', resource))))
    .reduce((sum, usage) => sum + usage, 0n)
}
