import { admitUpdate, admitValid } from '../admission/admission.ts'
import type { ClusterContext } from '../context.ts'
import {
  badRequest,
  conflict,
  invalid,
  notFound,
  notImplemented,
  staleObject,
  tooLarge,
} from '../errors/status-error.ts'
import { at, clone, equal, listOf, type JsonObject } from '../json.ts'
import { isUndeletable, undeletable } from '../objects/behaviour.ts'
import { hasSubresource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Store } from '../storage/store.ts'
import { decode } from '../strategy/decode.ts'
import { strategyOf } from '../strategy/strategies.ts'
import type { Strategy } from '../strategy/strategy.ts'
import { keyOf, type Target, type WriteOptions, type Written } from '../target.ts'
import { toStorage, toVersion } from './convert.ts'
import { createObject } from './create.ts'
import { recordUpdate, sameButTimes } from './manage.ts'
import { validateChange } from './validate.ts'

/** Replaces an object by the body. */
export async function replaceObject(
  context: ClusterContext,
  target: Target,
  { body, options }: { body: JsonObject; options: WriteOptions },
): Promise<Written> {
  const { resource, name } = target
  const strategy = strategyOf(resource)
  const given = decode(resource, body, options)
  checkIdentity(target, given)
  if (strategy.createOnUpdate === true && context.store.get(keyOf(target)) === undefined)
    return createObject(context, target, {
      body: { ...body, metadata: { ...given.metadata, name, resourceVersion: undefined } },
      options,
    })
  const object = await change(context, target, {
    options,
    produce(live) {
      const { resourceVersion, uid } = given.metadata
      if (!resourceVersion && strategy.unconditionalUpdate === false && target.subresource === '')
        throw invalid({ group: resource.group, kind: resource.plural }, name, [
          {
            type: 'invalid',
            field: 'metadata.resourceVersion',
            value: 0,
            detail: 'must be specified for an update',
          },
        ])
      checkPreconditions(target, live, { resourceVersion, uid })
      const next = clone(given)
      recordUpdate(context, target, { live, next, fieldManager: options.fieldManager })
      return next
    },
  })
  return { object, created: false }
}

/** Removes the finalizer of an undeletable object once its annotation is removed. */
function removeHoldFinalizer(object: KubeObject): void {
  const { metadata } = object
  if (metadata.finalizers?.includes(undeletable) !== true || isUndeletable(object)) return
  metadata.finalizers = metadata.finalizers.filter((each) => each !== undeletable)
}

/** Checks the uid and version that a request requires of the object; both are optional. */
export function checkPreconditions(
  target: Target,
  live: KubeObject,
  { resourceVersion, uid }: { resourceVersion?: string | undefined; uid?: string | undefined },
): void {
  const { resource, name } = target
  if (uid && uid !== live.metadata.uid)
    throw conflict(
      resource,
      name,
      `StorageError: invalid object, Code: 4, Key: ${registryKey(target)}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`,
    )
  if (resourceVersion && resourceVersion !== live.metadata.resourceVersion)
    throw conflict(resource, name, staleObject)
}

/** Returns the key under which the real server would store the object, for its messages. */
export function registryKey({ resource, namespace, name }: Target): string {
  const group = resource.custom === undefined ? '' : `${resource.group}/`
  return `/registry/${group}${resource.plural}/${namespace === '' ? '' : `${namespace}/`}${name}`
}

/**
 * Changes an existing object; all updates go through this function. `produce` computes the next state of the live
 * object, then come admission, validation and the write. If another request wrote in between, it starts again, unless
 * the client requires a resourceVersion, which `produce` then refuses.
 */
export async function change(
  context: ClusterContext,
  target: Target,
  {
    options,
    produce,
  }: { options: WriteOptions; produce: (live: KubeObject) => KubeObject | Promise<KubeObject> },
): Promise<KubeObject> {
  const { resource, name } = target
  const key = keyOf(target)
  for (;;) {
    const stored = context.store.get(key)
    if (stored === undefined) throw notFound(resource, name)
    const live = toVersion(resource, stored)
    const next = await produce(live)
    if (next === live) return live
    keepUnchangeable(context, target, { next, live })
    removeHoldFinalizer(next)
    await admitUpdate(context, target, { object: next, old: live, options })
    countGeneration(target, next, live)
    const errors = validateChange(target, next, live)
    if (errors.length > 0) throw invalid(resource, name, errors)
    const refusal = target.subresource === '' ? strategyOf(resource).refuse?.(next) : undefined
    if (refusal !== undefined) throw notImplemented(refusal)
    await admitValid(context, target, { object: next, old: live, options })
    if (target.subresource === '')
      for (const warning of strategyOf(resource).warnings?.(next, live) ?? []) options.warnings.add(warning)
    if (sameButTimes(next, live, equal)) return live
    if (options.dryRun) return next
    if (context.store.get(key) !== stored) continue
    return toVersion(resource, write(context, { target, next }))
  }
}

