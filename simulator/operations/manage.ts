import { type ClusterContext, timestamp } from '../context.ts'
import { without, isObject, type Json, type JsonObject } from '../json.ts'
import { TypedError } from '../patch/apply/elements.ts'
import { afterUpdate, type Scope } from '../patch/apply/manage.ts'
import { formatManagers, parseManagers, type Managers } from '../patch/apply/managers.ts'
import { apiVersionOf } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { blankObject } from '../strategy/decode.ts'
import { resetPaths, type Target } from '../target.ts'

const everySubresource: ReadonlySet<string> = new Set([
  '',
  'status',
  'scale',
  'ephemeralcontainers',
  'approval',
])

export function scopeOf(
  context: ClusterContext,
  target: Target,
  manager: { name: string; operation: 'Apply' | 'Update' },
): Scope {
  const { resource, subresource } = target
  return {
    type: resource.type(),
    manager: {
      manager: manager.name,
      operation: manager.operation,
      apiVersion: apiVersionOf(resource),
      subresource: everySubresource.has(subresource) ? subresource : '',
    },
    time: timestamp(context.now()),
    reset: resetPaths(target),
  }
}

/** Writes the field owners into `next` after an update of `live`, or after a creation. */
export function recordUpdate(
  context: ClusterContext,
  target: Target,
  change: { live: KubeObject | undefined; next: KubeObject; fieldManager: string },
): void {
  const { live, next } = change
  const managers = managersBefore(target, live, next)
  // An object whose managers were removed on purpose is not tracked until it is applied.
  if (live !== undefined && managers.size === 0) {
    delete next.metadata.managedFields
    return
  }
  const scope = scopeOf(context, target, { name: change.fieldManager, operation: 'Update' })
  try {
    setManagers(next, afterUpdate(managers, { live: live ?? blankObject(target.resource), next }, scope))
  } catch (error) {
    if (!(error instanceof TypedError)) throw error
    // Its keys are ambiguous, so it has no owner; validation reports the problem.
    setManagers(next, managers)
  }
}

export function setManagers(object: KubeObject, managers: Managers): void {
  const entries = formatManagers(managers)
  if (entries.length === 0) delete object.metadata.managedFields
  else object.metadata.managedFields = entries
}

/**
 * Returns the managers before an update: a client may write managedFields, but omitting them does not remove them;
 * `[{}]` does.
 */
function managersBefore(target: Target, live: KubeObject | undefined, next: KubeObject): Managers {
  const stored = parseManagers(live?.metadata.managedFields)
  if (target.subresource !== '') return stored
  const given: Json | undefined = next.metadata.managedFields
  if (isReset(given)) return new Map()
  const parsed = parseManagers(given)
  return parsed.size === 0 ? stored : parsed
}

function isReset(entries: Json | undefined): boolean {
  if (!Array.isArray(entries) || entries.length !== 1) return false
  const [entry] = entries
  return isObject(entry) && (entry['manager'] ?? '') === '' && (entry['fieldsType'] ?? '') === ''
}

/** Reports whether only the times in managedFields differ: then nothing was changed. */
export function sameButTimes(
  a: KubeObject,
  b: KubeObject,
  equal: (a: JsonObject, b: JsonObject) => boolean,
): boolean {
  return equal(withoutTimes(a), withoutTimes(b))
}

function withoutTimes(object: KubeObject): JsonObject {
  const entries = object.metadata.managedFields?.map((entry) => without(entry, 'time'))
  return { ...object, metadata: { ...object.metadata, managedFields: entries } }
}
