import { timestamp, type ClusterContext } from '../context.ts'
import { at, equal, numberOf, objectOf, stringOf } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { getKind } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import { itself, keyOf, splitKey, type Control, type Controller } from './controller.ts'
import { podMetrics, recommend, type Recommendation } from './autoscaler-metrics.ts'
import { recordEvent } from './events.ts'

const autoscalers = 'horizontalpodautoscalers.autoscaling'

/** Scales the targets of autoscalers by their metrics, and keeps them within their limits. */
export const autoscalerController: Controller = {
  name: 'horizontal-pod-autoscaler',
  watches: {
    [autoscalers]: itself,
    'deployments.apps': scalersOf,
    'replicasets.apps': scalersOf,
    'statefulsets.apps': scalersOf,
    [podMetrics]: ({ object }, { store }) => store.list(autoscalers, object.metadata.namespace).map(keyOf),
  },
  async reconcile(key, control) {
    const { context, writes } = control
    const scaler = getKind(context.store, autoscalers, splitKey(key))
    if (scaler === undefined) {
      recommendationsIn(context).delete(key)
      return
    }
    const target = targetOf(scaler, context.store)
    const replicas = at(target, 'spec', 'replicas')
    const found =
      typeof replicas === 'number' && target !== undefined && replicas > 0
        ? recommend({ scaler, target, replicas, store: context.store })
        : undefined
    const wanted =
      found !== undefined && 'replicas' in found
        ? stabilized(scaler, found, { replicas: Number(replicas), key, control })
        : undefined
    const limited = typeof replicas === 'number' ? withinLimits(scaler, replicas, wanted) : undefined
    if (target !== undefined && limited?.reason !== undefined) {
      await writes.updateScale(target, limited.replicas)
      await recordEvent(control, scaler, {
        source: { component: 'horizontal-pod-autoscaler' },
        fact: {
          type: 'Normal',
          reason: 'SuccessfulRescale',
          message: `New size: ${limited.replicas}; reason: ${limited.reason}`,
        },
      })
    }
    const missing = missingMetric(found, context.store)
    const before = objectOf(scaler['status'])
    const now = timestamp(context.now())
    // Only withCondition writes the conditions of autoscalers.
    let conditions = before['conditions'] as Condition[] | undefined
    for (const condition of conditionsOf(scaler, target, { limited, found, missing }))
      conditions = withCondition(conditions, condition, now)
    const status = {
      ...before,
      conditions: conditions ?? [],
      ...(found !== undefined && 'replicas' in found ? { currentMetrics: found.current } : {}),
      ...(limited === undefined
        ? {}
        : {
            currentReplicas: Number(replicas),
            desiredReplicas:
              limited.reason === undefined ? numberOf(before['desiredReplicas'], 0) : limited.replicas,
          }),
      ...(limited?.reason === undefined ? {} : { lastScaleTime: now }),
    }
    if (equal(before, status)) return
    await writes.updateStatus(scaler, (draft) => {
      draft['status'] = status
    })
  },
}

/** Returns the autoscalers of the namespace that target an object. */
function scalersOf({ object }: StoreEvent, { store }: { store: Store }): string[] {
  return store
    .list(autoscalers, object.metadata.namespace)
    .filter((scaler) => targetOf(scaler, store)?.metadata.uid === object.metadata.uid)
    .map(keyOf)
}

function targetResource(scaler: KubeObject): { resource: string; name: string } {
  const target = objectOf(at(scaler, 'spec', 'scaleTargetRef'))
  return { resource: `${stringOf(target['kind']).toLowerCase()}s.apps`, name: stringOf(target['name']) }
}

function targetOf(scaler: KubeObject, store: Store): KubeObject | undefined {
  return store.get({ ...targetResource(scaler), namespace: scaler.metadata.namespace ?? '' })
}

interface Limited {
  replicas: number
  /** The reason for a change of the number. */
  reason?: string
}

