import type { ClusterContext } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'
import { systemWrites } from '../operations/system.ts'
import { storageKey } from '../resources/registry.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject, OwnerReference } from '../storage/object.ts'
import type { ObjectPath } from '../system-writes.ts'
import { isDeleting, type Control } from './controller.ts'
import { createQueue, type Queue } from './queue.ts'

const foreground = 'foregroundDeletion'
const orphan = 'orphan'

/**
 * Deletes objects without an owner, and releases owners when their dependents are deleted. It watches every resource,
 * so it has its own index of dependents.
 */
export function startGarbageCollector(context: ClusterContext): Queue {
  const { store, registry } = context
  // The store paths of dependents by the uid of their owner.
  const dependents = new Map<string, Set<string>>()
  const queue = createQueue(context, 'garbage-collector', (path) => collect(path))
  const control: Control = {
    context,
    writes: systemWrites(context, 'kube-controller-manager'),
    enqueueAfter: (key, milliseconds) => queue.addAfter(key, milliseconds),
  }

  const pathOf = (resource: string, { metadata }: KubeObject) =>
    `${resource}|${metadata.namespace ?? ''}|${metadata.name}`

  function find(path: string): KubeObject | undefined {
    return store.get(parsePath(path))
  }

  function index(event: StoreEvent, resource: string): void {
    const { object, previous, type } = event
    const path = pathOf(resource, object)
    for (const { uid } of previous?.metadata.ownerReferences ?? []) dependents.get(uid)?.delete(path)
    if (type !== 'DELETED')
      for (const { uid } of object.metadata.ownerReferences ?? []) {
        const known = dependents.get(uid)
        if (known === undefined) dependents.set(uid, new Set([path]))
        else known.add(path)
      }
    if (type === 'DELETED') {
      for (const each of dependents.get(object.metadata.uid) ?? []) queue.add(each)
      dependents.delete(object.metadata.uid)
      for (const owner of object.metadata.ownerReferences ?? []) queueOwner(owner, object)
    }
    const hasOwners = (object.metadata.ownerReferences ?? []).length > 0
    const isWaiting =
      isDeleting(object) &&
      (object.metadata.finalizers ?? []).some((each) => each === foreground || each === orphan)
    if (type !== 'DELETED' && ((hasOwners && (type === 'ADDED' || ownersChanged(event))) || isWaiting))
      queue.add(path)
  }

  function queueOwner(owner: OwnerReference, dependent: KubeObject): void {
    const path = ownerPath(owner, dependent)
    const found = path === undefined ? undefined : find(path)
    if (path !== undefined && found !== undefined && isDeleting(found)) queue.add(path)
  }

  function ownerPath(
    { apiVersion, kind, name }: OwnerReference,
    { metadata }: KubeObject,
  ): string | undefined {
    const resource = registry.findKind(apiVersion, kind)
    if (resource === undefined) return undefined
    return `${storageKey(resource)}|${resource.namespaced ? (metadata.namespace ?? '') : ''}|${name}`
  }

  /**
   * Returns the existing owners of an object; one of an unknown kind counts as existing, since that cannot be
   * determined.
   */
  async function presentOwners(
    object: KubeObject,
  ): Promise<{ owner: OwnerReference; found: KubeObject | undefined }[]> {
    const present: { owner: OwnerReference; found: KubeObject | undefined }[] = []
    for (const owner of object.metadata.ownerReferences ?? []) {
      const path = ownerPath(owner, object)
      const found = path === undefined ? undefined : await findOwner(path, owner)
      if (path === undefined || found?.metadata.uid === owner.uid) present.push({ owner, found })
    }
    return present
  }

  /** Finds an owner. One that is missing in a copy of the objects is asked for, because the copy may be behind. */
  async function findOwner(path: string, { uid }: OwnerReference): Promise<KubeObject | undefined> {
    const found = find(path)
    return found?.metadata.uid === uid ? found : control.writes.latest(parsePath(path))
  }

  async function collect(path: string): Promise<void> {
    const object = find(path)
    if (object === undefined) return
    if (isDeleting(object)) {
      await finishOwner(object)
      return
    }
    const owners = object.metadata.ownerReferences ?? []
    if (owners.length === 0) return
    const present = await presentOwners(object)
    const solid = present.filter(({ found }) => found === undefined || !waitsForDependents(found))
    if (solid.length === owners.length) return
    if (solid.length > 0) {
      // Others still own it: only the deleted owners are removed.
      const kept = new Set(solid.map(({ owner }) => owner.uid))
      await control.writes.update(object, ({ metadata }) => {
        metadata.ownerReferences = (metadata.ownerReferences ?? []).filter(({ uid }) => kept.has(uid))
      })
      return
    }
    const isBlocking = present.some(({ owner }) => owner.blockOwnerDeletion === true)
    const hasDependents = (dependents.get(object.metadata.uid)?.size ?? 0) > 0
    await control.writes.delete(object, {
      propagation: present.length > 0 && isBlocking && hasDependents ? 'Foreground' : 'Background',
      preconditions: { uid: object.metadata.uid },
    })
  }

  async function finishOwner(owner: KubeObject): Promise<void> {
    const finalizers = owner.metadata.finalizers ?? []
    const children = [...(dependents.get(owner.metadata.uid) ?? [])]
    if (finalizers.includes(orphan)) {
      for (const path of children) await release(path, owner)
      await dropFinalizer(owner, orphan)
      return
    }
    if (!finalizers.includes(foreground)) return
    const blocking = children.filter((path) => {
      const child = find(path)
      return child?.metadata.ownerReferences?.some(
        ({ uid, blockOwnerDeletion }) => uid === owner.metadata.uid && blockOwnerDeletion === true,
      )
    })
    for (const path of children) queue.add(path)
    if (blocking.length === 0) await dropFinalizer(owner, foreground)
  }

  async function release(path: string, owner: KubeObject): Promise<void> {
    const child = find(path)
    if (child === undefined) return
    try {
      await control.writes.update(child, ({ metadata }) => {
        const others = (metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid)
        if (others.length === 0) delete metadata.ownerReferences
        else metadata.ownerReferences = others
      })
    } catch (error) {
      if (!hasReason(error, 'NotFound')) throw error
    }
  }

  async function dropFinalizer(object: KubeObject, finalizer: string): Promise<void> {
    await control.writes.update(object, ({ metadata }) => {
      metadata.finalizers = (metadata.finalizers ?? []).filter((each) => each !== finalizer)
    })
  }

  const keys = new Set(registry.all().map(storageKey))
  for (const resource of keys)
    for (const object of store.list(resource)) index({ type: 'ADDED', object, revision: 0 }, resource)
  const unsubscribe = store.subscribe(undefined, index)
  return {
    ...queue,
    async stop() {
      unsubscribe()
      await queue.stop()
    },
  }
}

function parsePath(path: string): ObjectPath {
  const [resource = '', namespace = '', name = ''] = path.split('|')
  return { resource, namespace, name }
}

function waitsForDependents(owner: KubeObject): boolean {
  return isDeleting(owner) && (owner.metadata.finalizers ?? []).includes(foreground)
}

function ownersChanged({ object, previous }: StoreEvent): boolean {
  return (
    JSON.stringify(object.metadata.ownerReferences) !== JSON.stringify(previous?.metadata.ownerReferences)
  )
}
