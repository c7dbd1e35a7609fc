import { canonical, isObject, type JsonObject } from '../../json.ts'

/**
 * A set of field paths, as a tree. An edge is one path element in the spelling of `fieldsV1`:
 * `f:NAME` a field, `k:{…}` a list item by its keys, `v:…` an item of a list of plain values.
 */
export interface FieldSet {
  /** The path to this node is in the set. */
  member: boolean
  children: Map<string, FieldSet>
}

export function emptySet(): FieldSet {
  return { member: false, children: new Map() }
}

export function isEmpty(set: FieldSet): boolean {
  if (set.member) return false
  for (const child of set.children.values()) if (!isEmpty(child)) return false
  return true
}

/** Returns the child under a path element; adds it if missing. */
export function descend(set: FieldSet, element: string): FieldSet {
  let child = set.children.get(element)
  if (child === undefined) set.children.set(element, (child = emptySet()))
  return child
}

/** Returns the paths in either set. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  const result: FieldSet = { member: a.member || b.member, children: new Map(a.children) }
  for (const [element, child] of b.children) {
    const other = a.children.get(element)
    result.children.set(element, other === undefined ? child : union(other, child))
  }
  return result
}

/** Returns the paths of `a` that are not in `b`. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  const result: FieldSet = { member: a.member && !b.member, children: new Map() }
  for (const [element, child] of a.children) {
    const other = b.children.get(element)
    const rest = other === undefined ? child : difference(child, other)
    if (!isEmpty(rest)) result.children.set(element, rest)
  }
  return result
}

/** Returns the paths of `a` that are neither in `b` nor below a path of `b`. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  const result: FieldSet = { member: a.member, children: new Map() }
  for (const [element, child] of a.children) {
    const other = b.children.get(element)
    if (other?.member === true) continue
    const rest = other === undefined ? child : recursiveDifference(child, other)
    if (!isEmpty(rest)) result.children.set(element, rest)
  }
  return result
}

/** Returns the paths in both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const result: FieldSet = { member: a.member && b.member, children: new Map() }
  for (const [element, child] of a.children) {
    const other = b.children.get(element)
    if (other === undefined) continue
    const shared = intersection(child, other)
    if (!isEmpty(shared)) result.children.set(element, shared)
  }
  return result
}

export function sameSet(a: FieldSet, b: FieldSet): boolean {
  return isEmpty(difference(a, b)) && isEmpty(difference(b, a))
}

/** Returns the set of paths given as lists of field names. */
export function setOfPaths(paths: readonly (readonly string[])[]): FieldSet {
  const set = emptySet()
  for (const path of paths) {
    let at = set
    for (const name of path) at = descend(at, `f:${name}`)
    at.member = true
  }
  return set
}

/** Returns every path of the set as a list of path elements. */
export function pathsOf(set: FieldSet, prefix: readonly string[] = []): string[][] {
  const found: string[][] = set.member ? [[...prefix]] : []
  for (const element of sortedElements(set)) {
    const child = set.children.get(element)
    if (child !== undefined) found.push(...pathsOf(child, [...prefix, element]))
  }
  return found
}

export function parseFieldsV1(fields: JsonObject): FieldSet {
  const set = emptySet()
  for (const [key, value] of Object.entries(fields)) {
    if (key === '.') {
      set.member = true
      continue
    }
    const child = parseFieldsV1(isObject(value) ? value : {})
    // An empty object is a path of its own; otherwise the path is in the set only with ".".
    if (child.children.size === 0) child.member = true
    set.children.set(normaliseElement(key), child)
  }
  return set
}

export function formatFieldsV1(set: FieldSet): JsonObject {
  const result: JsonObject = {}
  if (set.member && set.children.size > 0) result['.'] = {}
  for (const element of sortedElements(set)) {
    const child = set.children.get(element)
    if (child !== undefined) result[element] = formatFieldsV1(child)
  }
  return result
}

/** Normalises an element: its keys may have any order and spacing. */
function normaliseElement(element: string): string {
  if (!element.startsWith('k:')) return element
  try {
    return `k:${canonical(JSON.parse(element.slice(2)))}`
  } catch {
    return element
  }
}

const ranks: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 }

function sortedElements(set: FieldSet): string[] {
  return [...set.children.keys()].sort((a, b) => {
    const rank = (ranks[a[0] ?? ''] ?? 9) - (ranks[b[0] ?? ''] ?? 9)
    return rank !== 0 ? rank : a < b ? -1 : 1
  })
}

/** Formats a path for messages: `.spec.containers[name="web"].image`. */
export function formatPath(path: readonly string[]): string {
  return path
    .map((element) => {
      const text = element.slice(2)
      if (element.startsWith('f:')) return `.${text}`
      if (element.startsWith('v:')) return `[=${text}]`
      if (element.startsWith('i:')) return `[${text}]`
      const keys: JsonObject = JSON.parse(text)
      return `[${Object.entries(keys)
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .join(',')}]`
    })
    .join('')
}
