import { timestamp } from '../context.ts'
import { at, equal, numberOf, objectOf, stringOf } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Condition } from '../objects/kinds.ts'
import { getKind } from '../objects/stored.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import { itself, keyOf, splitKey, type Controller } from './controller.ts'
import { recordEvent } from './events.ts'

const autoscalers = 'horizontalpodautoscalers.autoscaling'

/** Keeps the targets of autoscalers within their limits; finds no metrics, as in a cluster without a metrics server. */
export const autoscalerController: Controller = {
  name: 'horizontal-pod-autoscaler',
  watches: {
    [autoscalers]: itself,
    'deployments.apps': scalersOf,
    'replicasets.apps': scalersOf,
    'statefulsets.apps': scalersOf,
  },
  async reconcile(key, control) {
    const { context, writes } = control
    const scaler = getKind(context.store, autoscalers, splitKey(key))
    if (scaler === undefined) return
    const target = targetOf(scaler, context.store)
    const replicas = at(target, 'spec', 'replicas')
    const limited = typeof replicas === 'number' ? withinLimits(scaler, replicas) : undefined
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
    const before = objectOf(scaler['status'])
    const now = timestamp(context.now())
    // Only withCondition writes the conditions of autoscalers.
    let conditions = before['conditions'] as Condition[] | undefined
    for (const condition of conditionsOf(scaler, target, limited))
      conditions = withCondition(conditions, condition, now)
    const status = {
      ...before,
      conditions: conditions ?? [],
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
function withinLimits(scaler: KubeObject, replicas: number): Limited {
  const min = Number(at(scaler, 'spec', 'minReplicas') ?? 1)
  const max = Number(at(scaler, 'spec', 'maxReplicas'))
  // Zero replicas switch autoscaling off.
  if (replicas === 0) return { replicas }
  if (replicas > max) return { replicas: max, reason: 'Current number of replicas above Spec.MaxReplicas' }
  if (replicas < min) return { replicas: min, reason: 'Current number of replicas below Spec.MinReplicas' }
  return { replicas }
}

function conditionsOf(
  scaler: KubeObject,
  target: KubeObject | undefined,
  limited: Limited | undefined,
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
  return [
    able,
    {
      type: 'ScalingActive',
      status: 'False',
      reason: 'FailedGetResourceMetric',
      message:
        'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
    },
  ]
}
