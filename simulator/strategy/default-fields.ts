import { childOf, isObject, type Json, type JsonObject } from '../json.ts'

/** Sets what is not there; in place. */
export function fill(object: JsonObject, values: { readonly [key: string]: Json }): void {
  for (const [key, value] of Object.entries(values)) if (object[key] === undefined) object[key] = value
}

/** The spec of an object, made when missing. */
export function specOf(object: JsonObject): JsonObject {
  return childOf(object, 'spec')
}

/** Fills an optional object only when it is there. */
export function fillIfSet(parent: JsonObject, key: string, values: { readonly [key: string]: Json }): void {
  const child = parent[key]
  if (isObject(child)) fill(child, values)
}
