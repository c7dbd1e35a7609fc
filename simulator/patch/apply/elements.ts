import { canonical, isObject, own, setOwn, type Json } from '../../json.ts'
import type { Field, ListType, Type } from '../../schema/type.ts'
import { any } from '../../schema/type.ts'

/** The list or object cannot be owned item by item; the message says where and why. */
export class TypedError extends Error {}

/** The type of a field of an object-like type; `any` for what is not known. */
export function fieldType(type: Type, name: string): Type {
  if (type.is === 'object') return type.fields.get(name)?.type() ?? any
  return type.is === 'map' ? type.values : any
}

/** True when values of this type are owned as one. */
export function isAtomic(type: Type): boolean {
  return type.is === 'scalar' || ((type.is === 'object' || type.is === 'map') && type.atomic)
}

/** True when the items of a value of this type are owned one by one. */
export function hasItems(type: Type): type is ListType {
  return type.is === 'list' && type.kind !== 'atomic'
}

/** The path element of a list item: by its keys, or by its value in a set. */
export function elementOf(type: ListType, item: Json, path: string): string {
  if (type.kind === 'set') return `v:${canonical(item)}`
  if (!isObject(item)) throw new TypedError(`${path}: element must be an object to be found by key`)
  const keys: { [key: string]: Json } = {}
  for (const key of type.keys) {
    const value = own(item, key) ?? defaultOf(type.items, key)
    if (value !== undefined) setOwn(keys, key, value)
  }
  if (Object.keys(keys).length === 0) {
    const names = type.keys.map((key) => JSON.stringify(key)).join(', ')
    throw new TypedError(
      type.keys.length === 1
        ? `${path}: element 0: associative list with keys has an element that omits key field ${names} (and doesn't have default value)`
        : `${path}: element 0: associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any of the key fields)`,
    )
  }
  return `k:${canonical(keys)}`
}

function defaultOf(items: Type, key: string): Json | undefined {
  const field: Field | undefined = items.is === 'object' ? items.fields.get(key) : undefined
  return field?.default
}

/** The item of each path element, in order. Thrown TypedError when two items have the same element. */
export function indexItems(type: ListType, items: readonly Json[], path: string): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const item of items) {
    const element = elementOf(type, item, path)
    if (found.has(element)) throw new TypedError(`${path}: duplicate entries for key [${keyText(element)}]`)
    found.set(element, item)
  }
  return found
}

/** Like `indexItems`, for lists that were not applied: items that cannot be distinguished are one value. */
export function indexStored(type: ListType, items: readonly Json[]): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const item of items) {
    const element = elementOf(type, item, '')
    const before = found.get(element)
    // A list in the place of an item has no type, so it is owned as one value.
    found.set(element, before === undefined ? item : [before, item])
  }
  return found
}

function keyText(element: string): string {
  if (element.startsWith('v:')) return `=${element.slice(2)}`
  const keys = Object.entries<Json>(JSON.parse(element.slice(2)))
  return keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')
}
