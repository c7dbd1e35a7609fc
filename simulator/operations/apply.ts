import type { ClusterContext } from '../context.ts'
import { badRequest, conflict, isStatusError, plainError } from '../errors/status-error.ts'
import { at, canonical, clone, isObject, objectOf, stringOf, type Json, type JsonObject } from '../json.ts'
import { compare } from '../patch/apply/compare.ts'
import { applyConflict, withoutFields } from '../patch/apply/conflicts.ts'
import { undeclaredFields } from '../patch/apply/declared.ts'
import { TypedError } from '../patch/apply/elements.ts'
import { difference, emptySet, union, type FieldSet } from '../patch/apply/field-set.ts'
import { afterUpdate, type Applied, apply } from '../patch/apply/manage.ts'
import { parseManagers, type Managers } from '../patch/apply/managers.ts'
import { ownedBy } from '../patch/apply/owned.ts'
import { apiVersionOf } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { blankObject, decode } from '../strategy/decode.ts'
import { keyOf, type Target, type WriteOptions, type Written } from '../target.ts'
import { toVersion } from './convert.ts'
import { insert } from './create.ts'
import { scopeOf, setManagers } from './manage.ts'
import { change, checkPreconditions } from './update.ts'

/** Applies a configuration server-side: creates the object, or merges it field by field. */
export async function applyObject(
  context: ClusterContext,
  target: Target,
  { body, options }: { body: Json; options: WriteOptions },
): Promise<Written> {
  const config = checkConfig(target, body)
  if (context.store.get(keyOf(target)) === undefined && target.subresource === '')
    return create(context, target, { config, options })
  const object = await change(context, target, {
    options,
    produce(live) {
      const metadata = isObject(config['metadata']) ? config['metadata'] : {}
      checkPreconditions(target, live, {
        resourceVersion:
          typeof metadata['resourceVersion'] === 'string' ? metadata['resourceVersion'] : undefined,
      })
      const applied = tryApply(context, target, {
        live,
        managers: managersOf(context, target, live),
        config,
        options,
      })
      return applied
    },
  })
  return { object, created: false }
}

async function create(
  context: ClusterContext,
  target: Target,
  { config, options }: { config: JsonObject; options: WriteOptions },
): Promise<Written> {
  const uid = stringOf(objectOf(config['metadata'])['uid'])
  if (uid !== '')
    throw conflict(
      target.resource,
      target.name,
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    )
  const object = tryApply(context, target, {
    live: blankObject(target.resource),
    managers: new Map(),
    config,
    options,
  })
  object.metadata.name = target.name
  const written = await insert(context, target, { object, options })
  return { object: written, created: true }
}

interface ApplyInput {
  live: JsonObject
  managers: Managers
  config: JsonObject
  options: WriteOptions
}

function tryApply(
  context: ClusterContext,
  target: Target,
  { live, managers, config, options }: ApplyInput,
): KubeObject {
  const scope = scopeOf(context, target, { name: options.fieldManager, operation: 'Apply' })
  const result = typed(target, config, () => apply(managers, { live, config }, scope))
  if (result.conflicts.length > 0 && !options.force) {
    const own = options.fieldManager === 'kubectl' ? lastAppliedFields(target, live) : emptySet()
    const conflicts = withoutFields(result.conflicts, own)
    if (conflicts.length > 0) throw applyConflict(conflicts)
  }
  const object = decodeApplied(target, clone(result.object ?? live), options)
  setManagers(object, result.managers)
  if (options.fieldManager === 'kubectl') renewLastApplied(object, config)
  return object
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * Returns the fields that are still as kubectl applied them client-side: kubectl owns them, so it may change them
 * server-side.
 */
function lastAppliedFields(target: Target, live: JsonObject): FieldSet {
  const applied = parseObject(stringOf(at(live, 'metadata', 'annotations', lastApplied)))
  if (applied === undefined) return emptySet()
  const type = target.resource.type()
  const { added, modified, removed } = compare(type, applied, live)
  return difference(ownedBy(type, applied), union(union(added, modified), removed))
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Updates the annotation of objects that were once applied client-side, so that kubectl can return to client-side
 * apply.
 */
function renewLastApplied({ metadata }: KubeObject, config: JsonObject): void {
  if (metadata.annotations?.[lastApplied] === undefined) return
  metadata.annotations = { ...metadata.annotations, [lastApplied]: `${canonical(config)}\n` }
}

function decodeApplied(target: Target, object: JsonObject, options: WriteOptions): KubeObject {
  const { resource, name } = target
  try {
    return decode(resource, object, options)
  } catch (error) {
    const problem = isStatusError(error)
      ? /cannot be handled as a \w+: (.*)$/s.exec(error.message)?.[1]
      : undefined
    if (problem === undefined) throw error
    const kind = formatKind(apiVersionOf(resource), resource.kind)
    throw plainError(
      `failed to convert new object (/${name}; ${kind}) to proper version: unable to convert unstructured object to ${kind}: ${problem}`,
    )
  }
}

/** Refuses a configuration that its type does not allow. */
function typed(target: Target, config: JsonObject, run: () => Applied): Applied {
  const { resource } = target
  const undeclared = undeclaredFields(resource.type(), config)
  const where = `(${stringOf(objectOf(config['metadata'])['namespace'])}/${target.name}; ${formatKind(apiVersionOf(resource), resource.kind)})`
  const refuse = (problem: string) => plainError(`failed to create typed patch object ${where}: ${problem}`)
  const [only] = undeclared
  if (only !== undefined)
    throw refuse(
      undeclared.length === 1 ? only : `errors:\n${undeclared.map((each) => `  ${each}`).join('\n')}`,
    )
  try {
    return run()
  } catch (error) {
    if (error instanceof TypedError) throw refuse(error.message)
    throw error
  }
}

/** Formats a kind for messages: `apps/v1, Kind=Deployment`; in the core group `/v1, Kind=Pod`. */
function formatKind(apiVersion: string, kind: string): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`
}

/** Returns the field owners; an object without any counts as written by one unnamed manager. */
function managersOf(context: ClusterContext, target: Target, live: KubeObject): Managers {
  const managers = parseManagers(live.metadata.managedFields)
  if (managers.size > 0) return managers
  const scope = scopeOf(
    context,
    { ...target, subresource: '' },
    { name: 'before-first-apply', operation: 'Update' },
  )
  return afterUpdate(
    managers,
    { live: blankObject(target.resource), next: toVersion(target.resource, live) },
    scope,
  )
}

function checkConfig(target: Target, body: Json): JsonObject {
  const { resource, name, namespace } = target
  if (!isObject(body)) throw badRequest('error decoding YAML: yaml: unmarshal errors')
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  const { apiVersion, kind } = body
  if (apiVersion !== apiVersionOf(resource) || kind !== resource.kind)
    throw badRequest(`invalid object type: ${formatKind(stringOf(apiVersion), stringOf(kind))}`)
  if (Array.isArray(metadata['managedFields']) && metadata['managedFields'].length > 0)
    throw badRequest('metadata.managedFields must be nil')
  if (metadata['name'] !== undefined && metadata['name'] !== name)
    throw badRequest(
      `the name of the object (${String(metadata['name'])}) does not match the name on the URL (${name})`,
    )
  if (resource.namespaced && metadata['namespace'] !== undefined && metadata['namespace'] !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  return { ...body, metadata: { ...metadata, name } }
}
