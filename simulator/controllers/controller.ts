import type { ClusterContext } from '../context.ts'
import { systemWrites } from '../operations/system.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject, OwnerReference } from '../storage/object.ts'
import type { SystemWrites } from '../system-writes.ts'
import { createQueue, type Queue } from './queue.ts'

/** The dependencies of a controller. */
export interface Control {
  context: ClusterContext
  writes: SystemWrites
  /** Enqueues the key again after the given time. */
  enqueueAfter(key: string, milliseconds: number): void
}

export interface Controller {
  name: string
  /** The component that owns the controller's writes. @default kube-controller-manager */
  component?: string
  /** The keys to enqueue for an event of a resource. */
  watches: Readonly<Record<string, (event: StoreEvent, context: ClusterContext) => readonly string[]>>
  reconcile(key: string, control: Control): Promise<void>
}

export function startController(context: ClusterContext, controller: Controller): Queue {
  const writes = systemWrites(context, controller.component ?? 'kube-controller-manager')
  const queue: Queue = createQueue(context, controller.name, (key) => controller.reconcile(key, control))
  const control: Control = {
    context,
    writes,
    enqueueAfter: (key, milliseconds) => queue.addAfter(key, milliseconds),
  }
  const unsubscribe = Object.entries(controller.watches).map(([resource, keysOf]) => {
    for (const object of context.store.list(resource))
      for (const key of keysOf({ type: 'ADDED', object, revision: 0 }, context)) queue.add(key)
    return context.store.subscribe(resource, (event) => {
      for (const key of keysOf(event, context)) queue.add(key)
    })
  })
  return {
    ...queue,
    async stop() {
      for (const each of unsubscribe) each()
      await queue.stop()
    },
  }
}

export function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

export function splitKey(key: string): { namespace: string; name: string } {
  const slash = key.indexOf('/')
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}

/** Returns the key of the object itself. */
export function itself({ object }: StoreEvent): string[] {
  return [keyOf(object)]
}

/** Returns the keys of an object's controllers of the kind, before and after the event, in case it changed. */
export function ownerOf(kind: string): (event: StoreEvent) => string[] {
  return ({ object, previous }) => {
    const keys = [object, previous].flatMap((each) => {
      const owner = each === undefined ? undefined : controllerOf(each)
      return owner?.kind === kind ? [`${object.metadata.namespace ?? ''}/${owner.name}`] : []
    })
    return [...new Set(keys)]
  }
}

export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true)
}

export function isOwnedBy(object: KubeObject, owner: KubeObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid
}

/** Returns the reference from an object to its controller. */
export function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  }
}

export function isDeleting({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined
}
