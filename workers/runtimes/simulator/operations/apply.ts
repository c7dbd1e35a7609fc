import { badRequest, invalid } from '../api/status-error.ts'
import type { ClusterContext } from '../context.ts'
import { clone, isObject, type Json, type JsonObject } from '../json.ts'
import { applyConflict } from '../patch/apply/conflicts.ts'
import { TypedError } from '../patch/apply/elements.ts'
import { apply, type Applied } from '../patch/apply/manage.ts'
import { parseManagers, type Managers } from '../patch/apply/managers.ts'
import { undeclaredFields } from '../patch/apply/declared.ts'
import { afterUpdate } from '../patch/apply/manage.ts'
import { apiVersionOf } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { toVersion } from './convert.ts'
import { insert } from './create.ts'
import { blankObject, decode } from './decode.ts'
import { scopeOf, setManagers } from './manage.ts'
import { keyOf, type Target, type WriteOptions, type Written } from './target.ts'
import { change, checkPreconditions } from './update.ts'

/** Server-side apply: creates the object or makes it agree with the configuration, field by field. */
export async function applyObject(
  context: ClusterContext,
  target: Target,
  { body, options }: { body: Json; options: WriteOptions },
): Promise<Written> {
  const config = checkConfig(target, body)
  if (context.store.get(keyOf(target)) === undefined && target.subresource === '')
    return create(context, target, { config, options })
  let warnings: string[] = []
  const object = await change(context, target, {
    options,
    produce(live) {
      const metadata = isObject(config['metadata']) ? config['metadata'] : {}
      checkPreconditions(target, live, {
        resourceVersion:
          typeof metadata['resourceVersion'] === 'string' ? metadata['resourceVersion'] : undefined,
        uid: typeof metadata['uid'] === 'string' ? metadata['uid'] : undefined,
      })
      const applied = tryApply(context, target, {
        live,
        managers: managersOf(context, target, live),
        config,
        options,
      })
      warnings = applied.warnings
      return applied.object
    },
  })
  return { object, created: false, warnings }
}

async function create(
  context: ClusterContext,
  target: Target,
  { config, options }: { config: JsonObject; options: WriteOptions },
): Promise<Written> {
  const { object, warnings } = tryApply(context, target, {
    live: blankObject(target.resource),
    managers: new Map(),
    config,
    options,
  })
  object.metadata.name = target.name
  const written = await insert(context, target, { object, options })
  return { object: written, created: true, warnings }
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
): { object: KubeObject; warnings: string[] } {
  const { resource } = target
  const scope = scopeOf(context, target, { name: options.fieldManager, operation: 'Apply' })
  const result = typed(target, config, () => apply(managers, { live, config }, scope))
  if (result.conflicts.length > 0 && !options.force)
    throw applyConflict(resource, target.name, result.conflicts)
  const { object, warnings } = decode(resource, clone(result.object ?? live), options)
  setManagers(object, result.managers)
  return { object, warnings }
}

function typed(target: Target, config: JsonObject, run: () => Applied): Applied {
  const { resource, namespace, name } = target
  const where = `(${resource.namespaced ? `${namespace}/` : '/'}${name}; ${apiVersionOf(resource)}, Kind=${resource.kind})`
  const undeclared = undeclaredFields(resource.type(), config)
  if (undeclared.length > 0)
    throw badTyped(
      where,
      undeclared.length === 1
        ? (undeclared[0] ?? '')
        : `errors:\n${undeclared.map((each) => `  ${each}`).join('\n')}`,
    )
  try {
    return run()
  } catch (error) {
    if (error instanceof TypedError) throw badTyped(where, error.message)
    throw error
  }
}

function badTyped(where: string, message: string): Error {
  return badRequest(`failed to create typed patch object ${where}: ${message}`)
}

/** An object nobody's ownership is known of counts as written by one unnamed manager before. */
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
  if (body['kind'] === undefined || body['kind'] === '')
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body)}'`)
  if (body['apiVersion'] !== apiVersionOf(resource))
    throw invalid(resource, name, [
      {
        type: 'invalid',
        field: 'apiVersion',
        value: body['apiVersion'],
        detail: `must be ${apiVersionOf(resource)}`,
      },
    ])
  if (Array.isArray(metadata['managedFields']) && metadata['managedFields'].length > 0)
    throw badRequest('metadata.managedFields must be nil')
  if (metadata['name'] !== undefined && metadata['name'] !== name)
    throw badRequest(
      `the name of the object (${String(metadata['name'])}) does not match the name on the URL (${name})`,
    )
  if (resource.namespaced && metadata['namespace'] !== undefined && metadata['namespace'] !== namespace)
    throw badRequest(
      `the namespace of the object (${String(metadata['namespace'])}) does not match the namespace on the URL (${namespace})`,
    )
  const identity = { name, ...(resource.namespaced ? { namespace } : {}) }
  return { ...body, metadata: { ...metadata, ...identity } }
}
