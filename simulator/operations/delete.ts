import { admitDelete } from '../admission/admission.ts'
import { timestamp, type ClusterContext } from '../context.ts'
import { conflict, notFound } from '../errors/status-error.ts'
import { at, clone, equal, listOf, objectOf } from '../json.ts'
import { isUndeletable, undeletable } from '../objects/behaviour.ts'
import type { KubeObject } from '../storage/object.ts'
import { strategyOf } from '../strategy/strategies.ts'
import type { Deletion, Propagation } from '../system-writes.ts'
import { keyOf, type Target, type WriteOptions } from '../target.ts'
import { toStorage, toVersion } from './convert.ts'

export interface DeleteOptions extends Pick<WriteOptions, 'actor' | 'dryRun'>, Deletion {}

export interface Deleted {
  /** The last state of the object, or its state while it waits for finalizers or its grace period. */
  object: KubeObject
  isRemoved: boolean
}

export async function deleteObject(
  context: ClusterContext,
  target: Target,
  options: DeleteOptions,
): Promise<Deleted> {
  const { resource, name } = target
  const key = keyOf(target)
  for (;;) {
    const stored = context.store.get(key)
    if (stored === undefined) throw notFound(resource, name)
    checkDelete(target, stored, options)
    await admitDelete(context, target, { old: toVersion(resource, stored), options })
    if (context.store.get(key) !== stored) continue
    const next = markDeleted(context, target, { object: clone(stored), options })
    const isRemoved = isFree(next)
    if (options.dryRun) return { object: toVersion(resource, next), isRemoved }
    if (isRemoved)
      return { object: toVersion(resource, context.store.remove(key, next) ?? stored), isRemoved }
    const object = !equal(stored, next) ? context.store.put(key, toStorage(resource, next)) : stored
    return { object: toVersion(resource, object), isRemoved: false }
  }
}

function checkDelete({ resource, name }: Target, object: KubeObject, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions ?? {}
  const subject = { group: resource.group, plural: resource.kind }
  if (uid !== undefined && uid !== object.metadata.uid)
    throw conflict(
      subject,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${object.metadata.uid}). The object might have been deleted and then recreated`,
    )
  if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion)
    throw conflict(
      subject,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${object.metadata.resourceVersion}). The object might have been modified`,
    )
}

/** Reports whether nothing delays the removal of a deleted object any more. */
function isFree(object: KubeObject): boolean {
  return (
    (object.metadata.finalizers ?? []).length === 0 &&
    (object.metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
    !isNamespaceInUse(object)
  )
}

function isNamespaceInUse(object: KubeObject): boolean {
  return object.kind === 'Namespace' && listOf(at(object, 'spec', 'finalizers')).length > 0
}

/** Returns the object as its deletion request leaves it. */
function markDeleted(
  context: ClusterContext,
  target: Target,
  { object, options }: { object: KubeObject; options: DeleteOptions },
): KubeObject {
  const strategy = strategyOf(target.resource)
  const { metadata } = object
  addHoldFinalizers(target, object)
  setDependentFinalizers(
    metadata,
    options.propagation ?? (strategy.orphansByDefault === true ? 'Orphan' : undefined),
  )
  const requested = options.gracePeriodSeconds
  const grace = strategy.gracePeriod?.(object, requested) ?? 0
  const isDelayed = (metadata.finalizers ?? []).length > 0 || grace > 0 || isNamespaceInUse(object)
  // Only objects whose deletion may take time show it, even if they are removed at once.
  if (!isDelayed && strategy.gracePeriod === undefined) return object
  if (metadata.deletionTimestamp === undefined) {
    metadata.deletionTimestamp = timestamp(new Date(context.now().getTime() + grace * 1000))
    // A definition has its own deletion procedure.
    if (object.kind !== 'CustomResourceDefinition') {
      metadata.deletionGracePeriodSeconds = grace
      if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1
    } else reportTerminating(context, object)
    if (object.kind === 'Namespace')
      object['status'] = { ...objectOf(object['status']), phase: 'Terminating' }
  } else if (requested !== undefined && grace < (metadata.deletionGracePeriodSeconds ?? 0)) {
    // A second request can only shorten the remaining time.
    const requested =
      Date.parse(metadata.deletionTimestamp) - (metadata.deletionGracePeriodSeconds ?? 0) * 1000
    metadata.deletionTimestamp = timestamp(new Date(requested + grace * 1000))
    metadata.deletionGracePeriodSeconds = grace
  }
  return object
}

const dependentFinalizers = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const

/** Sets the finalizers that define what the garbage collector does with dependents before the object is removed. */
function setDependentFinalizers(
  metadata: KubeObject['metadata'],
  propagation: Propagation | undefined,
): void {
  if (propagation === undefined) return
  const others = (metadata.finalizers ?? []).filter(
    (each) => each !== dependentFinalizers.Foreground && each !== dependentFinalizers.Orphan,
  )
  const desired = propagation === 'Background' ? [] : [dependentFinalizers[propagation]]
  const finalizers = [...others, ...desired]
  if (finalizers.length === 0) delete metadata.finalizers
  else metadata.finalizers = finalizers
}

const cleanup = 'customresourcecleanup.apiextensions.k8s.io'

/** Adds finalizers: a definition remains until its objects are deleted, an undeletable object indefinitely. */
function addHoldFinalizers({ resource }: Target, object: KubeObject): void {
  const { metadata } = object
  if (metadata.deletionTimestamp !== undefined) return
  const holds = [
    ...(resource.kind === 'CustomResourceDefinition' ? [cleanup] : []),
    ...(isUndeletable(object) ? [undeletable] : []),
  ].filter((each) => !(metadata.finalizers ?? []).includes(each))
  if (holds.length > 0) metadata.finalizers = [...(metadata.finalizers ?? []), ...holds]
}

function reportTerminating(context: ClusterContext, definition: KubeObject): void {
  const status = objectOf(definition['status'])
  const condition = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: timestamp(context.now()),
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  definition['status'] = { ...status, conditions: [...listOf(status['conditions']), condition] }
}
