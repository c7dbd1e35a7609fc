import { badRequest, invalid, notFound, StatusError, unsupportedMediaType } from '../api/status-error.ts'
import type { ClusterContext } from '../context.ts'
import { isObject, objectOf, type Json, type JsonObject } from '../json.ts'
import { applyJsonPatch, PatchError } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import { applyStrategicMerge } from '../patch/strategic-merge.ts'
import type { KubeObject } from '../storage/object.ts'
import { applyObject } from './apply.ts'
import { decode } from './decode.ts'
import { recordUpdate } from './manage.ts'
import { keyOf, type Target, type WriteOptions, type Written } from './target.ts'
import { change, checkPreconditions } from './update.ts'

export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** PATCH, in each of its four forms. */
export async function patchObject(
  context: ClusterContext,
  target: Target,
  { type, body, options }: { type: string; body: Json; options: WriteOptions },
): Promise<Written> {
  if (type === patchTypes.apply) return applyObject(context, target, { body, options })
  const patch = patchFunction(type, target, body)
  if (context.store.get(keyOf(target)) === undefined) throw notFound(target.resource, target.name)
  let warnings: string[] = []
  const object = await change(context, target, {
    options,
    produce(live) {
      const patched = tryPatch(() => patch(live), target)
      if (!isObject(patched)) throw badRequest('the patched object is not an object')
      const decoded = decodePatched(target, patched, options)
      warnings = decoded.warnings
      const next = decoded.object
      checkName(target, next)
      checkPreconditions(target, live, next.metadata)
      recordUpdate(context, target, { live, next, fieldManager: options.fieldManager })
      return next
    },
  })
  return { object, created: false, warnings }
}

function patchFunction(type: string, { resource }: Target, body: Json): (live: KubeObject) => Json {
  switch (type) {
    case patchTypes.json:
      return (live) => applyJsonPatch(live, body)
    case patchTypes.merge:
      if (!isObject(body))
        throw badRequest('json: cannot unmarshal array into Go value of type map[string]interface {}')
      return (live) => applyMergePatch(live, body)
    case patchTypes.strategic:
      if (resource.custom !== undefined)
        throw unsupportedMediaType([patchTypes.json, patchTypes.merge, patchTypes.apply])
      return (live) => applyStrategicMerge(resource.type(), live, objectOf(body))
    default:
      throw unsupportedMediaType(Object.values(patchTypes))
  }
}

function tryPatch(patch: () => Json, { resource, name }: Target): Json {
  try {
    return patch()
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    throw new StatusError({
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
      details: { name, group: resource.group, kind: resource.plural },
    })
  }
}

/** What a patch leads to is checked like a body, but told as an invalid object, not as an unreadable request. */
function decodePatched(
  target: Target,
  patched: JsonObject,
  options: WriteOptions,
): { object: KubeObject; warnings: string[] } {
  try {
    return decode(target.resource, patched, options)
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 400) throw error
    const strict = /strict decoding error: .*$/.exec(error.message)?.[0]
    if (strict === undefined) throw error
    throw invalid(target.resource, target.name, [
      { type: 'invalid', field: 'patch', value: patched, detail: strict },
    ])
  }
}

function checkName({ resource, name, namespace }: Target, { metadata }: KubeObject): void {
  if (metadata.name !== name)
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
  if (resource.namespaced && metadata.namespace !== namespace)
    throw badRequest(
      `the namespace of the object (${metadata.namespace}) does not match the namespace on the URL (${namespace})`,
    )
}
