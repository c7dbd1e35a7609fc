import type { JsonObject } from './json.ts'
import type { KubeObject } from './storage/object.ts'

export type Propagation = 'Background' | 'Foreground' | 'Orphan'

/** How an object is deleted. */
export interface Deletion {
  propagation?: Propagation | undefined
  gracePeriodSeconds?: number | undefined
  preconditions?: { uid?: string | undefined; resourceVersion?: string | undefined } | undefined
}

/** An object by its path in the store. */
export interface ObjectPath {
  /** The stored resource: `pods`, `deployments.apps`. */
  resource: string
  namespace: string
  name: string
}

/** Writes of the cluster's own components: through admission, validation and ownership, like those of users. */
export interface SystemWrites {
  create(object: JsonObject): Promise<KubeObject>
  /** Changes the latest state of an object; returns it unchanged if `mutate` changes nothing. */
  update(object: KubeObject, mutate: (object: KubeObject) => void): Promise<KubeObject>
  updateScale(object: KubeObject, replicas: number): Promise<KubeObject>
  updateStatus(object: KubeObject, mutate: (object: KubeObject) => void): Promise<KubeObject>
  /** Applies fields of an object, which the component takes over from other managers. */
  apply(object: JsonObject): Promise<void>
  delete(object: KubeObject, deletion?: Deletion): Promise<void>
  /** Assigns a pod to a node. */
  bind(pod: KubeObject, node: KubeObject): Promise<void>
  /** Removes the finalizer of an empty namespace that is being deleted, which deletes it. Throws Conflict if it is not empty. */
  finalize(namespace: KubeObject): Promise<void>
  /** Returns the latest state of an object, not that of a copy that may be behind; undefined if it does not exist. */
  latest(path: ObjectPath): Promise<KubeObject | undefined>
}
