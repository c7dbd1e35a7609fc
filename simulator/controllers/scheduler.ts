import { timestamp, type ClusterContext } from '../context.ts'
import { at, objectsOf, own, stringOf } from '../json.ts'
import { behaviourOf } from '../objects/behaviour.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Pod } from '../objects/kinds.ts'
import { getKind, listKind } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'
import { isDeleting, itself, keyOf, splitKey, type Control, type Controller } from './controller.ts'
import { requiredNodeOf } from './daemon-sets.ts'
import { recordEvent } from './events.ts'
import { hasEnded } from './pods.ts'

const source = { component: 'default-scheduler' }

/** Assigns each pod to a node: the ready one with the fewest pods that it may run on. */
export const schedulerController: Controller = {
  name: 'scheduler',
  component: 'kube-scheduler',
  watches: { pods: itself, nodes: waitingPods, persistentvolumeclaims: waitingPods },
  async reconcile(key, control) {
    const { store } = control.context
    const pod = getKind(store, 'pods', splitKey(key))
    if (pod === undefined || isDeleting(pod) || hasEnded(pod) || (pod.spec.nodeName ?? '') !== '') return
    if ((pod.spec.schedulerName ?? source.component) !== source.component) return
    if ((pod.spec.schedulingGates ?? []).length > 0) return
    const decision = decide(pod, control.context)
    if (typeof decision === 'string') await refuse(pod, decision, control)
    else await bind(pod, decision, control)
  },
}

function waitingPods(_event: unknown, { store }: ClusterContext): string[] {
  return listKind(store, 'pods')
    .filter((pod) => (pod.spec.nodeName ?? '') === '')
    .map(keyOf)
}

/** Returns the node, or the reason why there is none. */
function decide(pod: Pod, { store }: ClusterContext): KubeObject | string {
  const nodes = store.list('nodes')
  const claims = unboundClaims(pod, store)
  if (claims !== undefined)
    return `0/${nodes.length} nodes are available: ${claims} preemption: 0/${nodes.length} nodes are available: ${nodes.length} Preemption is not helpful for scheduling.`
  const unfit = new Map<string, number>()
  const fitting = nodes.filter((node) => {
    const problem = behaviourOf(pod).unschedulable ? 'Insufficient cpu' : problemWith(pod, node)
    if (problem !== undefined) unfit.set(problem, (unfit.get(problem) ?? 0) + 1)
    return problem === undefined
  })
  const counts = podCounts(store)
  const podsOn = (node: KubeObject) => counts.get(node.metadata.name) ?? 0
  const [best] = fitting.sort((a, b) => podsOn(a) - podsOn(b) || (a.metadata.name < b.metadata.name ? -1 : 1))
  if (best !== undefined) return best
  const reasons = [...unfit]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ')
  const total = nodes.length
  const preemption = [...unfit.keys()].every((reason) => reason.startsWith('Insufficient'))
    ? `${total} No preemption victims found for incoming pod.`
    : `${total} Preemption is not helpful for scheduling.`
  return total === 0
    ? 'no nodes available to schedule pods'
    : `0/${total} nodes are available: ${reasons}. preemption: 0/${total} nodes are available: ${preemption}`
}

function problemWith(pod: Pod, node: KubeObject): string | undefined {
  const { spec } = pod
  const requiredNode = requiredNodeOf(pod)
  if (requiredNode !== undefined && requiredNode !== node.metadata.name)
    return "node(s) didn't match Pod's node affinity/selector"
  if (at(node, 'spec', 'unschedulable') === true) return 'node(s) were unschedulable'
  const labels = node.metadata.labels ?? {}
  if (Object.entries(spec.nodeSelector ?? {}).some(([key, value]) => own(labels, key) !== value))
    return "node(s) didn't match Pod's node affinity/selector"
  const taint = objectsOf(at(node, 'spec', 'taints')).find(
    ({ key, value, effect }) =>
      effect !== 'PreferNoSchedule' &&
      !(spec.tolerations ?? []).some(
        (each) =>
          (each['key'] === undefined || each['key'] === key) &&
          (each['operator'] === 'Exists' || stringOf(each['value']) === stringOf(value)) &&
          (each['effect'] === undefined || each['effect'] === effect),
      ),
  )
  if (taint !== undefined) return `node(s) had untolerated taint(s)`
  return undefined
}

function podCounts(store: ClusterContext['store']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { spec } of listKind(store, 'pods')) {
    const node = spec.nodeName ?? ''
    counts.set(node, (counts.get(node) ?? 0) + 1)
  }
  return counts
}

function unboundClaims(pod: Pod, store: ClusterContext['store']): string | undefined {
  for (const volume of pod.spec.volumes ?? []) {
    const name = stringOf(at(volume, 'persistentVolumeClaim', 'claimName'))
    if (name === '') continue
    const claim = store.get({
      resource: 'persistentvolumeclaims',
      namespace: pod.metadata.namespace ?? '',
      name,
    })
    if (claim === undefined) return `persistentvolumeclaim "${name}" not found.`
    if (at(claim, 'status', 'phase') !== 'Bound') return 'pod has unbound immediate PersistentVolumeClaims.'
  }
  return undefined
}

async function refuse(pod: Pod, message: string, control: Control): Promise<void> {
  const before = pod.status.conditions?.find(({ type }) => type === 'PodScheduled')
  if (before?.message === message) return
  const now = timestamp(control.context.now())
  await control.writes.updateStatus(pod, (draft) => {
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message,
      lastProbeTime: null,
      observedGeneration: pod.metadata.generation,
    }
    draft['status'] = { ...pod.status, conditions: withCondition(pod.status.conditions, condition, now) }
  })
  await recordEvent(control, pod, { source, fact: { type: 'Warning', reason: 'FailedScheduling', message } })
}

async function bind(pod: Pod, node: KubeObject, control: Control): Promise<void> {
  const { name } = node.metadata
  const { context } = control
  const key = { resource: 'pods', namespace: pod.metadata.namespace ?? '', name: pod.metadata.name }
  if (context.store.get(key) !== pod) {
    control.enqueueAfter(keyOf(pod), 0)
    return
  }
  await control.writes.bind(pod, node)
  const message = `Successfully assigned ${pod.metadata.namespace}/${pod.metadata.name} to ${name}`
  await recordEvent(control, pod, { source, fact: { type: 'Normal', reason: 'Scheduled', message } })
}
