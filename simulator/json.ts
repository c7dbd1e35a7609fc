// JSON values as they are transferred and stored. Readers share the objects in the store, so none is changed in place:
// take a `clone` first.
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value as an object; a new empty one if it is something else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value : []
}

/** Returns the items of a list that are objects. */
export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject)
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' ? value : otherwise
}

export function stringsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === 'string')
}

/*
 * Keys that users choose may equal inherited properties of JavaScript objects: `constructor`, `toString`. These two
 * functions read and set keys that may be such.
 */

/** Returns the object's own value of a key. */
export function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Sets a key. An assignment to `__proto__` would change the prototype. */
export function setOwn<T>(object: Record<string, T>, key: string, value: T): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Returns the value at a path of keys; undefined as soon as a value on the path is not an object. */
export function at(value: Json | undefined, ...path: string[]): Json | undefined {
  let current = value
  for (const key of path) {
    if (!isObject(current)) return undefined
    current = own(current, key)
  }
  return current
}

/** Returns the object under `key`; adds an empty one if it is missing, so that writes to it are kept. */
export function childOf(parent: JsonObject, key: string): JsonObject {
  const child = own(parent, key)
  if (isObject(child)) return child
  const result: JsonObject = {}
  setOwn(parent, key, result)
  return result
}

/** Returns a copy without one key. */
export function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = object
  return rest
}

export function clone<T>(value: T): T {
  // The copy has the shape of the original, which the compiler cannot see through the branches.
  return copy(value) as T
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy)
  const result: { [key: string]: unknown } = {}
  for (const [key, item] of Object.entries(value)) if (item !== undefined) setOwn(result, key, copy(item))
  return result
}

/** Compares values deeply, ignoring the order of keys and keys set to undefined. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => equal(item, b[index]))
  }
  if (Array.isArray(b) || !isObject(a) || !isObject(b)) return false
  for (const key of Object.keys(a)) if (!equal(a[key], own(b, key))) return false
  for (const key of Object.keys(b)) if (own(a, key) === undefined && b[key] !== undefined) return false
  return true
}

/** Returns JSON with sorted keys: equal strings for equal values. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}
