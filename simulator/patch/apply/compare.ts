import { equal, isObject, own, type Json } from '../../json.ts'
import type { ListType, Type } from '../../schema/type.ts'
import { fieldType, hasItems, indexStored, isAtomic } from './elements.ts'
import { emptySet, type FieldSet } from './field-set.ts'

/** The differences between two objects. */
export interface Comparison {
  added: FieldSet
  modified: FieldSet
  removed: FieldSet
}

export function compare(type: Type, before: Json, after: Json): Comparison {
  const found: Comparison = { added: emptySet(), modified: emptySet(), removed: emptySet() }
  walk(type, { before, after }, found)
  return found
}

type Sides = { before: Json | undefined; after: Json | undefined }

function walk(type: Type, sides: Sides, found: Comparison): void {
  const { before, after } = sides
  if (before === after) return
  if (isLeaf(type, before) && isLeaf(type, after)) {
    markLeaf(sides, found)
    return
  }
  if (isObject(before) || isObject(after)) walkFields(type, sides, found)
  if ((Array.isArray(before) || Array.isArray(after)) && hasItems(type)) walkItems(type, sides, found)
  // A field that is added or removed as a whole counts itself, besides its contents.
  if (before === undefined) found.added.member = true
  else if (after === undefined) found.removed.member = true
}

function markLeaf({ before, after }: Sides, found: Comparison): void {
  if (before === undefined) found.added.member = true
  else if (after === undefined) found.removed.member = true
  else if (!equal(before, after)) found.modified.member = true
}

/**
 * Reports whether values are compared as a whole: scalars, nulls, atomic values, and empty maps and lists against each
 * other.
 */
function isLeaf(type: Type, value: Json | undefined): boolean {
  if (isObject(value)) return isAtomic(type) || Object.keys(value).length === 0
  if (Array.isArray(value)) return !hasItems(type) || value.length === 0
  return true
}

function walkFields(type: Type, { before, after }: Sides, found: Comparison): void {
  const left = isObject(before) ? before : {}
  const right = isObject(after) ? after : {}
  for (const name of Object.keys(left)) {
    const sides = { before: left[name], after: own(right, name) }
    if (sides.before === sides.after || sides.before === undefined) continue
    step(fieldType(type, name), sides, { found, element: `f:${name}` })
  }
  for (const name of Object.keys(right)) {
    if (own(left, name) !== undefined || right[name] === undefined) continue
    step(fieldType(type, name), { before: undefined, after: right[name] }, { found, element: `f:${name}` })
  }
}

function walkItems(type: ListType, { before, after }: Sides, found: Comparison): void {
  const left = indexStored(type, Array.isArray(before) ? before : [])
  const right = indexStored(type, Array.isArray(after) ? after : [])
  for (const [element, item] of left)
    step(type.items, { before: item, after: right.get(element) }, { found, element })
  for (const [element, item] of right)
    if (!left.has(element)) step(type.items, { before: undefined, after: item }, { found, element })
}

function step(type: Type, sides: Sides, { found, element }: { found: Comparison; element: string }): void {
  const child: Comparison = { added: emptySet(), modified: emptySet(), removed: emptySet() }
  walk(type, sides, child)
  for (const side of ['added', 'modified', 'removed'] as const) {
    if (child[side].member || child[side].children.size > 0) found[side].children.set(element, child[side])
  }
}
