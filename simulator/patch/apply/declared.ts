import { isObject, type Json } from '../../json.ts'
import type { ListType, Scalar, Type } from '../../schema/type.ts'
import { goMap } from '../strategic-merge.ts'
import { elementOf, formatElement, repeatedElement, TypedError } from './elements.ts'

/** Returns the fields of an applied configuration that do not match its type, and repeated list items, one sentence each. */
export function undeclaredFields(type: Type, value: Json, path = ''): string[] {
  if (value === null) return []
  if (type.is === 'any') return []
  if (type.is === 'scalar')
    return isScalar(type.of, value)
      ? []
      : [`${path}: expected ${expected(type.of)}, got ${describe(type.of, value)}`]
  if (type.is === 'list') {
    if (!Array.isArray(value)) return [`${path}: expected list, got &{${goMap(value)}}`]
    if (type.kind !== 'atomic') return undeclaredItems(type, value, path)
    return value.flatMap((item, index) => undeclaredFields(type.items, item, `${path}[${index}]`))
  }
  if (!isObject(value)) return [`${path}: expected map, got &{${goMap(value)}}`]
  const known = (name: string) => (type.is === 'object' && !type.fields.has(name) ? 1 : 0)
  const entries = Object.entries(value).sort(([a], [b]) => known(a) - known(b))
  return entries.flatMap(([name, item]) => {
    if (item === undefined) return []
    const inner = `${path}.${name}`
    if (type.is === 'map') return undeclaredFields(type.values, item, inner)
    const field = type.fields.get(name)
    if (field !== undefined) return undeclaredFields(field.type(), item, inner)
    return type.open ? [] : [`${inner}: field not declared in schema`]
  })
}

/** Checks the items of a list that are found by their keys, or by their values. */
function undeclaredItems(type: ListType, items: readonly Json[], path: string): string[] {
  const seen = new Set<string>()
  return items.flatMap((item, index) => {
    try {
      const element = elementOf(type, item, `${path}: element ${index}`)
      const repeated = seen.has(element) ? [repeatedElement(element, path)] : []
      seen.add(element)
      return [...repeated, ...undeclaredFields(type.items, item, `${path}${formatElement(element)}`)]
    } catch (error) {
      if (error instanceof TypedError) return [error.message]
      throw error
    }
  })
}

function isScalar(scalar: Scalar, value: Json): boolean {
  switch (scalar) {
    case 'string':
    case 'bytes':
    case 'time':
    case 'micro-time':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    case 'json':
      return true
    case 'int32':
    case 'int64':
    case 'double':
      return typeof value === 'number'
    case 'quantity':
    case 'int-or-string':
      return typeof value === 'string' || typeof value === 'number'
  }
}

function expected(scalar: Scalar): string {
  if (scalar === 'boolean') return 'boolean'
  return scalar === 'int32' || scalar === 'int64' || scalar === 'double' ? 'numeric (int or float)' : 'string'
}

function describe(scalar: Scalar, value: Json): string {
  if (Array.isArray(value)) return 'list'
  if (isObject(value)) return 'map'
  if (expected(scalar).startsWith('numeric')) return typeof value
  return `&value.valueUnstructured{Value:${typeof value === 'string' ? JSON.stringify(value) : String(value)}}`
}
