import { isObject, type Json } from '../../json.ts'
import type { Type } from '../../schema/type.ts'
import { fieldType, hasItems, indexItems, isAtomic } from './elements.ts'
import { descend, emptySet, type FieldSet } from './field-set.ts'

/** Every path a value sets: leaves, atomic values, list items, and empty maps and lists. */
export function ownedBy(type: Type, value: Json): FieldSet {
  const set = emptySet()
  collect(type, value, { set, path: '' })
  return set
}

interface Location {
  set: FieldSet
  /** For messages. */
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

/**
 * The set with every path added that leads to one of its paths through named fields of a struct: taking a field
 * out of an object takes out what is in it.
 */
export function withNamedFields(set: FieldSet, type: Type): FieldSet {
  const made = emptySet()
  made.member = set.member
  for (const [element, child] of set.children) {
    const inner = element.startsWith('f:')
      ? fieldType(type, element.slice(2))
      : hasItems(type)
        ? type.items
        : type
    const below = withNamedFields(child, inner)
    const isNamed = element.startsWith('f:') && type.is === 'object' && type.fields.has(element.slice(2))
    made.children.set(element, isNamed ? { member: true, children: below.children } : below)
  }
  return made
}
