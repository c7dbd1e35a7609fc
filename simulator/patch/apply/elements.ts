import { canonical, isObject, own, setOwn, type Json } from '../../json.ts'
import type { Field, ListType, Type } from '../../schema/type.ts'
import { any } from '../../schema/type.ts'

/** Thrown for a list or object that cannot be owned item by item; the message has the path and the reason. */
export class TypedError extends Error {}

/** Returns the type of a field of an object-like type; `any` if it is unknown. */
export function fieldType(type: Type, name: string): Type {
  if (type.is === 'object') return type.fields.get(name)?.type() ?? any
  return type.is === 'map' ? type.values : any
}

/** Reports whether values of this type are owned as a whole. */
export function isAtomic(type: Type): boolean {
  return type.is === 'scalar' || ((type.is === 'object' || type.is === 'map') && type.atomic)
}

/** Reports whether the items of a value of this type are owned individually. */
export function hasItems(type: Type): type is ListType {
  return type.is === 'list' && type.kind !== 'atomic'
}

/**
 * Returns the path element of a list item: its keys, or its value in a set. Thrown TypedError: if it lacks them.
 *
 * @param at The path of the list and the position of the item, for messages.
 */
export function elementOf(type: ListType, item: Json, at = ''): string {
  if (type.kind === 'set') return `v:${canonical(item)}`
  if (!isObject(item)) throw new TypedError(`${at}: element must be an object to be found by key`)
  const keys: { [key: string]: Json } = {}
  for (const key of type.keys) {
    const value = own(item, key) ?? defaultOf(type.items, key)
    if (value !== undefined) setOwn(keys, key, value)
  }
  if (Object.keys(keys).length === 0) {
    const names = type.keys.map((key) => JSON.stringify(key)).join(', ')
    throw new TypedError(
      type.keys.length === 1
        ? `${at}: associative list with keys has an element that omits key field ${names} (and doesn't have default value)`
        : `${at}: associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any of the key fields)`,
    )
  }
  return `k:${canonical(keys)}`
}

function defaultOf(items: Type, key: string): Json | undefined {
  const field: Field | undefined = items.is === 'object' ? items.fields.get(key) : undefined
  return field?.default
}

/** Returns the item of each path element, in order. Thrown TypedError: if two items have the same element. */
export function indexItems(type: ListType, items: readonly Json[], path: string): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const [index, item] of items.entries()) {
    const element = elementOf(type, item, `${path}: element ${index}`)
    if (found.has(element)) throw new TypedError(repeatedElement(element, path))
    found.set(element, item)
  }
  return found
}

/** Indexes the items of a stored list: items with equal elements are one value. */
export function indexStored(type: ListType, items: readonly Json[]): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const item of items) {
    const element = elementOf(type, item)
    const before = found.get(element)
    // A list as an item has no type, so it is owned as a whole.
    found.set(element, before === undefined ? item : [before, item])
  }
  return found
}

/** Returns the problem of a path element that several items of the list at a path have. */
export function repeatedElement(element: string, path: string): string {
  return `${path}: duplicate entries for key ${formatElement(element)}`
}

/** Formats the path element of a list item as paths contain it: `[name="web"]`. */
export function formatElement(element: string): string {
  if (element.startsWith('v:')) return `[=${element.slice(2)}]`
  const keys = Object.entries<Json>(JSON.parse(element.slice(2)))
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`
}
