import { timestamp, type Actor, type ClusterContext } from '../context.ts'
import { at, clone, type JsonObject, listOf, objectOf, stringOf } from '../json.ts'
import { withCondition } from '../objects/conditions.ts'
import type { Pod } from '../objects/kinds.ts'
import { kindOf } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'
import { decode } from '../strategy/decode.ts'
import type { SystemWrites } from '../system-writes.ts'
import { keyOf, type Target, type WriteOptions } from '../target.ts'
import { applyObject } from './apply.ts'
import { createObject } from './create.ts'
import { deleteObject } from './delete.ts'
import { recordUpdate } from './manage.ts'
import { change } from './update.ts'

/** Creates the writes of a component. @param component The owner of the written fields: `kube-controller-manager` */
export function systemWrites(context: ClusterContext, component: string): SystemWrites {
  return context.remoteWrites?.(component) ?? localWrites(context, component)
}

function localWrites(context: ClusterContext, component: string): SystemWrites {
  const actor: Actor = { name: `system:${component}`, groups: ['system:masters', 'system:authenticated'] }
  const options: WriteOptions = {
    actor,
    dryRun: false,
    fieldManager: component,
    fieldValidation: 'Ignore',
    force: false,
    warnings: new Set(),
  }

  async function mutateObject(target: Target, mutate: (object: KubeObject) => void): Promise<KubeObject> {
    return change(context, target, {
      options,
      produce(live) {
        const mutated = clone(live)
        mutate(mutated)
        const next = decode(target.resource, mutated, options)
        recordUpdate(context, target, { live, next, fieldManager: component })
        return next
      },
    })
  }

  return {
    async create(object) {
      const { object: created } = await createObject(context, targetOf(context, object), {
        body: object,
        options,
      })
      return created
    },
    async update(object, mutate) {
      return mutateObject(targetOf(context, object), mutate)
    },
    async updateScale(object, replicas) {
      return mutateObject({ ...targetOf(context, object), subresource: 'scale' }, (draft) => {
        draft['spec'] = { ...objectOf(draft['spec']), replicas }
      })
    },
    async updateStatus(object, mutate) {
      return mutateObject({ ...targetOf(context, object), subresource: 'status' }, mutate)
    },
    async apply(object) {
      await applyObject(context, targetOf(context, object), {
        body: object,
        options: { ...options, force: true },
      })
    },
    async delete(object, deletion) {
      await deleteObject(context, targetOf(context, object), { actor, dryRun: false, ...deletion })
    },
    async bind(pod, node) {
      bindPod(context, kindOf('pods', pod), node)
    },
    async finalize(namespace) {
      const key = keyOf(targetOf(context, namespace))
      const stored = context.store.get(key)
      if (stored === undefined) return
      const others = listOf(at(stored, 'spec', 'finalizers')).filter((each) => each !== namespaceFinalizer)
      context.store.put(key, { ...stored, spec: { ...objectOf(stored['spec']), finalizers: others } })
      await deleteObject(context, targetOf(context, namespace), { actor, dryRun: false })
    },
    async latest(path) {
      return context.store.get(path)
    },
  }
}

export const namespaceFinalizer = 'kubernetes'

/** Writes node and condition at once, as the binding subresource does, and owns neither. */
function bindPod({ store, now }: ClusterContext, pod: Pod, node: KubeObject): void {
  const { metadata, spec, status } = pod
  const condition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    observedGeneration: metadata.generation,
  }
  store.put(
    { resource: 'pods', namespace: metadata.namespace ?? '', name: metadata.name },
    {
      ...pod,
      metadata: { ...metadata, labels: { ...metadata.labels, ...topologyOf(node) } },
      spec: { ...spec, nodeName: node.metadata.name },
      status: { ...status, conditions: withCondition(status.conditions, condition, timestamp(now())) },
    },
  )
}

/** Returns the labels of the zone and region of a node. */
function topologyOf({ metadata }: KubeObject): Record<string, string> {
  const keys = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone']
  return Object.fromEntries(
    keys.flatMap((key) => (metadata.labels?.[key] === undefined ? [] : [[key, metadata.labels[key]]])),
  )
}

export function targetOf({ registry }: ClusterContext, object: JsonObject): Target {
  const resource = registry.findKind(stringOf(object['apiVersion']), stringOf(object['kind']))
  if (resource === undefined)
    throw new Error(`no resource for ${String(object['apiVersion'])} ${String(object['kind'])}`)
  const metadata = objectOf(object['metadata'])
  return {
    resource,
    namespace: resource.namespaced ? stringOf(metadata['namespace']) : '',
    name: stringOf(metadata['name']),
    subresource: '',
  }
}
