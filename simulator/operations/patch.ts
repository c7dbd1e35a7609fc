import type { ClusterContext } from '../context.ts'
import {
  badRequest,
  invalid,
  isStatusError,
  notFound,
  plainError,
  StatusError,
  unsupportedMediaType,
} from '../errors/status-error.ts'
import { canonical, isObject, objectOf, type Json, type JsonObject } from '../json.ts'
import { applyJsonPatch, PatchError } from '../patch/json-patch.ts'
import { patchTypes } from '../patch/media-types.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import { applyStrategicMerge, goMap } from '../patch/strategic-merge.ts'
import type { KubeObject } from '../storage/object.ts'
import { decode } from '../strategy/decode.ts'
import { keyOf, type Target, type WriteOptions, type Written } from '../target.ts'
import { applyObject } from './apply.ts'
import { recordUpdate } from './manage.ts'
import { change, checkPreconditions } from './update.ts'

/** Patches an object in each of the four forms. */
export async function patchObject(
  context: ClusterContext,
  target: Target,
  { type, body, options }: { type: string; body: Json; options: WriteOptions },
): Promise<Written> {
  if (type === patchTypes.apply) return applyObject(context, target, { body, options })
  const patch = patchFunction(type, target, body)
  if (context.store.get(keyOf(target)) === undefined) throw notFound(target.resource, target.name)
  const object = await change(context, target, {
    options,
    produce(live) {
      const patched = tryPatch(() => patch(live))
      if (!isObject(patched)) throw badRequest('the patched object is not an object')
      const next = decodePatched(target, { patched, quoted: quote(target, { type, body }, patched) }, options)
      checkName(target, next)
      // Another uid in a patch is not a precondition, but a change of an immutable field.
      checkPreconditions(target, live, { resourceVersion: next.metadata.resourceVersion })
      recordUpdate(context, target, { live, next, fieldManager: options.fieldManager })
      return next
    },
  })
  return { object, created: false }
}

export function patchFunction(type: string, { resource }: Target, body: Json): (live: KubeObject) => Json {
  switch (type) {
    case patchTypes.json:
      return (live) => applyJsonPatch(live, body)
    case patchTypes.merge:
      checkMap(body)
      return (live) => applyMergePatch(live, body)
    case patchTypes.strategic:
      checkMap(body)
      return (live) => applyStrategicMerge(resource.type(), live, objectOf(body))
    default:
      throw unsupportedMediaType(Object.values(patchTypes))
  }
}

function checkMap(body: Json): void {
  if (!isObject(body))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${goKind(body)} into Go value of type map[string]interface {}`,
    )
}

function goKind(value: Json): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

export function tryPatch(patch: () => Json): Json {
  try {
    return patch()
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    if (error.kind === 'unreadable') throw badRequest(error.message)
    if (error.kind === 'internal') throw plainError(error.message)
    throw new StatusError({
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
      details: {},
    })
  }
}

/** Decodes the patched object like a body, but reports its problems as those of the patch. */
function decodePatched(
  target: Target,
  { patched, quoted }: { patched: JsonObject; quoted: string },
  options: WriteOptions,
): KubeObject {
  try {
    return decode(target.resource, patched, options)
  } catch (error) {
    if (!isStatusError(error) || error.code !== 400) throw error
    const detail = error.message.replace(/^.* cannot be handled as a \w+: /, '')
    throw invalid({ group: '', kind: '' }, '', [{ type: 'invalid', field: 'patch', value: quoted, detail }])
  }
}

/** Formats the patch or its result for messages. */
function quote(
  { resource }: Target,
  { type, body }: { type: string; body: Json },
  patched: JsonObject,
): string {
  if (resource.custom !== undefined) return canonical(patched)
  if (type === patchTypes.strategic) return goMap(body)
  const { metadata, ...rest } = patched
  const parts = Object.keys(rest)
    .sort()
    .map((key) => [key, `${JSON.stringify(key)}:${canonical(rest[key])}`] as const)
  const own = metadataOrder.filter((key) => objectOf(metadata)[key] !== undefined)
  const quoted = Object.fromEntries(own.map((key) => [key, objectOf(metadata)[key]]))
  const all = [...parts, ['metadata', `"metadata":${JSON.stringify(quoted)}`] as const].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return `{${all.map(([, text]) => text).join(',')}}`
}

/** The order in which the server writes metadata. */
const metadataOrder = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
]

function checkName({ resource, name, namespace }: Target, { metadata }: KubeObject): void {
  if (metadata.name !== name)
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
  if (resource.namespaced && metadata.namespace !== namespace)
    throw badRequest(
      `the namespace of the object (${metadata.namespace}) does not match the namespace on the URL (${namespace})`,
    )
}
