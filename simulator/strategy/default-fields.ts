import { childOf, isObject, type Json, type JsonObject } from '../json.ts'

/** Sets missing fields, in place. */
export function setDefaults(object: JsonObject, values: { readonly [key: string]: Json }): void {
  for (const [key, value] of Object.entries(values)) if (object[key] === undefined) object[key] = value
}

/** Returns the spec of an object; adds it if missing. */
export function specOf(object: JsonObject): JsonObject {
  return childOf(object, 'spec')
}

/** Sets missing fields of an optional object if it is present. */
export function setDefaultsIfPresent(
  parent: JsonObject,
  key: string,
  values: { readonly [key: string]: Json },
): void {
  const child = parent[key]
  if (isObject(child)) setDefaults(child, values)
}
