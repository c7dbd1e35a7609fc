import { canonical, isObject, listOf, stringOf, type Json } from '../../json.ts'
import type { ManagedFieldsEntry } from '../../storage/object.ts'
import { emptySet, formatFieldsV1, isEmpty, parseFieldsV1, union, type FieldSet } from './field-set.ts'

/** An owner of fields. */
export interface Manager {
  manager: string
  operation: 'Apply' | 'Update'
  apiVersion: string
  subresource: string
  /** The time as RFC 3339 when the set last grew or an apply changed something. */
  time: string | undefined
  fields: FieldSet
}

export type Managers = ReadonlyMap<string, Manager>

/** Returns the key of a manager: one per operation and subresource; an applier keeps its key in a new version. */
export function managerKey(
  manager: Pick<Manager, 'manager' | 'operation' | 'apiVersion' | 'subresource'>,
): string {
  const version = manager.operation === 'Apply' ? '' : manager.apiVersion
  return canonical([manager.manager, manager.operation, version, manager.subresource])
}

export function parseManagers(entries: Json | undefined): Managers {
  const found = new Map<string, Manager>()
  for (const entry of listOf(entries)) {
    if (!isObject(entry)) continue
    const manager: Manager = {
      manager: stringOf(entry['manager']),
      operation: entry['operation'] === 'Apply' ? 'Apply' : 'Update',
      apiVersion: stringOf(entry['apiVersion']),
      subresource: stringOf(entry['subresource']),
      time: typeof entry['time'] === 'string' ? entry['time'] : undefined,
      fields: isObject(entry['fieldsV1']) ? parseFieldsV1(entry['fieldsV1']) : emptySet(),
    }
    if (!isEmpty(manager.fields)) found.set(managerKey(manager), manager)
  }
  return found
}

export function formatManagers(managers: Managers): ManagedFieldsEntry[] {
  return [...managers.values()]
    .filter(({ fields }) => !isEmpty(fields))
    .sort(byAge)
    .map(({ manager, operation, apiVersion, subresource, time, fields }) => ({
      manager,
      operation,
      apiVersion,
      ...(time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1' as const,
      fieldsV1: formatFieldsV1(fields),
      ...(subresource === '' ? {} : { subresource }),
    }))
}

function byAge(a: Manager, b: Manager): number {
  const left = [a.operation, a.time ?? '', a.manager, a.apiVersion, a.subresource]
  const right = [b.operation, b.time ?? '', b.manager, b.apiVersion, b.subresource]
  for (const [index, text] of left.entries()) {
    const other = right[index] ?? ''
    if (text !== other) return text < other ? -1 : 1
  }
  return 0
}

const maxUpdaters = 10
const ancient = 'ancient-changes'

/** Merges the oldest updaters, so that many different ones do not let an object grow without limit. */
export function capUpdaters(managers: Managers): Managers {
  const updaters = [...managers.entries()].filter(([, { operation }]) => operation === 'Update')
  if (updaters.length <= maxUpdaters) return managers
  const capped = new Map(managers)
  updaters.sort(([, a], [, b]) => byAge(a, b))
  let surplus = updaters.length - maxUpdaters
  for (const [key, manager] of updaters) {
    if (surplus <= 0) break
    const merged: Manager = { ...manager, manager: ancient, subresource: '' }
    const target = managerKey(merged)
    if (key === target) continue
    const existing = capped.get(target)
    capped.delete(key)
    capped.set(
      target,
      existing === undefined ? merged : { ...merged, fields: union(existing.fields, manager.fields) },
    )
    // The first one is only renamed; every further one shortens the list.
    if (existing !== undefined) surplus--
  }
  return capped
}
