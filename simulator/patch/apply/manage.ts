import { equal, isObject, type Json, type JsonObject } from '../../json.ts'
import type { ObjectType } from '../../schema/type.ts'
import { compare, type Comparison } from './compare.ts'
import type { Conflict } from './conflicts.ts'
import {
  difference,
  intersection,
  isEmpty,
  recursiveDifference,
  sameSet,
  setOfPaths,
  union,
  type FieldSet,
} from './field-set.ts'
import { capUpdaters, managerKey, type Manager, type Managers } from './managers.ts'
import { mergeValues, removeItems } from './merge-values.ts'
import { ownedBy, withNamedFields } from './owned.ts'

/** Fields that no manager owns: the identity, and fields that only the server writes. */
const unowned: readonly (readonly string[])[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'resourceVersion'],
]

const identity = setOfPaths(unowned)

export interface Scope {
  type: ObjectType
  /** The future owner of the fields, without their time. */
  manager: Omit<Manager, 'fields' | 'time'>
  time: string
  /** Paths that a write to this (sub)resource does not change. */
  reset: readonly (readonly string[])[]
}

/**
 * Returns the owners after an update from `live` to `next`: the updater owns what it added and changed, and none owns
 * what was removed.
 */
export function afterUpdate(
  managers: Managers,
  { live, next }: { live: JsonObject; next: JsonObject },
  scope: Scope,
): Managers {
  const ignored = setOfPaths(scope.reset)
  const changes = without(compare(scope.type, owned(live), owned(next)), ignored)
  const kept = new Map<string, Manager>()
  const taken = union(changes.added, changes.modified)
  for (const [key, manager] of managers) {
    const fields = difference(difference(manager.fields, taken), changes.removed)
    if (!isEmpty(fields)) kept.set(key, { ...manager, fields })
  }
  if (!isEmpty(taken)) {
    const key = managerKey(scope.manager)
    const previous = kept.get(key)
    const fields = previous === undefined ? taken : union(previous.fields, taken)
    kept.set(key, { ...scope.manager, time: scope.time, fields })
  }
  return capUpdaters(kept)
}

export interface Applied {
  /** The new object; undefined if it is unchanged. */
  object: JsonObject | undefined
  managers: Managers
  conflicts: Conflict[]
}

/**
 * Merges the configuration into the live object, without the fields that the manager had applied before, no longer
 * applies and no other manager owns. `conflicts` lists changed fields of others; force takes them over.
 */
export function apply(
  managers: Managers,
  { live, config }: { live: JsonObject; config: JsonObject },
  scope: Scope,
): Applied {
  const { type } = scope
  const ignored = setOfPaths(scope.reset)
  const key = managerKey(scope.manager)
  const before = managers.get(key)
  const configured = ownedBy(type, config)
  const set = difference(recursiveDifference(configured, ignored), identity)
  const after = new Map(managers)
  // Temporarily owns the name too: metadata must not be pruned with the last label.
  after.set(key, { ...scope.manager, time: before?.time, fields: configured })
  const merged = asObject(mergeValues(type, owned(live), config))
  const pruned =
    before === undefined ? merged : prune(type, merged, { before: before.fields, managers: after })

  after.set(key, { ...scope.manager, time: before?.time, fields: set })

  const changes = without(compare(type, owned(live), pruned), ignored)
  const taken = union(changes.added, changes.modified)
  const conflicts: Conflict[] = []
  for (const [other, manager] of after) {
    if (other === key) continue
    const disputed = intersection(manager.fields, taken)
    if (!isEmpty(disputed)) conflicts.push({ manager, fields: disputed })
    const fields = difference(difference(manager.fields, disputed), changes.removed)
    if (isEmpty(fields)) after.delete(other)
    else after.set(other, { ...manager, fields })
  }
  const changed = !equal(owned(live), pruned)
  const sameOwner = before !== undefined && sameSet(before.fields, set)
  if (changed || !sameOwner) after.set(key, { ...scope.manager, time: scope.time, fields: set })
  if (isEmpty(set)) after.delete(key)
  return { object: changed ? pruned : undefined, managers: capUpdaters(after), conflicts }
}

/** Removes the fields that the manager had applied and no manager owns any more, with everything below them. */
function prune(
  type: ObjectType,
  merged: JsonObject,
  { before, managers }: { before: FieldSet; managers: Managers },
): JsonObject {
  let stillOwned: FieldSet | undefined
  for (const { fields } of managers.values())
    stillOwned = stillOwned === undefined ? fields : union(stillOwned, fields)
  const abandoned = difference(
    withNamedFields(before, type),
    withNamedFields(stillOwned ?? { member: false, children: new Map() }, type),
  )
  return isEmpty(abandoned) ? merged : asObject(removeItems(type, merged, abandoned) ?? {})
}

function without(changes: Comparison, ignored: FieldSet): Comparison {
  const rest = (set: FieldSet) => difference(recursiveDifference(set, ignored), identity)
  return { added: rest(changes.added), modified: rest(changes.modified), removed: rest(changes.removed) }
}

/** Returns the object without its managedFields, which are not part of the comparison. */
function owned(object: JsonObject): JsonObject {
  const metadata = object['metadata']
  if (!isObject(metadata) || metadata['managedFields'] === undefined) return object
  const { managedFields: _, ...rest } = metadata
  return { ...object, metadata: rest }
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {}
}