function write(context: ClusterContext, { target, next }: { target: Target; next: KubeObject }): KubeObject {
  const key = keyOf(target)
  const object = toStorage(target.resource, next)
  checkSize(object)
  if (!isReadyToGo(object)) return context.store.put(key, object)
  // The last finalizer was removed: this update deletes the object.
  return finalRemoval(context.store, target, object)
}

function finalRemoval(store: Store, target: Target, object: KubeObject): KubeObject {
  store.put(keyOf(target), object)
  return store.remove(keyOf(target)) ?? object
}

function isReadyToGo({ metadata, ...object }: KubeObject): boolean {
  if (metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).length > 0) return false
  if ((metadata.deletionGracePeriodSeconds ?? 0) > 0) return false
  return object.kind !== 'Namespace' || !hasNamespaceFinalizers(object)
}

function hasNamespaceFinalizers(object: JsonObject): boolean {
  return listOf(at(object, 'spec', 'finalizers')).length > 0
}

/** The largest object that etcd takes, and its message about larger ones. */
const sizeLimit = 1.5 * 1024 * 1024

function checkSize(object: KubeObject): void {
  // Few objects are near the limit; the exact size is measured only for those that may be.
  if (JSON.stringify(object).length > sizeLimit) throw tooLarge(sizeLimit)
}

function checkIdentity({ resource, name, namespace }: Target, { metadata }: KubeObject): void {
  if ((metadata.name ?? '') === '')
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  if (metadata.name !== name)
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
  if (!resource.namespaced) return
  if (metadata.namespace !== undefined && metadata.namespace !== '' && metadata.namespace !== namespace)
    throw badRequest(
      `the namespace of the object (${metadata.namespace}) does not match the namespace on the URL (${namespace})`,
    )
  metadata.namespace = namespace
}

/** Restores the fields that no update can change. */
function keepUnchangeable(
  context: ClusterContext,
  target: Target,
  { next, live }: { next: KubeObject; live: KubeObject },
): void {
  const { resource, subresource } = target
  const strategy = strategyOf(resource)
  keepMetadata(next, live)
  if (subresource === 'status') keepAllButStatus(strategy, next, live)
  else {
    // An approval is a condition.
    if (hasSubresource(resource, 'status') && subresource !== 'approval') copyField('status', next, live)
    strategy.prepareUpdate?.(next, live, context)
  }
}

function keepMetadata(next: KubeObject, live: KubeObject): void {
  const [to, from] = [next.metadata, live.metadata]
  to.resourceVersion = from.resourceVersion
  to.uid ||= from.uid
  to.creationTimestamp = from.creationTimestamp
  to.generation = from.generation
  if (to.generation === undefined) delete to.generation
  // An update may omit the deletion timestamp, but not remove it.
  if (from.deletionTimestamp !== undefined) to.deletionTimestamp = from.deletionTimestamp
  else delete to.deletionTimestamp
  if (from.deletionGracePeriodSeconds !== undefined)
    to.deletionGracePeriodSeconds = from.deletionGracePeriodSeconds
  else delete to.deletionGracePeriodSeconds
  if (from.generateName !== undefined && to.generateName === undefined) to.generateName = from.generateName
}

function keepAllButStatus(strategy: Strategy, next: KubeObject, live: KubeObject): void {
  for (const field of new Set([...Object.keys(next), ...Object.keys(live)]))
    if (field !== 'status' && field !== 'metadata') copyField(field, next, live)
  if (strategy.statusKeepsMetadata === false) {
    const { managedFields } = next.metadata
    next.metadata = { ...live.metadata, managedFields }
    if (managedFields === undefined) delete next.metadata.managedFields
  }
  if (next.kind === 'Deployment') {
    if (live.metadata.labels === undefined) delete next.metadata.labels
    else next.metadata.labels = live.metadata.labels
  }
}

function copyField(field: string, next: KubeObject, live: KubeObject): void {
  if (live[field] === undefined) delete next[field]
  else next[field] = live[field]
}

/** Increments the generation on changes of the desired state: everything but metadata and status. */
function countGeneration({ resource, subresource }: Target, next: KubeObject, live: KubeObject): void {
  const strategy = strategyOf(resource)
  const countsAnnotations = strategy.countsAnnotations === true && subresource === ''
  if (strategy.generation !== true || live.metadata.generation === undefined) return
  const ignoresStatus = resource.custom === undefined || hasSubresource(resource, 'status')
  const desiredState = (object: KubeObject) => {
    const { metadata: _, status, ...rest } = object
    const annotations = countsAnnotations ? (object.metadata.annotations ?? {}) : {}
    return ignoresStatus ? { ...rest, annotations } : { ...rest, status }
  }
  if (!equal(desiredState(next), desiredState(live))) next.metadata.generation = live.metadata.generation + 1
}
