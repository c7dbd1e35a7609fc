import { controllerLabel, type ClusterContext } from '../context.ts'
import { timestamp } from '../context.ts'
import { keyOf, splitKey, type Control, type Controller } from '../controllers/controller.ts'
import { resourcesOf } from '../controllers/definitions.ts'
import { isActive } from '../controllers/pods.ts'
import { nanosOf, usageOf } from '../controllers/pod-usage.ts'
import { equal, type JsonObject } from '../json.ts'
import type { Pod } from '../objects/kinds.ts'
import { getKind, listKind } from '../objects/stored.ts'
import { formatQuantity } from '../schema/quantity.ts'
import { asObject, type KubeObject } from '../storage/object.ts'
import { isRunning } from './stand-in.ts'

/*
 * A stand-in of metrics-server. As with an aggregated API, its resources exist only while it runs.
 */

const service = 'metrics'
const apiVersion = 'metrics.k8s.io/v1beta1'
const [podMetrics, nodeMetrics] = ['pods.metrics.k8s.io', 'nodes.metrics.k8s.io'] as const

/** The key of the API itself. Others are those of pods. */
const api = ''

export const metricsServer: Controller = {
  name: 'metrics-server',
  component: 'metrics-server',
  watches: {
    'deployments.apps': ({ object }) => (object.metadata.labels?.[controllerLabel] === service ? [api] : []),
    pods: ({ object }) => [keyOf(object)],
  },
  async reconcile(key, control) {
    const { context } = control
    if (!isRunning(service, context)) {
      withdraw(context)
      return
    }
    const pods = listKind(context.store, 'pods')
    if (key === api) {
      for (const [kind, plural] of [
        ['PodMetrics', 'pods'],
        ['NodeMetrics', 'nodes'],
      ] as const)
        context.registry.serve(`${plural}.metrics.k8s.io`, resourcesOf(definitionOf(kind, plural)))
      for (const pod of pods) await measurePod(keyOf(pod), control)
    } else await measurePod(key, control)
    await measureNodes(pods, control)
  },
}

function withdraw({ registry, store }: ClusterContext): void {
  for (const resource of [podMetrics, nodeMetrics]) {
    for (const { metadata } of store.list(resource))
      store.remove({ resource, namespace: metadata.namespace ?? '', name: metadata.name })
    registry.serve(resource, [])
  }
}

/** Returns the definition of a kind of metrics, from which its resource is derived. */
function definitionOf(kind: string, plural: string): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return asObject({
    metadata: { name: `${plural}.metrics.k8s.io` },
    spec: {
      group: 'metrics.k8s.io',
      scope: plural === 'pods' ? 'Namespaced' : 'Cluster',
      names: { kind, listKind: `${kind}List`, plural, singular: '' },
      versions: [{ name: 'v1beta1', served: true, storage: true, schema }],
    },
  })
}

async function measurePod(key: string, control: Control): Promise<void> {
  const { store } = control.context
  const pod = getKind(store, 'pods', splitKey(key))
  const known = store.get({ resource: podMetrics, ...splitKey(key) })
  if (pod === undefined || !isActive(pod) || pod.status.phase !== 'Running') {
    if (known !== undefined) await control.writes.delete(known)
    return
  }
  const [cpu, memory] = [usageOf(pod, 'cpu'), usageOf(pod, 'memory')]
  const containers = pod.spec.containers.map(({ name }, index) => ({
    name,
    usage: { cpu: cpu[index] ?? '0', memory: memory[index] ?? '0' },
  }))
  const { name, namespace, labels = {} } = pod.metadata
  const metadata = { name, namespace, labels: { ...labels } }
  await write(known, control, { kind: 'PodMetrics', metadata, containers })
}

async function measureNodes(pods: readonly Pod[], control: Control): Promise<void> {
  for (const node of control.context.store.list('nodes')) {
    const { name } = node.metadata
    const own = pods.filter(({ spec, status }) => spec.nodeName === name && status.phase === 'Running')
    const total = (resource: 'cpu' | 'memory'): bigint =>
      own.flatMap((pod) => usageOf(pod, resource)).reduce((sum, usage) => sum + nanosOf(usage), 0n)
    const usage = {
      cpu: formatQuantity({ nanos: total('cpu'), format: 'decimal' }),
      memory: formatQuantity({ nanos: total('memory'), format: 'binary' }),
    }
    const known = control.context.store.get({ resource: nodeMetrics, namespace: '', name })
    await write(known, control, { kind: 'NodeMetrics', metadata: { name }, usage })
  }
}

/** Writes metrics if they changed. */
async function write(known: KubeObject | undefined, control: Control, metrics: JsonObject): Promise<void> {
  const { kind, metadata, ...measured } = metrics
  const current = { timestamp: timestamp(control.context.now()), window: '15s' }
  if (known === undefined) {
    await control.writes.create({ apiVersion, kind, metadata, ...current, ...measured })
    return
  }
  if (Object.entries(measured).every(([field, value]) => equal(known[field], value))) return
  await control.writes.update(known, (draft) => {
    Object.assign(draft, current, measured)
  })
}
