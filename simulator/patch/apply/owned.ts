import { isObject, type Json } from '../../json.ts'
import type { Type } from '../../schema/type.ts'
import { fieldType, hasItems, indexItems, isAtomic } from './elements.ts'
import { descend, emptySet, type FieldSet } from './field-set.ts'

/** Returns every path that a value sets: leaves, atomic values, list items, and empty maps and lists. */
export function ownedBy(type: Type, value: Json): FieldSet {
  const set = emptySet()
  collect(type, value, { set, path: '' })
  return set
}

interface Location {
  set: FieldSet
  /** The path for messages. */
  path: string
}

function collect(type: Type, value: Json, { set, path }: Location): void {
  if (isObject(value) && !isAtomic(type)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    if (entries.length === 0) set.member = true
    for (const [name, item] of entries)
      collect(fieldType(type, name), item ?? null, {
        set: descend(set, `f:${name}`),
        path: `${path}.${name}`,
      })
    return
  }
  if (Array.isArray(value) && hasItems(type)) {
    if (value.length === 0) set.member = true
    for (const [element, item] of indexItems(type, value, path)) {
      const child = descend(set, element)
      child.member = true
      if (isObject(item) && !isAtomic(type.items)) collect(type.items, item, { set: child, path })
    }
    return
  }
  set.member = true
}

/** Returns the set with all ancestors that are named fields of a struct: removing a field removes its contents. */
export function withNamedFields(set: FieldSet, type: Type): FieldSet {
  const result = emptySet()
  result.member = set.member
  for (const [element, child] of set.children) {
    const inner = element.startsWith('f:')
      ? fieldType(type, element.slice(2))
      : hasItems(type)
        ? type.items
        : type
    const below = withNamedFields(child, inner)
    const isNamed = element.startsWith('f:') && type.is === 'object' && type.fields.has(element.slice(2))
    result.children.set(element, isNamed ? { member: true, children: below.children } : below)
  }
  return result
}
