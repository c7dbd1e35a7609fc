import type { ClusterContext } from '../context.ts'
import { at, equal, objectsOf, type JsonObject } from '../json.ts'
import type { DaemonSet, Pod } from '../objects/kinds.ts'
import { getKind, listKind } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'
import { resolveIntOrPercent } from './int-or-percent.ts'
import { isDeleting, itself, keyOf, ownerOf, splitKey, type Control, type Controller } from './controller.ts'
import { availableIn, createPod, deletePod, hasEnded, isReady, podsOf } from './pods.ts'
import { withoutZeros } from './replica-sets.ts'
import { ensureRevision, revisionLabel, truncateRevisions } from './revisions.ts'

const component = 'daemonset-controller'

/** Keeps one pod on every node. */
export const daemonSetController: Controller = {
  name: 'daemonset',
  watches: {
    'daemonsets.apps': itself,
    pods: ownerOf('DaemonSet'),
    nodes: (_event, { store }) => listKind(store, 'daemonsets.apps').map(keyOf),
  },
  async reconcile(key, control) {
    const set = getKind(control.context.store, 'daemonsets.apps', splitKey(key))
    if (set === undefined || isDeleting(set)) return
    const { hash } = await ensureRevision(set, revisionLabel, control)
    await schedulePods(set, hash, control)
    await report(set, hash, control)
    const used = new Set([
      hash,
      ...podsOf(control, set).map(({ metadata }) => metadata.labels?.[revisionLabel]),
    ])
    await truncateRevisions(set, ({ metadata }) => used.has(metadata.labels?.[revisionLabel]), control)
  },
}

function nodesFor(set: DaemonSet, { store }: ClusterContext): KubeObject[] {
  const selector = Object.entries(set.spec.template.spec.nodeSelector ?? {})
  return store
    .list('nodes')
    .filter((node) => selector.every(([key, value]) => node.metadata.labels?.[key] === value))
}

/**
 * Returns the affinity that binds a pod to its node, which the real controller uses since it leaves binding to the
 * scheduler.
 */
function affinityFor(node: string): JsonObject {
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } }
}

export function requiredNodeOf(pod: Pod): string | undefined {
  const terms = at(
    pod.spec.affinity,
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
  )
  const [field] = objectsOf(objectsOf(terms)[0]?.['matchFields'])
  const values = field?.['key'] === 'metadata.name' ? field['values'] : undefined
  return Array.isArray(values) && typeof values[0] === 'string' ? values[0] : undefined
}

const tolerated = [
  'not-ready',
  'unreachable',
  'disk-pressure',
  'memory-pressure',
  'pid-pressure',
  'unschedulable',
]

async function schedulePods(set: DaemonSet, hash: string, control: Control): Promise<void> {
  const nodes = nodesFor(set, control.context).map(({ metadata }) => metadata.name)
  const pods = podsOf(control, set)
  const nodeOf = (pod: Pod) => pod.spec.nodeName ?? requiredNodeOf(pod) ?? ''
  for (const pod of pods)
    if (!isDeleting(pod) && (hasEnded(pod) || !nodes.includes(nodeOf(pod))))
      await deletePod(control, set, { pod, component })
  const current = podsOf(control, set)
  for (const node of nodes) {
    if (current.some((pod) => nodeOf(pod) === node)) continue
    const tolerations = tolerated.map((name) => ({
      key: `node.kubernetes.io/${name}`,
      operator: 'Exists',
      effect: name === 'not-ready' || name === 'unreachable' ? 'NoExecute' : 'NoSchedule',
    }))
    await createPod(control, set, {
      template: set.spec.template,
      component,
      metadata: {
        labels: {
          [revisionLabel]: hash,
          'pod-template-generation':
            set.metadata.annotations?.['deprecated.daemonset.template.generation'] ?? '1',
        },
      },
      spec: {
        affinity: affinityFor(node),
        tolerations: [...(set.spec.template.spec.tolerations ?? []), ...tolerations],
      },
    })
  }
  await replaceOld(set, hash, { control, total: nodes.length })
}

async function replaceOld(
  set: DaemonSet,
  hash: string,
  { control, total }: { control: Control; total: number },
): Promise<void> {
  if (set.spec.updateStrategy.type === 'OnDelete') return
  const pods = podsOf(control, set)
  const allowed = Math.max(
    1,
    resolveIntOrPercent(set.spec.updateStrategy.rollingUpdate?.maxUnavailable, total, 'up'),
  )
  const missing = total - pods.filter((pod) => isReady(pod) && !isDeleting(pod)).length
  const old = pods.filter((pod) => pod.metadata.labels?.[revisionLabel] !== hash && !isDeleting(pod))
  const broken = old.filter((pod) => !isReady(pod))
  const going = [...broken, ...old.filter(isReady).slice(0, Math.max(0, allowed - missing))]
  for (const pod of going) await deletePod(control, set, { pod, component })
}

async function report(set: DaemonSet, hash: string, control: Control): Promise<void> {
  const { context, writes } = control
  const total = nodesFor(set, context).length
  const pods = podsOf(control, set).filter((pod) => !isDeleting(pod))
  const waits = pods.map((pod) => availableIn(pod, set.spec.minReadySeconds ?? 0, context.now()))
  const next = Math.min(...waits.flatMap((wait) => (wait === undefined || wait === 0 ? [] : [wait])))
  if (Number.isFinite(next)) control.enqueueAfter(keyOf(set), next)
  const available = waits.filter((wait) => wait === 0).length
  const status = {
    currentNumberScheduled: pods.length,
    desiredNumberScheduled: total,
    numberMisscheduled: 0,
    numberReady: pods.filter(isReady).length,
    updatedNumberScheduled: pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === hash).length,
    numberAvailable: available,
    numberUnavailable: total - available,
    observedGeneration: set.metadata.generation,
  }
  if (!equal(withoutZeros(set.status), withoutZeros(status)))
    await writes.updateStatus(set, (draft) => {
      draft['status'] = status
    })
}
