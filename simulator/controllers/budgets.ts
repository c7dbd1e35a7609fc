import { timestamp } from '../context.ts'
import { at, equal, numberOf, objectOf } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Condition, Pod } from '../objects/kinds.ts'
import { getKind, listKind } from '../objects/stored.ts'
import { matchesSelector } from '../selectors/selectors.ts'
import type { KubeObject } from '../storage/object.ts'
import { resolveIntOrPercent } from './int-or-percent.ts'
import {
  controllerOf,
  isDeleting,
  itself,
  keyOf,
  splitKey,
  type Control,
  type Controller,
} from './controller.ts'
import { hasEnded, isReady } from './pods.ts'

/** Computes how many pods of each budget may be disrupted now. */
export const budgetController: Controller = {
  name: 'disruption',
  watches: {
    'poddisruptionbudgets.policy': itself,
    pods: ({ object }, { store }) =>
      store
        .list('poddisruptionbudgets.policy', object.metadata.namespace)
        .filter((budget) =>
          matchesSelector(objectOf(budget['spec'])['selector'], object.metadata.labels ?? {}),
        )
        .map(keyOf),
  },
  async reconcile(key, control) {
    const budget = getKind(control.context.store, 'poddisruptionbudgets.policy', splitKey(key))
    if (budget !== undefined && !isDeleting(budget)) await report(budget, control)
  },
}

async function report(budget: KubeObject, control: Control): Promise<void> {
  const { context, writes } = control
  const spec = objectOf(budget['spec'])
  const pods = listKind(context.store, 'pods', budget.metadata.namespace).filter(
    (pod) => matchesSelector(spec['selector'], pod.metadata.labels ?? {}) && !hasEnded(pod),
  )
  const { expected, desired } = demands(spec, pods, control)
  const healthy = pods.filter((pod) => isReady(pod) && !isDeleting(pod)).length
  const allowed = expected === 0 ? 0 : Math.max(0, healthy - desired)
  const before = objectOf(budget['status'])
  const condition: Condition = {
    type: 'DisruptionAllowed',
    status: allowed > 0 ? 'True' : 'False',
    reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration: budget.metadata.generation,
  }
  const status = {
    currentHealthy: healthy,
    desiredHealthy: desired,
    disruptionsAllowed: allowed,
    expectedPods: expected,
    observedGeneration: budget.metadata.generation,
    // Only withCondition writes the conditions of budgets.
    conditions: withCondition(
      before['conditions'] as Condition[] | undefined,
      condition,
      timestamp(context.now()),
    ),
  }
  if (!equal(before, status))
    await writes.updateStatus(budget, (draft) => {
      draft['status'] = status
    })
}

function demands(
  spec: KubeObject[string] & object,
  pods: readonly Pod[],
  control: Control,
): { expected: number; desired: number } {
  const { minAvailable, maxUnavailable } = objectOf(spec)
  if (typeof minAvailable === 'number') return { expected: pods.length, desired: minAvailable }
  const expected = expectedPods(pods, control)
  if (typeof minAvailable === 'string')
    return { expected, desired: resolveIntOrPercent(minAvailable, expected, 'up') }
  const missing =
    typeof maxUnavailable === 'number' || typeof maxUnavailable === 'string'
      ? resolveIntOrPercent(maxUnavailable, expected, 'up')
      : 0
  return { expected, desired: Math.max(0, expected - missing) }
}

/** Returns the expected number of pods, according to their owners. */
function expectedPods(pods: readonly Pod[], { context }: Control): number {
  const owners = new Map<string, number>()
  for (const pod of pods) {
    const owner = controllerOf(pod)
    if (owner === undefined || owners.has(owner.uid)) continue
    const resource =
      owner.kind === 'ReplicaSet'
        ? 'replicasets.apps'
        : owner.kind === 'StatefulSet'
          ? 'statefulsets.apps'
          : undefined
    const found =
      resource === undefined
        ? undefined
        : context.store.get({ resource, namespace: pod.metadata.namespace ?? '', name: owner.name })
    owners.set(owner.uid, found === undefined ? 1 : numberOf(at(found, 'spec', 'replicas'), 1))
  }
  return [...owners.values()].reduce((sum, count) => sum + count, 0)
}
