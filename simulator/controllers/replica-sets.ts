import { type ClusterContext, timestamp } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'
import { equal } from '../json.ts'
import { conditionOf, withCondition, withoutCondition } from '../objects/conditions.ts'
import type { Condition, Pod, ReplicaSet } from '../objects/kinds.ts'
import { getKind, listKind, listOwned, kindOf } from '../objects/stored.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import {
  controllerOf,
  controllerReference,
  isDeleting,
  isOwnedBy,
  itself,
  keyOf,
  ownerOf,
  splitKey,
  type Control,
  type Controller,
} from './controller.ts'
import { availableIn, byWorth, createPod, deletePod, isActive, isReady } from './pods.ts'

const component = 'replicaset-controller'

/** Keeps the declared number of pods of each ReplicaSet. */
export const replicaSetController: Controller = {
  name: 'replicaset',
  watches: {
    'replicasets.apps': itself,
    pods: (event, context) => [...ownerOf('ReplicaSet')(event), ...candidates(event, context)],
  },
  async reconcile(key, control) {
    const set = getKind(control.context.store, 'replicasets.apps', splitKey(key))
    if (set === undefined) return
    const pods = await claimPods(set, control)
    const problem = isDeleting(set) ? undefined : await scale(set, pods, control)
    await report(set, control, problem)
  },
}

/** Returns the sets of a pod: without a controller, those that select it. */
function candidates({ object }: StoreEvent, { store }: ClusterContext): string[] {
  if (controllerOf(object) !== undefined || Object.keys(object.metadata.labels ?? {}).length === 0) return []
  return listKind(store, 'replicasets.apps', object.metadata.namespace)
    .filter((set) => matchesSelector(set.spec.selector, object.metadata.labels ?? {}))
    .map(keyOf)
}

/** Returns the set's pods; adopts matching orphans, and releases own pods that no longer match. */
async function claimPods(set: ReplicaSet, { context, writes }: Control): Promise<Pod[]> {
  const owned: Pod[] = []
  const free = context.store
    .ownedBy('pods', '')
    .filter(({ metadata }) => metadata.namespace === set.metadata.namespace)
    .map((object) => kindOf('pods', object))
  for (const pod of [...listOwned(context.store, 'pods', set), ...free]) {
    const matches = matchesSelector(set.spec.selector, pod.metadata.labels ?? {})
    const isFree = controllerOf(pod) === undefined
    if (isOwnedBy(pod, set)) {
      if (matches) owned.push(pod)
      else if (!isDeleting(set))
        await writes.update(pod, ({ metadata }) => {
          metadata.ownerReferences = (metadata.ownerReferences ?? []).filter(
            ({ uid }) => uid !== set.metadata.uid,
          )
        })
    } else if (matches && isFree && isActive(pod) && !isDeleting(set)) {
      await writes.update(pod, ({ metadata }) => {
        metadata.ownerReferences = [...(metadata.ownerReferences ?? []), controllerReference(set)]
      })
      owned.push(pod)
    }
  }
  return owned
}

async function scale(set: ReplicaSet, pods: readonly Pod[], control: Control): Promise<Error | undefined> {
  const active = pods.filter(isActive)
  const missing = set.spec.replicas - active.length
  try {
    for (let count = 0; count < missing; count++)
      await createPod(control, set, { template: set.spec.template, component })
  } catch (error) {
    if (!hasReason(error, 'Forbidden', 'Invalid')) throw error
    control.enqueueAfter(keyOf(set), 1000)
    return error instanceof Error ? error : undefined
  }
  const surplus = active.sort(byWorth).slice(0, Math.max(0, -missing))
  for (const pod of surplus) await deletePod(control, set, { pod, component })
  return undefined
}

async function report(set: ReplicaSet, control: Control, problem: Error | undefined): Promise<void> {
  const { context, writes } = control
  const pods = listOwned(context.store, 'pods', set)
  const active = pods.filter(isActive)
  const waits = active.map((pod) => availableIn(pod, set.spec.minReadySeconds ?? 0, context.now()))
  const next = Math.min(...waits.flatMap((wait) => (wait === undefined || wait === 0 ? [] : [wait])))
  if (Number.isFinite(next)) control.enqueueAfter(keyOf(set), next)
  const labels = set.spec.template.metadata.labels ?? {}
  const status: ReplicaSet['status'] = {
    replicas: active.length,
    fullyLabeledReplicas: active.filter((pod) => hasLabels(pod, labels)).length,
    readyReplicas: active.filter(isReady).length,
    availableReplicas: waits.filter((wait) => wait === 0).length,
    terminatingReplicas: pods.filter(isDeleting).length,
    observedGeneration: set.metadata.generation,
    conditions: failureCondition(set.status.conditions, problem, timestamp(context.now())),
  }
  if (!equal(withoutZeros(set.status), withoutZeros(status)))
    await writes.updateStatus(set, (draft) => {
      draft['status'] = status
    })
}

function failureCondition(
  conditions: Condition[] | undefined,
  problem: Error | undefined,
  now: string,
): Condition[] | undefined {
  // Keeps the first message: the pod's name in it differs each time, and each write causes another reconcile.
  const isKnown = problem !== undefined && conditionOf(conditions, 'ReplicaFailure') !== undefined
  const result = isKnown
    ? (conditions ?? [])
    : problem === undefined
      ? withoutCondition(conditions, 'ReplicaFailure')
      : withCondition(
          conditions,
          { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: problem.message },
          now,
        )
  return result.length === 0 ? undefined : result
}

function hasLabels({ metadata }: KubeObject, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value)
}

/** Removes counters at zero, which are not written, so that they equal missing ones. */
export function withoutZeros(status: object): object {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== 0 && value !== undefined))
}
