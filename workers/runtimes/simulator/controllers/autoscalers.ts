import { timestamp } from '../context.ts'
import { at, equal, objectOf, stringOf } from '../json.ts'
import { withCondition } from './conditions.ts'
import { itself, splitKey, type Controller } from './controller.ts'
import type { Condition } from './kinds.ts'
import { getKind } from './stored.ts'

/** Autoscalers find their target, but no metrics: as in a cluster without a metrics server. */
export const autoscalerController: Controller = {
  name: 'horizontal-pod-autoscaler',
  watches: { 'horizontalpodautoscalers.autoscaling': itself },
  async reconcile(key, { context, writes }) {
    const scaler = getKind(context.store, 'horizontalpodautoscalers.autoscaling', splitKey(key))
    if (scaler === undefined) return
    const target = objectOf(at(scaler, 'spec', 'scaleTargetRef'))
    const kind = `${stringOf(target['kind']).toLowerCase()}s.apps`
    const found = context.store.get({
      resource: kind,
      namespace: scaler.metadata.namespace ?? '',
      name: stringOf(target['name']),
    })
    const replicas = at(found, 'spec', 'replicas')
    const before = objectOf(scaler['status'])
    const now = timestamp(context.now())
    const able: Condition =
      found === undefined
        ? {
            type: 'AbleToScale',
            status: 'False',
            reason: 'FailedGetScale',
            message: `the HPA controller was unable to get the target's current scale: ${kind} "${stringOf(target['name'])}" not found`,
          }
        : {
            type: 'AbleToScale',
            status: 'True',
            reason: 'SucceededGetScale',
            message: "the HPA controller was able to get the target's current scale",
          }
    // Conditions of autoscalers were written by withCondition only.
    let conditions = withCondition(before['conditions'] as Condition[] | undefined, able, now)
    if (found !== undefined)
      conditions = withCondition(
        conditions,
        {
          type: 'ScalingActive',
          status: 'False',
          reason: 'FailedGetResourceMetric',
          message:
            'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
        },
        now,
      )
    const status = {
      ...before,
      conditions,
      ...(typeof replicas === 'number' ? { currentReplicas: replicas } : {}),
    }
    if (!equal(before, status))
      await writes.updateStatus(scaler, (draft) => {
        draft['status'] = status
      })
  },
}
