import { isObject, own, setOwn, type Json, type JsonObject } from '../../json.ts'
import type { ListType, Type } from '../../schema/type.ts'
import { elementOf, fieldType, hasItems, indexItems, isAtomic } from './elements.ts'
import type { FieldSet } from './field-set.ts'

/** Merges an applied value into the stored one; applied fields win. */
export function mergeValues(type: Type, stored: Json | undefined, applied: Json): Json {
  if (stored === undefined || stored === null) return applied
  if (isObject(applied) && isObject(stored) && !isAtomic(type)) {
    const result: JsonObject = { ...stored }
    for (const [name, item] of Object.entries(applied))
      if (item !== undefined)
        setOwn(result, name, mergeValues(fieldType(type, name), own(stored, name), item))
    return result
  }
  if (Array.isArray(applied) && Array.isArray(stored) && hasItems(type))
    return mergeItems(type, stored, applied)
  // An applied null neither adds nor removes parts of a value that has them.
  const hasParts = isObject(stored) ? !isAtomic(type) : Array.isArray(stored) && hasItems(type)
  return applied === null && hasParts ? stored : applied
}

/**
 * Merges lists: items keep the stored order as far as the applied list agrees; items of both lists come in the applied
 * order, and stored-only items keep their position among them.
 */
function mergeItems(type: ListType, stored: readonly Json[], applied: readonly Json[]): Json[] {
  const appliedItems = indexItems(type, applied, '')
  const existing = stored.map((item) => ({ item, element: elementOf(type, item) }))
  const byElement = new Map(existing.map(({ item, element }) => [element, item] as const))
  const order = [...appliedItems.keys()]
  const shared = order.filter((element) => byElement.has(element))
  const merged: Json[] = []
  const done = new Set<string>()
  let left = 0
  let right = 0

  function take(element: string): void {
    done.add(element)
    if (shared[0] === element) shared.shift()
    merged.push(mergeValues(type.items, byElement.get(element), appliedItems.get(element) ?? null))
  }

  while (left < existing.length || right < order.length) {
    const current = existing[left]
    const next = order[right]
    if (current !== undefined && next !== undefined) {
      if (current.element === next) {
        take(next)
        left++
        right++
        continue
      }
      // In both lists, but another shared item comes first in the applied order.
      if (appliedItems.has(current.element) && shared[0] !== undefined && shared[0] !== current.element) {
        left++
        continue
      }
    }
    if (current !== undefined) {
      if (!appliedItems.has(current.element)) {
        merged.push(current.item)
        left++
        continue
      }
      if (done.has(current.element)) left++
    }
    if (next !== undefined) {
      if (!done.has(next)) take(next)
      right++
    }
  }
  return merged
}

/** Returns the value without the fields and items at the given paths. */
export function removeItems(type: Type, value: Json, gone: FieldSet): Json | undefined {
  if (isObject(value) && !isAtomic(type)) {
    const result: JsonObject = {}
    for (const [name, item] of Object.entries(value)) {
      const child = gone.children.get(`f:${name}`)
      if (item === undefined || child?.member === true) continue
      const kept = child === undefined ? item : removeItems(fieldType(type, name), item, child)
      if (kept !== undefined) setOwn(result, name, kept)
    }
    return Object.keys(result).length === 0 ? undefined : result
  }
  if (Array.isArray(value) && hasItems(type)) {
    const kept = value.flatMap((item) => {
      const child = gone.children.get(elementOf(type, item))
      if (child === undefined) return [item]
      if (child.member) return []
      return [removeItems(type.items, item, child) ?? null]
    })
    return kept.length === 0 ? undefined : kept
  }
  return value
}
