import { invalidValue } from '../errors/field-errors.ts'
import { conflict, invalid, notFound, staleObject } from '../errors/status-error.ts'
import {
  at,
  clone,
  isObject,
  numberOf,
  objectOf,
  own,
  setOwn,
  stringOf,
  type Json,
  type JsonObject,
} from '../json.ts'
import { recordUpdate } from '../operations/manage.ts'
import { getObject } from '../operations/read.ts'
import { change } from '../operations/update.ts'
import { applyJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import type { Resource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { decode } from '../strategy/decode.ts'
import { formatSelector, none } from '../table/cells.ts'
import type { Target } from '../target.ts'
import type { SubresourceHandler } from './subresource.ts'

/** Handles scale: the current and desired replicas, in one form for all kinds that can be scaled. */
export const scale: SubresourceHandler = async (context, target, { method, mediaType, body, options }) => {
  const object = getObject(context, { ...target, subresource: '' })
  if (method === 'GET') return { code: 200, object: scaleOf(target.resource, object) }
  const changed = await change(context, target, {
    options,
    produce(live) {
      const current = scaleOf(target.resource, live)
      const desired = method === 'PUT' ? objectOf(body) : patched(current, { mediaType, body })
      checkReplicas(target, desired)
      checkVersion(target, desired, live)
      const next = clone(live)
      setReplicas(target.resource, next, numberOf(at(desired, 'spec', 'replicas')))
      const decoded = decode(target.resource, next, options)
      recordUpdate(context, target, { live, next: decoded, fieldManager: options.fieldManager })
      return decoded
    },
  })
  return { code: 200, object: scaleOf(target.resource, changed) }
}

function patched(current: JsonObject, { mediaType, body }: { mediaType: string; body: Json }): JsonObject {
  if (mediaType === 'application/json-patch+json') return objectOf(applyJsonPatch(current, body))
  return objectOf(applyMergePatch(current, body))
}

function checkVersion({ resource, name }: Target, desired: JsonObject, live: KubeObject): void {
  const uid = stringOf(at(desired, 'metadata', 'uid'))
  const version = stringOf(at(desired, 'metadata', 'resourceVersion'))
  if (uid !== '' && uid !== live.metadata.uid) throw notFound(resource, name)
  if (version !== '' && version !== live.metadata.resourceVersion) throw conflict(resource, name, staleObject)
}

const scaleResource = { group: 'autoscaling', kind: 'Scale' }

function checkReplicas({ name }: Target, desired: JsonObject): void {
  const replicas = at(desired, 'spec', 'replicas')
  if (typeof replicas === 'number' && replicas < 0)
    throw invalid(scaleResource, name, [
      invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ])
}

function scaleOf(resource: Resource, { metadata, ...object }: KubeObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata
  const paths = pathsOf(resource)
  const selector = paths.selector === undefined ? undefined : at(object, ...paths.selector.split('.'))
  const text = isObject(selector)
    ? formatSelector(resource.group === '' ? { matchLabels: selector } : selector)
    : stringOf(selector)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: numberOf(at(object, ...paths.spec.split('.'))) || undefined },
    status: {
      replicas: numberOf(at(object, ...paths.status.split('.'))),
      ...(text === '' || text === none ? {} : { selector: text }),
    },
  }
}

function pathsOf({ custom }: Resource): { spec: string; status: string; selector: string | undefined } {
  if (custom?.scale !== undefined) {
    const { specPath, statusPath, selectorPath } = custom.scale
    return { spec: specPath, status: statusPath, selector: selectorPath }
  }
  return { spec: 'spec.replicas', status: 'status.replicas', selector: 'spec.selector' }
}

function setReplicas(resource: Resource, object: JsonObject, replicas: number): void {
  const keys = pathsOf(resource).spec.split('.')
  const last = keys.pop() ?? ''
  let holder = object
  for (const key of keys) {
    const child = objectOf(own(holder, key))
    setOwn(holder, key, child)
    holder = child
  }
  setOwn(holder, last, replicas)
}
