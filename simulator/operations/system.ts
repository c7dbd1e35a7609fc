import type { Actor, ClusterContext } from '../context.ts'
import { clone, type JsonObject, objectOf, stringOf } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { decode } from '../strategy/decode.ts'
import type { Target, WriteOptions } from '../target.ts'
import { createObject } from './create.ts'
import { deleteObject, type DeleteOptions } from './delete.ts'
import { recordUpdate } from './manage.ts'
import { change } from './update.ts'

/** Writes of the cluster's own components: through admission, validation and ownership, like those of users. */
export interface SystemWrites {
  create(object: JsonObject): Promise<KubeObject>
  /** Changes the latest state of an object; returns it unchanged if `mutate` changes nothing. */
  update(object: KubeObject, mutate: (object: KubeObject) => void): Promise<KubeObject>
  updateScale(object: KubeObject, replicas: number): Promise<KubeObject>
  updateStatus(object: KubeObject, mutate: (object: KubeObject) => void): Promise<KubeObject>
  delete(object: KubeObject, options?: Partial<Omit<DeleteOptions, 'actor' | 'dryRun'>>): Promise<void>
}

/** Creates the writes of a component. @param component The owner of the written fields: `kube-controller-manager` */
export function systemWrites(context: ClusterContext, component: string): SystemWrites {
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
    async delete(object, more) {
      await deleteObject(context, targetOf(context, object), { actor, dryRun: false, ...more })
    },
  }
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