/** Limits the replicas: without metrics, the number changes only if it is outside the limits. */
function withinLimits(scaler: KubeObject, replicas: number, wanted: Limited | undefined): Limited {
  const min = Number(at(scaler, 'spec', 'minReplicas') ?? 1)
  const max = Number(at(scaler, 'spec', 'maxReplicas'))
  // Zero replicas switch autoscaling off.
  if (replicas === 0) return { replicas }
  if (replicas > max) return { replicas: max, reason: 'Current number of replicas above Spec.MaxReplicas' }
  if (replicas < min) return { replicas: min, reason: 'Current number of replicas below Spec.MinReplicas' }
  if (wanted === undefined) return { replicas }
  const between = Math.min(max, Math.max(min, wanted.replicas))
  return between === replicas ? { replicas } : { ...wanted, replicas: between }
}

/** A recommendation in the past. */
interface Recommended {
  time: number
  replicas: number
}

/** The recommendations for each autoscaler within its stabilisation window, by its key. */
const recommendations = new WeakMap<ClusterContext, Map<string, Recommended[]>>()

function recommendationsIn(context: ClusterContext): Map<string, Recommended[]> {
  const known = recommendations.get(context) ?? new Map<string, Recommended[]>()
  recommendations.set(context, known)
  return known
}

/** Returns the number of replicas of a recommendation: fewer only once no more were wanted for some time. */
function stabilized(
  scaler: KubeObject,
  found: { replicas: number; reason: string },
  { replicas, key, control }: { replicas: number; key: string; control: Control },
): Limited {
  const { context, enqueueAfter } = control
  const window = at(scaler, 'spec', 'behavior', 'scaleDown', 'stabilizationWindowSeconds')
  const milliseconds = numberOf(window, 300) * 1000
  const now = context.now().getTime()
  const known = recommendationsIn(context)
  const recent = (known.get(key) ?? []).filter(({ time }) => time > now - milliseconds)
  known.set(key, [...recent, { time: now, replicas: found.replicas }])
  if (found.replicas >= replicas) return found
  const highest = recent.filter((each) => each.replicas > found.replicas)
  const last = highest.at(-1)
  if (last !== undefined) enqueueAfter(key, last.time + milliseconds - now + 1)
  const most = Math.max(found.replicas, ...highest.map((each) => each.replicas))
  return { replicas: Math.min(replicas, most), reason: 'All metrics below target' }
}

/** Returns why a number of replicas cannot be computed. */
function missingMetric(found: Recommendation | undefined, store: Store): { reason: string; why: string } {
  if (found !== undefined && 'missing' in found && (found.isExternal || store.count(podMetrics) > 0))
    return {
      reason: found.isExternal ? 'FailedGetExternalMetric' : 'FailedGetResourceMetric',
      why: found.missing,
    }
  return {
    reason: 'FailedGetResourceMetric',
    why: 'failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
  }
}

/** What an autoscaler has found out about its target. */
interface Assessment {
  limited: Limited | undefined
  found: Recommendation | undefined
  missing: { reason: string; why: string }
}

function conditionsOf(
  scaler: KubeObject,
  target: KubeObject | undefined,
  { limited, found, missing }: Assessment,
): Condition[] {
  if (target === undefined) {
    const { resource, name } = targetResource(scaler)
    const message = `the HPA controller was unable to get the target's current scale: ${resource} "${name}" not found`
    return [{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message }]
  }
  if (limited?.reason !== undefined) {
    const message = `the HPA controller was able to update the target scale to ${limited.replicas}`
    return [{ type: 'AbleToScale', status: 'True', reason: 'SucceededRescale', message }]
  }
  const able = {
    type: 'AbleToScale',
    status: 'True',
    reason: 'SucceededGetScale',
    message: "the HPA controller was able to get the target's current scale",
  }
  if (limited?.replicas === 0) {
    const message = 'scaling is disabled since the replica count of the target is zero'
    return [able, { type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled', message }]
  }
  if (found !== undefined && 'replicas' in found)
    return [
      able,
      {
        type: 'ScalingActive',
        status: 'True',
        reason: 'ValidMetricFound',
        message: 'the HPA was able to successfully calculate a replica count',
      },
    ]
  return [
    able,
    {
      type: 'ScalingActive',
      status: 'False',
      reason: missing.reason,
      message: `the HPA was unable to compute the replica count: ${missing.why}`,
    },
  ]
}
