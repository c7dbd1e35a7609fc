import { badRequest, conflict, notFound, staleObject, unsupportedMediaType } from '../errors/status-error.ts'
import { at, clone, isObject, objectOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { recordUpdate } from '../operations/manage.ts'
import { patchFunction, tryPatch } from '../operations/patch.ts'
import { getObject } from '../operations/read.ts'
import { change } from '../operations/update.ts'
import { patchTypes } from '../patch/media-types.ts'
import type { KubeObject } from '../storage/object.ts'
import { decode } from '../strategy/decode.ts'
import type { Target } from '../target.ts'
import type { SubresourceHandler } from './subresource.ts'

/** Returns a subresource that is the object itself, with writes to one field only: `spec.ephemeralContainers`. */
export function fieldSubresource(section: 'spec' | 'status', field: string): SubresourceHandler {
  return async (context, target, { method, mediaType, body, options }) => {
    if (method === 'GET') return { code: 200, object: getObject(context, { ...target, subresource: '' }) }
    if (method === 'PATCH' && mediaType === patchTypes.apply)
      throw unsupportedMediaType(Object.values(patchTypes).filter((type) => type !== patchTypes.apply))
    const object = await change(context, target, {
      options,
      produce(live) {
        const desired = method === 'PUT' ? objectOf(body) : patched(target, live, { mediaType, body })
        checkVersion(target, desired, live)
        const next: JsonObject = { ...clone(live) }
        const { [field]: _, ...rest } = objectOf(next[section])
        const value = at(decode(target.resource, desired, options), section, field)
        next[section] = value === undefined ? rest : { ...rest, [field]: value }
        const decoded = decode(target.resource, next, options)
        recordUpdate(context, target, { live, next: decoded, fieldManager: options.fieldManager })
        return decoded
      },
    })
    return { code: 200, object }
  }
}

function patched(
  target: Target,
  live: KubeObject,
  { mediaType, body }: { mediaType: string; body: Json },
): JsonObject {
  const patch = patchFunction(mediaType, target, body)
  const result = tryPatch(() => patch(live))
  if (!isObject(result)) throw badRequest('the patched object is not an object')
  return result
}

function checkVersion({ resource, name }: Target, desired: JsonObject, live: KubeObject): void {
  const { uid, resourceVersion } = objectOf(desired['metadata'])
  if (stringOf(uid) !== '' && uid !== live.metadata.uid) throw notFound(resource, name)
  if (stringOf(resourceVersion) !== '' && resourceVersion !== live.metadata.resourceVersion)
    throw conflict(resource, name, staleObject)
}
